/**
 * Words that no shop wants to show, by language: obscene and hateful ones only, whole words only, so that Scunthorpe,
 * cockpit and Essex are safe. A word that is plain in a store's language (Swedish `slut`, German `dick`) stands in the
 * list of another one only. Short on purpose: a store's own blocklist holds what else it does not want.
 */
import { fold } from '../../search/text/fold.ts';
import { languageOf } from '../../search/text/stop-words.ts';

/** Plain words elsewhere: `fart` is speed, `slut` the end, `dick` thick, `bite` and `kock` a bite and a cook. */
const english =
  'fuck fucks fucked fucker fuckers fucking fuckin motherfucker motherfuckers shit shits shitty bullshit cunt cunts ' +
  'asshole assholes arsehole arseholes bitch bitches bastard bastards whore whores wanker wankers twat twats ' +
  'nigger niggers nigga niggas faggot faggots kike kikes spic spics retard retards porn porno xxx nazi nazis hitler';

const byLanguage = new Map<string, string>([
  [
    'en',
    'slut sluts dickhead dickheads prick pricks bollocks cocksucker cum cumshot tits titties pussy pussies',
  ],
  [
    'de',
    'scheisse scheiss arschloch arschlocher fotze fotzen hure huren hurensohn wichser ficken fick fickt schlampe ' +
      'schlampen missgeburt nutte nutten schwuchtel kanake kanaken neger',
  ],
  [
    'fr',
    'merde putain pute putes salope salopes connard connards connasse enculé encule nique niquer pd bougnoule negro',
  ],
  [
    'es',
    'mierda puta putas puto putos cabron cabrones gilipollas coño follar maricon maricones joder pendejo zorras',
  ],
  [
    'it',
    'cazzo merda puttana puttane stronzo stronzi troia troie vaffanculo figa fica coglione coglioni frocio negro',
  ],
  ['pt', 'merda puta putas caralho foder foda fodase porra cuzao buceta viado arrombado'],
  [
    'nl',
    'kut kutten hoer hoeren lul klootzak klootzakken neuken godverdomme kanker kankerlijer flikker nikker',
  ],
  ['sv', 'fitta fittor hora horor knulla jävlar javlar kuk neger bög'],
  ['da', 'fisse luder ludere kneppe pik røvhul lort neger'],
  ['no', 'fitte hore horer knulle kuk faen drittsekk neger'],
  ['nb', 'fitte hore horer knulle kuk faen drittsekk neger'],
  ['fi', 'vittu perkele paska huora kusipää neekeri'],
  ['pl', 'kurwa kurwy chuj chuja chuje pierdolic pierdole jebac jebany skurwysyn cipa pedal'],
  ['cs', 'kurva kurvy prdel pica píča kokot jebat zmrd hovno buzerant'],
  ['sk', 'kurva kurvy pica piča kokot jebat hovno buzerant'],
  ['hu', 'kurva fasz baszd geci picsa buzi'],
  ['ro', 'pula pizda muie futut curva'],
  ['tr', 'siktir sikeyim sikerim orospu orospular amcik amına yarrak göt ibne piç pezevenk'],
  ['ru', 'хуй хуя хуйня пизда пиздец ебать ебаный блядь бля сука суки мудак пидор пидорас шлюха шлюхи'],
  ['uk', 'хуй пизда їбати блядь курва сука шлюха підор'],
  ['el', 'μαλακα μαλακας πουτανα γαμω γαμωτο'],
  ['ar', 'كس زب شرموطة شرموط قحبة منيوك طيز خول'],
  ['he', 'זונה שרמוטה כוסאמק'],
]);

/** Scripts without spaces: sought anywhere, so only what is part of no other word. */
const spaceless: readonly string[] = [
  'ควย',
  'เย็ด',
  'อีดอก',
  '操你',
  '他妈的',
  '傻逼',
  '妈的屄',
  'まんこ',
  'ちんこ',
  'ちんぽ',
];
const spacelessFolded = spaceless.map(fold);
const beyondThai = /[\u0e00-\uffff]/;

const setsByLanguage = new Map<string, ReadonlySet<string>>();

/** Whether folded words of a phrase, or the phrase itself, hold an obscene one of English or the store's language. */
export function isProfane(foldedPhrase: string, words: readonly string[], locale: string): boolean {
  const profane = wordsOf(languageOf(locale));
  if (words.some((word) => profane.has(word) || isDisguised(word))) return true;
  if (foldedPhrase.includes('*') && foldedPhrase.split(' ').some(isMasked)) return true;
  return beyondThai.test(foldedPhrase) && spacelessFolded.some((part) => foldedPhrase.includes(part));
}

const plainEnglish = english.split(' ');
const englishSet: ReadonlySet<string> = new Set(plainEnglish);
const letterOfDigit = new Map(['0o', '1i', '3e', '4a', '5s', '7t'].map((pair) => [pair[0], pair[1] ?? '']));

/** Longer words are codes. */
const disguisedMax = 24;

function hasRunOrDigit(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || (at > 0 && code === word.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** `fuuck`, `sh1t`: a word of English with letters said longer or written as digits. */
function isDisguised(word: string): boolean {
  if (!hasRunOrDigit(word)) return false;
  if (word.length > disguisedMax) return false;
  const spelled = word.replace(/\d/g, (digit) => letterOfDigit.get(digit) ?? digit);
  const short = spelled.replace(/(\p{L})\1+/gu, '$1');
  return [spelled, short, spelled.replace(/(\p{L})\1{2,}/gu, '$1$1')].some((form) => englishSet.has(form));
}

/** `f*ck`: a word of English with stars for letters, of which two are left. */
function isMasked(word: string): boolean {
  if (!/^\p{L}[\p{L}*]*\*[\p{L}*]*$/u.test(word) || word.replaceAll('*', '').length < 2) return false;
  const pattern = new RegExp(`^${word.replaceAll('*', '.')}$`, 'u');
  return plainEnglish.some((known) => pattern.test(known));
}

function wordsOf(language: string): ReadonlySet<string> {
  const known = setsByLanguage.get(language);
  if (known !== undefined) return known;
  const made = new Set(
    fold(`${english} ${byLanguage.get(language) ?? ''}`)
      .trim()
      .split(' '),
  );
  // Languages without a list of their own share one set, so that strange locales do not fill memory.
  if (byLanguage.has(language)) setsByLanguage.set(language, made);
  return made;
}
