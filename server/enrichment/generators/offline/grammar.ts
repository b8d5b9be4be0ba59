/**
 * How languages put a thing and what is said of it together, where the rules are so plain that the result is always what
 * people type. Where a language would need to know more of the noun (its gender in French, its case in Greek), there is
 * no phrase by rule, and only what the catalog's own titles say is used.
 */
import { fold } from '../../../search/text/fold.ts';
import { languageOf } from '../../../search/text/stop-words.ts';
import type { Audience } from './trait-words.ts';

/** Puts a trait to a noun; null where nobody could say how. */
export type Join = (noun: string, trait: string) => string | null;

/** The rules of one language. */
export interface Grammar {
  readonly colour: Join;
  readonly material: Join;
  /** Uses, techniques, seasons and whatever else stands to a noun as another noun does. */
  readonly other: Join;
  readonly measure: Join;
  readonly brand: Join;
  readonly audience: (noun: string, audience: Audience) => string | null;
  /** How it says what a thing goes with; null where nobody could say. */
  readonly fits: Fits | null;
}

/** `case for iphone 7` is typed `iphone 7 case`. */
interface Fits {
  /** Folded words between thing and model. */
  readonly words: ReadonlySet<string>;
  /** They stand behind the model: `iphone 7 uyumlu kılıf`. */
  readonly isBehind: boolean;
  /** The model as trait. */
  readonly join: Join;
}

const before: Join = (noun, trait) => `${trait} ${noun}`;
const behind: Join = (noun, trait) => `${noun} ${trait}`;
const never: Join = () => null;
const with_ =
  (preposition: string): Join =>
  (noun, trait) =>
    `${noun} ${preposition} ${trait}`;

/** Colours that agree by their endings: `camisa negra`, `zapatos negros`. */
const romanceColour: Join = (noun, colour) => {
  if (!/o$/.test(colour)) return /^[\p{L}]+[eal]$/u.test(colour) ? `${noun} ${colour}` : null;
  const first = noun.split(' ')[0] ?? '';
  const ending = /(o|a|os|as)$/.exec(first)?.[1];
  return ending === undefined ? null : `${noun} ${colour.slice(0, -1)}${ending}`;
};

const italianColour: Join = (noun, colour) => {
  const first = noun.split(' ')[0] ?? '';
  if (/[aeiu]$/.test(colour)) return /^(?:blu|rosa|viola)$/.test(colour) ? `${noun} ${colour}` : null;
  if (!/o$/.test(colour) || !/[oa]$/.test(first)) return null;
  return `${noun} ${colour.slice(0, -1)}${first.slice(-1)}`;
};

/** French colours that are one for both genders. */
const frenchColour: Join = (noun, colour) =>
  /^(?:rouge|jaune|rose|beige|orange|marron|turquoise|argent)$/.test(colour) ? `${noun} ${colour}` : null;

/** The masculine form stands in the dictionary, and in catalogs. */
const asItIs = '';

/** Endings of adjectives by the ending of the noun: Slavic nouns tell their gender. */
function slavicColour(
  masculine: RegExp,
  endings: readonly (readonly [noun: RegExp, ending: string])[],
): Join {
  return (noun, colour) => {
    if (!masculine.test(colour)) return null;
    const last = noun.split(' ')[0] ?? '';
    const ending = endings.find(([pattern]) => pattern.test(last))?.[1];
    if (ending === undefined) return null;
    return `${ending === asItIs ? colour : colour.replace(masculine, ending)} ${noun}`;
  };
}

const russianColour = slavicColour(/(?:ый|ой)$/u, [
  [/[ая]$/u, 'ая'],
  [/[ое]$/u, 'ое'],
  [/[ыи]$/u, 'ые'],
  [/[бвгджзйклмнпрстфхцчшщ]$/u, asItIs],
]);
const polishColour = slavicColour(/y$/u, [
  [/a$/u, 'a'],
  [/[oe]$/u, 'e'],
  [/[bcdfghjklłmnprstwz]$/u, asItIs],
]);
const czechColour = slavicColour(/ý$/u, [
  [/a$/u, 'á'],
  [/o$/u, 'é'],
  [/[bcčdďfghjklmnňprřsštťvzž]$/u, asItIs],
]);

type AudienceWords = Readonly<Partial<Record<Audience, string>>>;

function audienceJoin(words: AudienceWords, join: Join): Grammar['audience'] {
  return (noun, audience) => {
    const word = words[audience];
    return word === undefined ? null : join(noun, word);
  };
}

const joined: Join = (noun, trait) => `${trait}${noun}`;
const joinedBehind: Join = (noun, trait) => `${noun}${trait}`;

function fitting(words: string, join: Join, isBehind = false): Fits {
  return { words: new Set(fold(words).split(' ')), join, isBehind };
}

/** Where nothing is known of a language: only the brand is put to a noun. */
const unknown: Grammar = {
  colour: never,
  material: never,
  other: never,
  measure: behind,
  brand: before,
  audience: () => null,
  fits: null,
};

const english: Grammar = {
  colour: before,
  material: before,
  other: before,
  measure: before,
  brand: before,
  audience: audienceJoin(
    { men: "men's", women: "women's", boys: 'boys', girls: 'girls', kids: 'kids', baby: 'baby' },
    before,
  ),
  fits: fitting('for fits suits', before),
};

/** German, Dutch and the North: typed as `stuhl schwarz`, since an adjective before the noun would need its gender. */
function germanic(fits: string, words: AudienceWords): Grammar {
  return {
    ...unknown,
    colour: behind,
    material: behind,
    other: behind,
    audience: audienceJoin(words, behind),
    fits: fitting(fits, before),
  };
}

function romance(fits: string, colour: Join, material: string, words: AudienceWords): Grammar {
  return {
    ...unknown,
    colour,
    material: with_(material),
    other: never,
    brand: behind,
    audience: audienceJoin(words, behind),
    fits: fitting(fits, behind),
  };
}

function slavic(fits: string, colour: Join, words: AudienceWords): Grammar {
  const audience = audienceJoin(words, behind);
  return { ...unknown, colour, brand: behind, audience, fits: fitting(fits, behind) };
}

const norwegian = germanic('til for', { men: 'herre', women: 'dame', kids: 'barn', baby: 'baby' });

const grammars = new Map<string, Grammar>([
  ['en', english],
  [
    'de',
    germanic('fur', {
      men: 'herren',
      women: 'damen',
      boys: 'jungen',
      girls: 'mädchen',
      kids: 'kinder',
      baby: 'baby',
    }),
  ],
  [
    'nl',
    germanic('voor', {
      men: 'heren',
      women: 'dames',
      boys: 'jongens',
      girls: 'meisjes',
      kids: 'kinderen',
      baby: 'baby',
    }),
  ],
  ['sv', germanic('for till', { men: 'herr', women: 'dam', kids: 'barn', baby: 'baby' })],
  ['da', germanic('til for', { men: 'herre', women: 'dame', kids: 'børn', baby: 'baby' })],
  ['no', norwegian],
  ['nb', norwegian],
  ['nn', norwegian],
  [
    'fr',
    romance('pour', frenchColour, 'en', {
      men: 'homme',
      women: 'femme',
      boys: 'garçon',
      girls: 'fille',
      kids: 'enfant',
      baby: 'bébé',
    }),
  ],
  [
    'es',
    romance('para', romanceColour, 'de', {
      men: 'hombre',
      women: 'mujer',
      boys: 'niño',
      girls: 'niña',
      kids: 'infantil',
      baby: 'bebé',
    }),
  ],
  [
    'it',
    romance('per', italianColour, 'in', {
      men: 'uomo',
      women: 'donna',
      boys: 'bambino',
      girls: 'bambina',
      kids: 'bambini',
      baby: 'neonato',
    }),
  ],
  [
    'pt',
    romance('para', romanceColour, 'de', {
      men: 'homem',
      women: 'mulher',
      boys: 'menino',
      girls: 'menina',
      kids: 'infantil',
      baby: 'bebê',
    }),
  ],
  ['pl', slavic('do dla', polishColour, { kids: 'dla dzieci' })],
  ['cs', slavic('pro', czechColour, { kids: 'pro děti' })],
  ['ru', slavic('для', russianColour, { kids: 'для детей' })],
  [
    'tr',
    {
      ...unknown,
      measure: before,
      colour: before,
      material: before,
      fits: fitting('icin uyumlu', before, true),
      audience: audienceJoin(
        {
          men: 'erkek',
          women: 'kadın',
          boys: 'erkek çocuk',
          girls: 'kız çocuk',
          kids: 'çocuk',
          baby: 'bebek',
        },
        before,
      ),
    },
  ],
  ['hu', { ...unknown, colour: before }],
  ['fi', { ...unknown, colour: before }],
  [
    'ar',
    {
      ...unknown,
      brand: behind,
      material: behind,
      audience: audienceJoin({ men: 'رجالي', women: 'نسائي', kids: 'اطفال' }, behind),
    },
  ],
  ['he', { ...unknown, brand: behind }],
  ['vi', { ...unknown, brand: behind, colour: with_('màu'), material: behind, fits: fitting('cho', behind) }],
  ['id', { ...unknown, brand: behind, colour: behind, material: behind, fits: fitting('untuk', behind) }],
  [
    'th',
    {
      ...unknown,
      brand: behind,
      colour: (noun, colour) => {
        // `white` of a value is no word behind สี.
        if (!/^\p{Script=Thai}/u.test(colour)) return null;
        return `${noun} ${colour.startsWith('สี') ? colour : `สี${colour}`}`;
      },
      material: joinedBehind,
      fits: fitting('สำหรับ', behind),
      audience: audienceJoin({ men: 'ผู้ชาย', women: 'ผู้หญิง', kids: 'เด็ก' }, joinedBehind),
    },
  ],
  [
    'ja',
    {
      ...unknown,
      colour: behind,
      material: before,
      audience: audienceJoin({ men: 'メンズ', women: 'レディース', kids: 'キッズ', baby: 'ベビー' }, behind),
    },
  ],
  [
    'zh',
    {
      ...unknown,
      colour: joined,
      material: joined,
      audience: audienceJoin({ men: '男士', women: '女士', kids: '儿童', baby: '婴儿' }, joined),
    },
  ],
  [
    'ko',
    {
      ...unknown,
      colour: before,
      material: before,
      audience: audienceJoin({ men: '남성', women: '여성', kids: '아동' }, before),
    },
  ],
]);

/** The rules of a BCP 47 locale's language; of an unknown one only what is the same nearly everywhere. */
export function grammarOf(locale: string): Grammar {
  return grammars.get(languageOf(locale)) ?? unknown;
}
