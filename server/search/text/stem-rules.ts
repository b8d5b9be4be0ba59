/**
 * The rules of light stemming, one table for each language: plural and the simplest inflection of nouns and of
 * adjectives that stand before them. Precision comes first: words of one stem are taken for each other, so what may
 * confuse two things that shops sell is left out, and where a rule would, its words are named.
 *
 * Sources, each cut down to what is safe, and rewritten for folded words, which have no umlauts and accents:
 * English: D. Harman, "How effective is suffixing?", JASIS 42(1), 1991 (the S-stemmer). French, German, Portuguese:
 * J. Savoy, "Light stemming approaches for the French, Portuguese, German and Hungarian languages", SAC 2006.
 * Spanish, Italian, Swedish: J. Savoy, reports on CLEF 2001 and 2002. Dutch: W. Kraaij and R. Pohlmann, "Porter's
 * stemming algorithm for Dutch", 1994. Russian and Czech: L. Dolamic and J. Savoy, "Indexing and searching
 * strategies for the Russian language", JASIST 60(12), 2009; "Indexing and stemming approaches for the Czech
 * language", IP&M 45, 2009. Turkish: F. Can et al., "Information retrieval on Turkish texts", JASIST 59(3), 2008.
 * Arabic: L. Larkey, L. Ballesteros, M. Connell, "Improving stemming for Arabic information retrieval", SIGIR 2002.
 * Danish, Norwegian and Polish follow the same plan.
 */

/** The rules of one language. All words are folded. */
export interface StemRules {
  /** Alphabet of the words that have stems. */
  readonly script: 'latin' | 'cyrillic' | 'arabic';
  /** No step may leave fewer letters. */
  readonly minLetters: number;
  /**
   * Whole words: `mice>mouse` goes on as mouse, `lens` alone already is its stem. Separated by spaces.
   */
  readonly words?: string;
  /** Articles and the like that are written together with a word, the longest first. */
  readonly prefixes?: string;
  /**
   * Steps in order. In each the first suffix that fits and leaves letters enough is replaced: `ies>y`; `s>` goes;
   * `ss` stays as it is, which keeps the rules behind it away.
   */
  readonly steps: readonly string[];
}

/** Nouns in -er that came from English: in the North, what looks like a plural of something else. */
const loans =
  'printer blender player speaker poster filter folder router mixer charger sneaker trimmer scanner adapter ' +
  'controller laser';

const scandinavian: StemRules = {
  script: 'latin',
  minLetters: 4,
  words: `${loans} finger vinter sommer nummer papir silver leder`,
  steps: ['erne> ene> ere> er> e>'],
};

const english: StemRules = {
  script: 'latin',
  minLetters: 3,
  words:
    'lens series species news shorts goods mains tights briefs canvas always this yes menus>menu ' +
    'tomatoes>tomato potatoes>potato',
  steps: [
    'shelves>shelf knives>knife wives>wife scarves>scarf halves>half wolves>wolf calves>calf loaves>loaf ' +
      'leaves>leaf thieves>thief hooves>hoof ies>y sses>ss shes>sh ches>ch xes>x oes>o ses>s ss us s>',
    // Singulars fall together with what the first step leaves of their plurals: cookie, cache, axe, shoe, case.
    'mice>mous teeth>tooth feet>foot geese>goos children>child women>woman ie>y sse>ss she>sh che>ch oe>o se>s',
  ],
};

const german: StemRules = {
  script: 'latin',
  minLetters: 3,
  words:
    'schale schalen>schale matte matten>matte reise reisen>reise leinen eisen besen laden lade waren ' +
    'gute gutes jeans messe messen>messe',
  steps: [
    'bucher>buch tucher>tuch rader>rad glaser>glas bander>band kleider>kleid bilder>bild kinder>kind ' +
      'manner>mann bretter>brett lichter>licht schilder>schild blatter>blatt hauser>haus korner>korn dacher>dach ' +
      'eln>el en> es> e> ss us eis glas gras los as>a os>o is>i ys>y ps>p ts>t ks>k ms>m ns>n ls>l rs>r gs>g ds>d',
  ],
};

const french: StemRules = {
  script: 'latin',
  minLetters: 3,
  words:
    'noire>noir noires>noir blanche>blanc blanches>blanc bleue>bleu bleues>bleu verte>vert vertes>vert ' +
    'grise>gris grises>gris grande>grand grandes>grand petite>petit petites>petit gris dans sans plus tous tres ' +
    'vers nous vous bras bois mois fois pois cours jeans souris tapis yeux>oeil taux faux',
  steps: ['eaux>eau yaux>yau aux>al oux>ou eux>eu ss s>'],
};

const spanish: StemRules = {
  script: 'latin',
  minLetters: 3,
  words: 'jeans tenis tres autobuses>autobus autobus virus',
  steps: ['ss s>', 'ce>z e>'],
};

const italian: StemRules = {
  script: 'latin',
  minLetters: 3,
  words: 'latte sale sete rete luci>luce luce chiavi>chiave chiave',
  // Endings of nouns whose singular has an e; all others are feminine with a and e, or masculine with o and i.
  steps: [
    'ori>ore oni>one ali>ale ili>ile anti>ante enti>ente ici>ice ore one ale ile ante ente ice ' +
      'chio>co chi>co ghi>go che>ca ghe>ga io>o i>o e>a',
  ],
};

const portuguese: StemRules = {
  script: 'latin',
  minLetters: 3,
  words: 'mais lapis onibus tenis jeans oculos reis',
  steps: ['oes>ao aes>ao ais>al eis>el ois>ol ns>m ss s>', 're>r ze>z se>s'],
};

const dutch: StemRules = {
  script: 'latin',
  minLetters: 3,
  words:
    'paars kaars laars fiets fietsen>fiets schaats schaatsen>schaats muts mutsen>muts kussens>kussen kussen ' +
    'laken deken wagen molen regen lens pols hals',
  steps: [
    'ies>ie es>e ps>p ts>t ks>k ns>n ms>m rs>r ls>l gs>g ds>d fs>f bs>b ws>w',
    'oen ien een bben>b dden>d ffen>f ggen>g kken>k llen>l mmen>m nnen>n ppen>p rren>r ssen>s tten>t en> e>',
  ],
};

const swedish: StemRules = {
  script: 'latin',
  minLetters: 3,
  words: `${loans} sommar koppar peppar meter kontor`,
  steps: [
    'orna> arna> ator otor itor ktor ssor nsor orerna>or ionerna>ion orer>or oner>on iner>in etter>ett or> ar> a>',
  ],
};

const polish: StemRules = {
  script: 'latin',
  minLetters: 4,
  steps: ['ami> ach> ego> emu> ych> ich> ymi> imi> ow> ej> a> e> i> o> u> y>'],
};

const czech: StemRules = {
  script: 'latin',
  minLetters: 4,
  steps: ['ami> emi> ymi> imi> ach> ech> ich> ych> eho> iho> emu> imu> ove> ovi> ou> um> a> e> i> o> u> y>'],
};

const russian: StemRules = {
  script: 'cyrillic',
  minLetters: 3,
  words: 'часы духи очки',
  steps: [
    'иями> ями> ами> ого> его> ому> ему> ыми> ими> иях> ях> ах> ых> их> ый> ий> ой> ая> яя> ое> ее> ые> ие> ую> ' +
      'юю> ии> ия> ию> ов> а> е> и> о> у> ы> ь> ю> я>',
  ],
};

const turkish: StemRules = {
  script: 'latin',
  minLetters: 3,
  words: 'roller dolar polar',
  steps: ['lari> leri> lar> ler>'],
};

const arabic: StemRules = {
  script: 'arabic',
  minLetters: 3,
  prefixes: 'وال بال كال فال ال',
  steps: ['ات> ين> ون> ه>'],
};

/** By language, as languageOf (stop-words.ts) gives it. */
export const stemRules: ReadonlyMap<string, StemRules> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['pt', portuguese],
  ['nl', dutch],
  ['sv', swedish],
  ['da', scandinavian],
  ['no', scandinavian],
  ['nb', scandinavian],
  ['nn', scandinavian],
  ['pl', polish],
  ['cs', czech],
  ['ru', russian],
  ['tr', turkish],
  ['ar', arabic],
]);
