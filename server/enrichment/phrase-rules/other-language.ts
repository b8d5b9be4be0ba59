/**
 * Words that give a phrase away as one of another language than the store's: small words, colours and what is said of
 * things most. Left out is what is a word of several languages, or a plain one of English (`die`, `van`, `sale`, `sin`).
 * Cheap and narrow on purpose: a phrase without any of these words passes, whatever its language.
 */
import { fold } from '../../search/text/fold.ts';
import { languageOf, stopWords } from '../../search/text/stop-words.ts';
import { allowedScripts } from './scripts.ts';

const byLanguage = new Map<string, string>([
  [
    'en',
    "black white blue green yellow grey brown red cheap small women 's children brass desk wooden leather kitchen bedroom " +
      'waterproof lightweight',
  ],
  [
    'de',
    'und für ohne oder auf bei zum zur von ein eine einen einer eines rote roter rotes roten schwarz schwarze ' +
      'schwarzer schwarzes weiß weiße weißer weißes blau blaue blauer blaues grün grüne grüner grünes gelb gelbe gelber grau graue grauer ' +
      'braun braune brauner klein kleine kleiner kleines große großer großes neue neuer neues schöne schöner günstig günstige billig ' +
      'billige damen herren holz schnurlos kabellos kabellose kabelloser',
  ],
  [
    'fr',
    'avec des une noire noires rouges verte verts vertes jaune jaunes bleu bleue bleus bleues blanc blanche blancs ' +
      'blanches grise grises petit petits nouveau nouvelle ' +
      'enfant enfants bois ',
  ],
  [
    'es',
    'con del las una unos unas rojo roja rojos rojas blanco blanca blancos blancas azul azules amarillo amarilla ' +
      'pequeño pequeña nuevo nueva barato barata baratos baratas mujer mujeres hombre hombres niños niñas madera ' +
      'inalámbrico inalámbrica',
  ],
  [
    'it',
    'della delle degli dello dei nella rosso rossa rosse nero nera neri nere bianco bianca bianchi bianche giallo gialla ' +
      'grigio grigia piccolo piccola nuovo nuova economico economica bambini bambino legno ',
  ],
  [
    'pt',
    'não vermelho vermelha preto preta pretos branco branca brancos azul amarelo amarela cinza pequeno pequena novo ' +
      'barato barata mulher mulheres homem homens criança crianças madeira ',
  ],
  [
    'nl',
    'voor zonder een bij zwart zwarte rood rode witte blauw blauwe groen groene geel grijs grijze bruin bruine kleine grote nieuwe ' +
      'goedkope goedkoop heren kinderen hout draadloos draadloze',
  ],
  ['sv', 'utan från svart svarta röda grön gröna gul gula liten stora billig billiga herr trådlös trådlösa'],
  ['da', 'uden røde hvid hvide grøn grønne gul gule lille billig billige herre træ trådløs trådløse'],
  [
    'no',
    'uten svart svarte røde hvit hvite grønn grønne gul gule liten billig billige herre trådløs trådløse',
  ],
  [
    'fi',
    'ilman kanssa sekä musta mustat punainen punaiset valkoinen valkoiset sininen siniset vihreä vihreät keltainen harmaa ruskea pieni suuri ' +
      'uusi halpa edullinen naisten miesten puinen langaton langattomat',
  ],
  [
    'pl',
    'dla bez przez oraz czarny czarna czarne czerwony czerwona czerwone biały biała białe niebieski niebieska niebieskie zielony zielona zielone ' +
      'żółty żółta szary szara brązowy brązowa mały duży duża duże nowy tani tanie damski damska damskie męski męska męskie dziecięcy ' +
      'bezprzewodowy bezprzewodowa bezprzewodowe',
  ],
  [
    'cs',
    'bez nebo černý černá černé červený červená červené bílý bílá bílé modrý modrá modré zelený zelená zelené žlutý žlutá šedý šedá hnědý hnědá ' +
      'malý velký velká velké nový levný levná levné dámský dámská dámské pánský pánská pánské dětský dětská bezdrátový bezdrátová',
  ],
  [
    'sk',
    'bez alebo čierny čierna čierne červený červená červené biely biela biele modrý modrá modré zelený zelená zelené žltý žltá sivý sivá hnedý hnedá ' +
      'malý veľký veľká nový lacný lacná dámsky dámska pánsky pánska detský detská bezdrôtový bezdrôtová',
  ],
  [
    'hu',
    'nélkül vagy fekete piros vörös fehér zöld sárga szürke barna kicsi nagy új olcsó női férfi gyerek gyermek vezeték',
  ],
  [
    'ro',
    'pentru sau negru neagră roșu roșii albastru albastră galben galbenă gri maro ieftin ieftină femei ' +
      'bărbați copii lemn',
  ],
  [
    'tr',
    'için veya kırmızı siyah beyaz mavi yeşil gri kahverengi küçük büyük yeni ucuz kadın erkek çocuk bayan kablosuz ahşap',
  ],
  [
    'ru',
    'для без красный красная красное красные черный черная черное черные белый белая белое белые синий синяя синее зеленый зеленая желтый желтая ' +
      'серый серая маленький маленькая большой большая новый новая дешевый дешевая женский женская женские мужской мужская мужские детский детская ' +
      'беспроводной беспроводная беспроводные',
  ],
  [
    'uk',
    'червоний червона червоне червоні чорний чорна чорне чорні білий біла біле синій синя зелений зелена жовтий жовта сірий сіра маленький ' +
      'маленька великий велика новий нова дешевий дешева жіночий жіноча жіночі чоловічий чоловіча чоловічі дитячий дитяча бездротовий бездротова',
  ],
]);

/** Small words by language, but for those that are words of English shops (`van`, `av`): beside a word that nobody knows they give another language away. */
const smallByLanguage = new Map<string, string>([
  ['en', 'the with for and from without'],
  ['de', 'und der das dem mit von vom zum zur für ohne aus'],
  ['fr', 'le les de du des et pour avec sans en au aux'],
  ['es', 'de del la el los las y para con'],
  ['it', 'di del della dei da per con senza il lo gli'],
  ['pt', 'de da dos das para com sem'],
  ['nl', 'het de en voor zonder'],
  ['sv', 'och med för till and'],
  ['da', 'og med til af for and'],
  ['no', 'og med til for and'],
  ['pl', 'dla bez'],
  ['tr', 've ile için'],
]);

/** Words of a language that others take for a word of another. */
const ownBeside = new Map([
  ['en', 'pour til da los las sans'],
  ['es', 'red'],
  ['sv', 'red'],
]);

function ownBesideOf(language: string): string[] {
  return (ownBeside.get(language) ?? '').split(' ');
}

/** Words of English shops in the lists above, folded: `fur` is für as well, RØDE makes microphones. */
const plainEnglish = new Set('des fur gul rode rood'.split(' '));

/** Bokmål and nynorsk have one list. */
const aliases = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** Folded words by the language of a locale. */
const foreignWords = new Map<string, ReadonlySet<string>>();
const nothing: ReadonlySet<string> = new Set();

/**
 * Folded words that are plainly of another language than a BCP 47 locale's. Of a language without a list that shares
 * its script with others nothing is known, and no word is foreign there.
 */
export function wordsOfOthers(locale: string): ReadonlySet<string> {
  const given = languageOf(locale);
  const language = aliases.get(given) ?? given;
  const scripts = allowedScripts(language, '');
  const isLatin = scripts.size === 1;
  if ((isLatin || scripts.has('cyrillic')) && !byLanguage.has(language)) return nothing;
  const known = foreignWords.get(language);
  if (known !== undefined) return known;
  const own = new Set([
    ...[...listOf(language), ...stopWords(language), ...plainEnglish],
    ...ownBesideOf(language),
  ]);
  const others = new Set<string>();
  for (const name of byLanguage.keys()) {
    // English stands in the catalogs of other scripts, and is typed there.
    if (name === language || (name === 'en' && !isLatin)) continue;
    for (const word of listOf(name)) if (!own.has(word)) others.add(word);
  }
  if (foreignWords.size > foreignWordsMax) foreignWords.clear();
  foreignWords.set(language, others);
  return others;
}

/** By locale. */
const smallWords = new Map<string, ReadonlySet<string>>();

/** Folded small words of other languages than a BCP 47 locale's; none for a language that has no list itself. */
export function smallWordsOfOthers(locale: string): ReadonlySet<string> {
  const known = smallWords.get(locale);
  if (known !== undefined) return known;
  const given = languageOf(locale);
  const made = readSmallWords(aliases.get(given) ?? given);
  if (smallWords.size > foreignWordsMax) smallWords.clear();
  smallWords.set(locale, made);
  return made;
}

function readSmallWords(language: string): ReadonlySet<string> {
  const own = smallByLanguage.get(language);
  if (own === undefined) return nothing;
  // Queries of all languages pass over English stop words; as a phrase they are of another language.
  const spoken = language === 'en' ? stopWords('en') : stopWords(language).difference(stopWords('en'));
  const owned = new Set([...fold(own).split(' '), ...spoken, ...plainEnglish, ...ownBesideOf(language)]);
  const all = fold([...smallByLanguage.values()].join(' ')).split(' ');
  return new Set(all.filter((word) => !owned.has(word)));
}

/** Locales of a deployment are few; a strange one must not fill memory. */
const foreignWordsMax = 64;

function listOf(language: string): string[] {
  return fold(byLanguage.get(language) ?? '').split(' ');
}

const english: ReadonlySet<string> = new Set(listOf('en'));

/** Whether a folded word is one of the English list: as a hidden phrase a translation may be of use. */
export function isPlainEnglish(word: string): boolean {
  return english.has(word);
}
