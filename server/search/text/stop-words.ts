/** Words that no suggestion starts or ends with, by language. Short on purpose: only what binds other words. */

const norwegian = 'av den det en et for fra i med og pa som til uten ved';

/** Folded words by the language of a locale. */
const byLanguage = new Map<string, string>([
  ['en', 'a an and as at by for from in into is its of on or per the this to via with without x your'],
  [
    'de',
    'als am an auf aus bei das dem den der des die ein eine einem einen einer eines fur im in mit oder ohne uber ' +
      'und unter von vom wie zu zum zur',
  ],
  [
    'fr',
    'a au aux avec ce cette chez d dans de des du en et l la le les ou par pour sans ses son sous sur un une',
  ],
  ['es', 'a al como con de del desde el en entre la las lo los o para por sin su un una y'],
  [
    'it',
    'a ai al alla alle allo che con da dal dalla de dei del della delle di e gli i il in la le lo nel o per senza su un una',
  ],
  ['pt', 'a ao as com como da das de do dos e em na no o os ou para pela pelo por sem um uma'],
  ['nl', 'aan als bij de door een en het in met of om onder op over te tot uit van voor zonder'],
  ['sv', 'av den det eller en ett for fran i med och pa som till under utan'],
  ['da', 'af den det eller en et for fra i med og pa som til uden ved'],
  ['no', norwegian],
  ['nb', norwegian],
  ['nn', 'av den det ei ein eit for fra i med og pa som til utan ved'],
  ['fi', 'ei ilman ja joka kanssa on seka tai'],
  ['pl', 'bez dla do i lub na nad od oraz po pod przez przy w z ze'],
  ['cs', 'a bez do i k ke na nad nebo o od po pod pro pri s se u v ve z ze'],
  ['sk', 'a alebo bez do k ku na nad o od po pod pre pri s so u v vo z zo'],
  ['hu', 'a az egy es nelkul vagy'],
  ['ro', 'a al ale cu de din fara in la o pe pentru sau si un'],
  ['tr', 'bir icin ile olarak ve veya'],
  ['ru', 'без в во для до и из или к на от по под при с со'],
  ['uk', 'або без в від для до з за і й на по при та у'],
  ['el', 'απο για και με σε στη στο τα τησ το του χωρισ'],
  ['ar', 'الي او بدون بين علي عن في كل لا مع من و'],
  ['he', 'או אל את בלי ללא עמ על של'],
]);

const english = toSet('en');

/** Folded stop words of a BCP 47 locale's language, with the English ones, which stand in titles everywhere. */
export function stopWords(locale: string): ReadonlySet<string> {
  return english.union(toSet(languageOf(locale)));
}

const languageAlone = /^[a-z]{2,3}$/;

/** The language of a locale: `tr` of `tr-TR`. */
export function languageOf(locale: string): string {
  if (languageAlone.test(locale)) return locale;
  return (locale.split(/[-_]/)[0] ?? '').toLowerCase();
}

function toSet(language: string): Set<string> {
  return new Set(byLanguage.get(language)?.split(' '));
}
