/**
 * How words change in number and in the simplest inflections, one table for each language. Stems (stems.ts) and written
 * forms (inflection.ts) are both made of it. Precision comes first: words of one stem are taken for each other, so what
 * may confuse two things that shops sell is left out, and where a rule would, its words are named.
 *
 * Sources of the steps, each cut down to what is safe, and rewritten for folded words, which have no umlauts and accents:
 * English: D. Harman, "How effective is suffixing?", JASIS 42(1), 1991 (the S-stemmer). French, German, Portuguese:
 * J. Savoy, "Light stemming approaches for the French, Portuguese, German and Hungarian languages", SAC 2006.
 * Spanish, Italian, Swedish: J. Savoy, reports on CLEF 2001 and 2002. Dutch: W. Kraaij and R. Pohlmann, "Porter's
 * stemming algorithm for Dutch", 1994. Russian and Czech: L. Dolamic and J. Savoy, "Indexing and searching
 * strategies for the Russian language", JASIST 60(12), 2009; "Indexing and stemming approaches for the Czech
 * language", IP&M 45, 2009. Turkish: F. Can et al., "Information retrieval on Turkish texts", JASIST 59(3), 2008.
 * Arabic: L. Larkey, L. Ballesteros, M. Connell, "Improving stemming for Arabic information retrieval", SIGIR 2002.
 * Danish, Norwegian and Polish follow the same plan.
 */

/** The rules of one language. What is about stems is folded, what is about forms is spelled as people write it. */
export interface Inflections {
  /** Alphabet of the words that have stems. */
  readonly script: 'latin' | 'cyrillic' | 'arabic';
  /** No step may leave fewer letters. */
  readonly minLetters: number;
  /** Checked words, one thing and several: `axe>axes`. */
  readonly irregular?: string;
  /** The same for all words that end so: `shelf>shelves` says `bookshelves` too. */
  readonly irregularEndings?: string;
  /** Folded words whose stem is another word, `noire>noir`; or which are their stem: `lens`. Separated by spaces. */
  readonly words?: string;
  /** Articles and the like that are written together with a word, the longest first. */
  readonly prefixes?: string;
  /**
   * Steps in order. In each the first suffix that fits and leaves letters enough is replaced: `ies>y`; `s>` goes;
   * `ss` stays as it is, which keeps the rules behind it away.
   */
  readonly steps: readonly string[];
  /** Endings of several and what one thing may end with instead, the likeliest first; a catalog tells which is a word. */
  readonly singular?: string;
  /** Such endings that words for one thing have as often. */
  readonly maybeSingular?: string;
  /** The same where the noun ends a name, and says so: `bıçakları` as in `ekmek bıçakları` are a `bıçağı` each. */
  readonly namedSingular?: string;
  /** Endings of one thing and of several: the first that fits. Only where it is always right; `z` stays as it is. */
  readonly plural?: string;
  /** Words of which no singular is typed, and words for what is not counted. */
  readonly uncounted?: string;
}

/** Nouns in -er that came from English: in the North, what looks like a plural of something else. */
const loans =
  'printer blender player speaker poster filter folder router mixer charger sneaker trimmer scanner adapter ' +
  'controller laser';

const scandinavian: Inflections = {
  script: 'latin',
  minLetters: 4,
  words: `${loans} finger vinter sommer nummer papir silver leder`,
  steps: ['erne> ene> ere> er> e>'],
  singular: 'erne>e er>e erne> er>',
};

const english: Inflections = {
  script: 'latin',
  minLetters: 3,
  irregular:
    'axe>axes pickaxe>pickaxes quiz>quizzes elf>elves dwarf>dwarves mongoose>mongooses snowman>snowmen fireman>firemen tv>tvs pc>pcs cd>cds ' +
    'lens>lenses gas>gases bus>buses minibus>minibuses canvas>canvases atlas>atlases iris>irises trellis>trellises ' +
    'thermos>thermoses bonus>bonuses virus>viruses lotus>lotuses octopus>octopuses citrus>citruses crocus>crocuses ' +
    'hibiscus>hibiscuses cactus>cacti menu>menus emu>emus tutu>tutus ski>skis ' +
    'hero>heroes potato>potatoes tomato>tomatoes echo>echoes mango>mangoes mosquito>mosquitoes torpedo>torpedoes ' +
    'volcano>volcanoes tornado>tornadoes domino>dominoes cargo>cargoes buffalo>buffaloes canoe>canoes toe>toes hoe>hoes ' +
    'tie>ties bowtie>bowties necktie>neckties pie>pies cookie>cookies movie>movies hoodie>hoodies selfie>selfies ' +
    'smoothie>smoothies brownie>brownies beanie>beanies onesie>onesies zombie>zombies genie>genies calorie>calories ' +
    'rookie>rookies pixie>pixies birdie>birdies prairie>prairies veggie>veggies freebie>freebies bootie>booties ' +
    'goalie>goalies magpie>magpies budgie>budgies sweetie>sweeties junkie>junkies talkie>talkies collie>collies ' +
    'foodie>foodies goodie>goodies nightie>nighties rotisserie>rotisseries wheelie>wheelies ' +
    'cache>caches niche>niches headache>headaches mustache>mustaches moustache>moustaches avalanche>avalanches ' +
    'brioche>brioches quiche>quiches',
  irregularEndings:
    'shelf>shelves knife>knives wife>wives scarf>scarves half>halves wolf>wolves calf>calves loaf>loaves leaf>leaves ' +
    'thief>thieves hoof>hooves shoe>shoes mouse>mice tooth>teeth foot>feet goose>geese child>children woman>women',
  words:
    'lens series species news shorts goods mains tights briefs canvas iris atlas trellis thermos always this yes ' +
    'womens>woman childrens>child',
  steps: [
    'ies>y sses>ss shes>sh ches>ch xes>x oes>o ses>s ss us s>',
    // Singulars fall together with what the first step leaves of their plurals: cookie, cache, axe, shoe, case.
    'ie>y sse>ss she>sh che>ch oe>o se>s',
  ],
  singular: 'ies>y ies>ie ches>ch ches>che shes>sh sses>ss xes>x xes>xe oes>o zzes>zz uses>us s>',
  plural: 'ay>ays ey>eys oy>oys uy>uys y>ies ss>sses s ch>ches sh>shes x>xes z man >s',
  uncounted:
    'headphones earphones earbuds glasses sunglasses eyeglasses goggles scissors pants trousers jeans shorts leggings ' +
    'tights shoes boots sneakers sandals slippers socks gloves earrings curtains pliers binoculars clothes electronics ' +
    'pajamas pyjamas chips sweets vitamins wipes diapers nappies supplies goods movies games toys series news ' +
    'bluetooth memory paper ink software hardware equipment storage clothing furniture jewelry jewellery lighting household luggage',
};

const german: Inflections = {
  script: 'latin',
  minLetters: 3,
  irregular: 'schale>schalen matte>matten reise>reisen messe>messen',
  irregularEndings:
    'buch>bücher tuch>tücher rad>räder glas>gläser band>bänder kleid>kleider bild>bilder kind>kinder mann>männer ' +
    'brett>bretter licht>lichter schild>schilder blatt>blätter haus>häuser korn>körner dach>dächer',
  words: 'schale matte reise leinen eisen besen laden lade waren gute gutes jeans messe',
  steps: [
    'eln>el en> es> e> ss us eis glas gras los as>a os>o is>i ys>y ps>p ts>t ks>k ms>m ns>n ls>l rs>r gs>g ds>d',
  ],
  singular: 'n> en> s>',
  maybeSingular: 'e>',
};

const french: Inflections = {
  script: 'latin',
  minLetters: 3,
  irregular: 'bijou>bijoux chou>choux joujou>joujoux jeu>jeux feu>feux',
  words:
    'noire>noir noires>noir blanche>blanc blanches>blanc bleue>bleu bleues>bleu verte>vert vertes>vert ' +
    'grise>gris grises>gris grande>grand grandes>grand petite>petit petites>petit gris dans sans plus tous tres ' +
    'vers nous vous bras bois mois fois pois cours jeans souris tapis yeux>oeil taux faux',
  steps: ['eaux>eau yaux>yau aux>al oux>ou eux>eu ss s>'],
  singular: 'eaux>eau aux>al aux>au eux>eu s>',
  plural: 's x z eau>eaux au eu al ail >s',
  uncounted: 'chaussures baskets lunettes gants chaussettes rideaux jouets bottes sandales',
};

const spanish: Inflections = {
  script: 'latin',
  minLetters: 3,
  irregular: 'autobús>autobuses',
  words: 'jeans tenis tres autobus virus',
  steps: ['ss s>', 'ce>z e>'],
  singular: 'ces>z ones>ón ines>ín anes>án s> es>',
  plural: 's x ón>ones z>ces a>as e>es i>is o>os u>us l>les r>res n>nes d>des j>jes',
  uncounted:
    'zapatos zapatillas auriculares gafas pantalones vaqueros botas sandalias calcetines guantes cortinas',
};

const italian: Inflections = {
  script: 'latin',
  minLetters: 3,
  irregular: 'luce>luci chiave>chiavi',
  words: 'latte sale sete rete luce chiave',
  // Endings of nouns whose singular has an e; all others are feminine with a and e, or masculine with o and i.
  steps: [
    'ori>ore oni>one ali>ale ili>ile anti>ante enti>ente ici>ice ore one ale ile ante ente ice ' +
      'chio>co chi>co ghi>go che>ca ghe>ga io>o i>o e>a',
  ],
  singular: 'chi>co chi>chio ghi>go che>ca ghe>ga i>o i>e i>io e>a',
};

const portuguese: Inflections = {
  script: 'latin',
  minLetters: 3,
  words: 'mais lapis onibus tenis jeans oculos reis',
  steps: ['oes>ao aes>ao ais>al eis>el ois>ol ns>m ss s>', 're>r ze>z se>s'],
  singular: 'ões>ão ães>ão ais>al éis>el eis>el óis>ol ns>m s> res>r zes>z ses>s',
  plural: 's x ção>ções ão m>ns al>ais a>as e>es i>is o>os u>us r>res z>zes',
  uncounted: 'sapatos tênis óculos calças meias',
};

const dutch: Inflections = {
  script: 'latin',
  minLetters: 3,
  irregular: 'fiets>fietsen schaats>schaatsen muts>mutsen kussen>kussens',
  words: 'paars kaars laars fiets schaats muts kussen laken deken wagen molen regen lens pols hals',
  steps: [
    'ies>ie es>e ps>p ts>t ks>k ns>n ms>m rs>r ls>l gs>g ds>d fs>f bs>b ws>w',
    'oen ien een bben>b dden>d ffen>f ggen>g kken>k llen>l mmen>m nnen>n ppen>p rren>r ssen>s tten>t en> e>',
  ],
  singular: 's> bben>b dden>d ffen>f ggen>g kken>k llen>l mmen>m nnen>n ppen>p rren>r ssen>s tten>t en> es>',
};

const swedish: Inflections = {
  script: 'latin',
  minLetters: 3,
  words: `${loans} sommar koppar peppar meter kontor`,
  steps: [
    'orna> arna> ator otor itor ktor ssor nsor orerna>or ionerna>ion orer>or oner>on iner>in etter>ett or> ar> a>',
  ],
  singular: 'orna>a or>a arna> ar> ar>e er>',
};

const polish: Inflections = {
  script: 'latin',
  minLetters: 4,
  steps: ['ami> ach> ego> emu> ych> ich> ymi> imi> ow> ej> a> e> i> o> u> y>'],
};

const czech: Inflections = {
  script: 'latin',
  minLetters: 4,
  steps: ['ami> emi> ymi> imi> ach> ech> ich> ych> eho> iho> emu> imu> ove> ovi> ou> um> a> e> i> o> u> y>'],
};

const russian: Inflections = {
  script: 'cyrillic',
  minLetters: 3,
  words: 'часы духи очки',
  steps: [
    'иями> ями> ами> ого> его> ому> ему> ыми> ими> иях> ях> ах> ых> их> ый> ий> ой> ая> яя> ое> ее> ые> ие> ую> ' +
      'юю> ии> ия> ию> ов> а> е> и> о> у> ы> ь> ю> я>',
  ],
};

const turkish: Inflections = {
  script: 'latin',
  minLetters: 3,
  words: 'roller dolar polar',
  steps: ['lari> leri> lar> ler>'],
  singular: 'ları> leri> lar> ler>',
  namedSingular:
    'kları>ğı kları>ğu kleri>ği kleri>ğü pları>bı pleri>bi ları>sı ları>su leri>si leri>sü ' +
    'ları>ı ları>u leri>i leri>ü',
};

const arabic: Inflections = {
  script: 'arabic',
  minLetters: 3,
  prefixes: 'وال بال كال فال ال',
  steps: ['ات> ين> ون> ه>'],
};

/** By language, as languageOf (stop-words.ts) gives it. */
export const inflections: ReadonlyMap<string, Inflections> = new Map([
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
