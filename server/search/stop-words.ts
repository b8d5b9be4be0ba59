/** Words that no suggestion starts or ends with, by language. Short on purpose: only what binds other words. */

const byLanguage = new Map<string, string>([
  ['en', 'a an and at by for from in into of on or per the to via with without x'],
  [
    'de',
    'am an auf aus bei das dem den der des die ein eine einem einen einer fur im in mit ohne und von vom zu zum zur',
  ],
  ['fr', 'a au aux avec dans de des du en et la le les ou par pour sans sur un une'],
  ['es', 'a al con de del el en la las los o para por sin un una y'],
  ['it', 'a al alla con da dal dalla de dei del della di e gli i il in la le lo per senza su un una'],
  ['pt', 'a ao as com da das de do dos e em na no o os ou para por sem um uma'],
  ['nl', 'aan bij de een en het in met of op te tot uit van voor zonder'],
  ['sv', 'av den det en ett for fran i med och pa till utan'],
  ['da', 'af den det en et for fra i med og pa til uden'],
  ['no', 'av den det en et for fra i med og pa til uten'],
  ['pl', 'bez dla do i lub na od po w z ze'],
  ['cs', 'a bez do i k na nebo o od po pro s se u v z ze'],
  ['tr', 've ile icin veya bir'],
  ['ru', 'без в для до и из или к на от по с со'],
]);

const english = toSet('en');

/** Folded stop words of a BCP 47 locale's language, with the English ones, which stand in titles everywhere. */
export function stopWords(locale: string): ReadonlySet<string> {
  return english.union(toSet(languageOf(locale)));
}

/** The language of a locale: `tr` of `tr-TR`. */
export function languageOf(locale: string): string {
  return (locale.split(/[-_]/)[0] ?? '').toLowerCase();
}

function toSet(language: string): Set<string> {
  return new Set((byLanguage.get(language) ?? '').split(' '));
}
