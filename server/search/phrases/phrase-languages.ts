/**
 * What the makers of suggestions know of languages: on which side of a phrase its noun stands, and the words that
 * stand in titles beside phrases and are none: stop words, labels of measures and colours. Short on purpose.
 */
import { fold } from '../text/fold.ts';
import { languageOf, stopWords } from '../text/stop-words.ts';
import { WordTable } from '../text/word-table.ts';

/** Languages whose phrases begin with their noun: `souris sans fil`, as against `wireless mouse`. */
const nounFirstLanguages = new Set('ar ca es eu fa fr ga gl he id it mg mt ms pt ro sw th vi'.split(' '));

const coloursByLanguage = new Map<string, string>([
  [
    'en',
    'beige black blue bronze brown clear cyan gold gray green grey ivory magenta multicolor multicolour navy orange pink purple red silver transparent turquoise violet white yellow',
  ],
  ['de', 'blau braun gelb grau grun lila rosa rot schwarz silber transparent turkis weiss'],
  ['fr', 'argent blanc blanche bleu dore gris jaune marron noir noire rose rouge vert verte'],
  ['es', 'amarillo azul blanca blanco dorado gris marron morado negra negro plata roja rojo rosa verde'],
  [
    'it',
    'argento azzurro bianca bianco blu giallo grigio marrone nera nero oro rosa rossa rosso verde viola',
  ],
  ['pt', 'amarelo azul branca branco cinza dourado marrom prata preta preto rosa roxo verde vermelho'],
  ['nl', 'blauw bruin geel goud grijs groen paars rood roze wit zilver zwart'],
  ['sv', 'bla brun gron gul gra lila rod rosa silver svart vit'],
  ['da', 'bla brun gron gul gra hvid lilla rod solv sort'],
  ['no', 'bla brun gronn gul gra hvit lilla rod solv svart'],
  ['pl', 'bialy brazowy czarny czerwony niebieski rozowy szary zielony zloty zolty'],
  ['cs', 'bila bily cerna cerny cervena cerveny hneda modra modry ruzova seda sedy zelena zeleny zluta'],
  ['tr', 'altin bej beyaz gri gumus kahverengi kirmizi lacivert mavi mor pembe sari siyah turuncu yesil'],
  ['ru', 'бежевый белый голубой желтый зеленый коричневый красный розовый серый синий черный'],
  ['th', 'ขาว ครีม ชมพู ดำ ทอง น้ำเงิน น้ำตาล ฟ้า ม่วง ส้ม เขียว เงิน เทา เหลือง แดง'],
]);

/** They introduce a measure or a code, so that a phrase ends before them. */
const labelsByLanguage = new Map<string, string>([
  ['en', 'model size'],
  ['de', 'grosse modell typ'],
  ['fr', 'modele taille'],
  ['es', 'modelo talla tamano'],
  ['it', 'misura modello taglia'],
  ['pt', 'modelo tamanho'],
  ['nl', 'maat'],
  ['pl', 'rozmiar'],
  ['cs', 'velikost'],
  ['tr', 'beden boy model'],
  ['ru', 'модель размер'],
  ['th', 'ขนาด พร้อม รุ่น สำหรับ และ แบบ'],
]);

/** Nouns that end with an l: their possessive, such as `ampulü`, looks like an adjective. */
const turkishNounsInL =
  'alkol ampul bal bavul bel dil fil fitil futbol gol gul heykel jel kanal kandil kil kol kontrol kristal masal mendil metal ' +
  'mil mineral model nal okul otel panel pedal pestamal petrol pil profil pul rol sal sandal sebil sel stil tel tul tunel ' +
  'voleybol yel yil yol zil';

/** `pilli`, `kapaklı`, `kablosuz`: with a battery, a lid, without a cable. Towels and carpets (`havlu`, `halı`) are none of them. */
const turkishAdjectives = new RegExp(
  `^(?!havlu$|hali$|(?:${turkishNounsInL.replaceAll(' ', '|')})[iu]$)\\p{L}{2,}(?:l[iu]|s[iu]z)$`,
  'u',
);

/** The possessive of `kapağı`, the lid of something. Some base forms end the same way: `kedi`. */
const turkishPossessed = /[a-z]{2}[iu]$/;

/** What a word is to a phrase, if it is not an ordinary one. */
export type WordRole = 'stop' | 'colour';

/** What is known of one language. */
export interface PhraseLanguage {
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** Folded words. */
  readonly roles: WordTable<WordRole>;
  /** Matches folded adjectives such as `pilli` (with a battery) by their endings; null for languages without this rule. */
  readonly adjectives: RegExp | null;
  /** Matches folded nouns with a possessive ending, which begin no phrase; null for languages without this rule. */
  readonly possessed: RegExp | null;
}

/** Of a BCP 47 locale. English words everywhere, since they stand in the titles of all. */
export function phraseLanguage(locale: string): PhraseLanguage {
  const language = languageOf(locale);
  const roles = new Map<string, WordRole>();
  for (const each of ['en', language]) {
    for (const word of wordsOf(coloursByLanguage, each)) roles.set(word, 'colour');
    for (const word of wordsOf(labelsByLanguage, each)) roles.set(word, 'stop');
  }
  for (const word of stopWords(locale)) roles.set(word, 'stop');
  const isTurkish = language === 'tr' || language === 'az';
  return {
    nounFirst: isNounFirst(locale),
    roles: new WordTable(roles),
    adjectives: isTurkish ? turkishAdjectives : null,
    possessed: isTurkish ? turkishPossessed : null,
  };
}

/** Whether phrases of a BCP 47 locale begin with their noun. */
export function isNounFirst(locale: string): boolean {
  return nounFirstLanguages.has(languageOf(locale));
}

function wordsOf(byLanguage: ReadonlyMap<string, string>, language: string): string[] {
  return fold(byLanguage.get(language) ?? '')
    .split(' ')
    .filter((word) => word !== '');
}
