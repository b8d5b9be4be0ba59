/**
 * How languages combine a noun with a colour, material, audience or brand, as far as the rules are so simple that the result is what
 * people type. Where a rule would have to know more about the noun (its gender in French, its case in Greek), there is no phrase by
 * rule, and only combinations from the catalog's own titles are used. Pure; null means that no rule applies, and the caller leaves the
 * phrase out. Words are in lower case. It never inflects a word that it has no rule for.
 */
// Tests: ./model-code.test.ts.
import composedWords from '../../../language/enrichment/composed-words.json' with { type: 'json' };
import { byLanguage } from '../../../language/words.ts';
import { languageOf } from '../../../search/text/stop-words.ts';
import type { Audience } from './trait-words.ts';

/** Combines a noun and a trait; null if no rule applies. */
export type Join = (noun: string, trait: string) => string | null;

/** The rules of one language. */
export interface Grammar {
  readonly colour: Join;
  readonly material: Join;
  /** Uses, techniques, seasons and other nouns. */
  readonly other: Join;
  readonly measure: Join;
  readonly brand: Join;
  readonly audience: (noun: string, audience: Audience) => string | null;
  /** The form in which the language names the model that a thing fits; null if unknown. */
  readonly fits: Fits | null;
}

/** `case for iphone 7` is typed `iphone 7 case`. */
interface Fits {
  /** Folded words between thing and model, such as `for`. */
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

/** The masculine form, which dictionaries and catalogs use. */
const asItIs = '';

/** Endings of adjectives by the ending of the noun, which shows its gender in Slavic languages. */
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

const joined: Join = (noun, trait) => `${trait}${noun}`;
const joinedBehind: Join = (noun, trait) => `${noun}${trait}`;

/** The rules by which a language puts traits beside a noun; absent ones are as in {@link unknown}. */
interface Rules extends Partial<Pick<Grammar, 'colour' | 'material' | 'other' | 'measure' | 'brand'>> {
  /** The rules by which the words of `composed-words.json` are joined: the audience of a product, and the model that it fits. */
  readonly audience?: Join;
  readonly fits?: Join;
  /** Whether words such as "for" stand behind the model: `iphone 7 uyumlu kılıf`. */
  readonly fitsIsBehind?: boolean;
}

/** The grammar of an unknown language, which combines only the brand and the measure with a noun. */
const unknown: Grammar = {
  colour: never,
  material: never,
  other: never,
  measure: behind,
  brand: before,
  audience: () => null,
  fits: null,
};

const english: Rules = {
  colour: before,
  material: before,
  other: before,
  measure: before,
  audience: before,
  fits: before,
};
/** Typed as `stuhl schwarz`, since an adjective before the noun would need its gender. */
const germanic: Rules = { colour: behind, material: behind, other: behind, audience: behind, fits: before };
const slavic: Rules = { brand: behind, audience: behind, fits: behind };
const romance: Rules = { brand: behind, audience: behind, fits: behind };

/** `white` of an English value may not follow สี. */
const thaiColour: Join = (noun, colour) => {
  if (!/^\p{Script=Thai}/u.test(colour)) return null;
  return `${noun} ${colour.startsWith('สี') ? colour : `สี${colour}`}`;
};

const rulesByLanguage = new Map<string, Rules>([
  ['en', english],
  ...['de', 'nl', 'sv', 'da', 'no', 'nb', 'nn'].map((language) => [language, germanic] as const),
  ['fr', { ...romance, colour: frenchColour, material: with_('en') }],
  ['es', { ...romance, colour: romanceColour, material: with_('de') }],
  ['it', { ...romance, colour: italianColour, material: with_('in') }],
  ['pt', { ...romance, colour: romanceColour, material: with_('de') }],
  ['pl', { ...slavic, colour: polishColour }],
  ['cs', { ...slavic, colour: czechColour }],
  ['ru', { ...slavic, colour: russianColour }],
  [
    'tr',
    {
      colour: before,
      material: before,
      measure: before,
      audience: before,
      fits: before,
      fitsIsBehind: true,
    },
  ],
  ['hu', { colour: before }],
  ['fi', { colour: before }],
  ['ar', { brand: behind, material: behind, audience: behind }],
  ['he', { brand: behind }],
  ['vi', { brand: behind, colour: with_('màu'), material: behind, fits: behind }],
  ['id', { brand: behind, colour: behind, material: behind, fits: behind }],
  ['th', { brand: behind, colour: thaiColour, material: joinedBehind, audience: joinedBehind, fits: behind }],
  ['ja', { colour: behind, material: before, audience: behind }],
  ['zh', { colour: joined, material: joined, audience: joined }],
  ['ko', { colour: before, material: before, audience: before }],
]);

/** The words of a language: for whom things are, by audience, and what stands between a thing and the model it fits. */
interface ComposedWords {
  readonly audiences?: Readonly<Partial<Record<Audience, string>>>;
  readonly fits?: string;
}

const wordsByLanguage = byLanguage<ComposedWords>(composedWords);

/** The rules of a BCP 47 locale's language; for an unknown language only those that apply nearly everywhere. */
export function grammarOf(locale: string): Grammar {
  const language = languageOf(locale);
  const { audience, fits, fitsIsBehind = false, ...rules } = rulesByLanguage.get(language) ?? {};
  const words = wordsByLanguage.get(language) ?? {};
  return {
    ...unknown,
    ...rules,
    audience: (noun, whom) => {
      const word = words.audiences?.[whom];
      return word === undefined || audience === undefined ? null : audience(noun, word);
    },
    fits:
      fits === undefined || words.fits === undefined
        ? null
        : { words: new Set(words.fits.split(' ')), join: fits, isBehind: fitsIsBehind },
  };
}
