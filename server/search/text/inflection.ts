/**
 * Finds the singular of a word as people write it. The result is a word of the catalog, a checked word of the language, or the word
 * itself: a form that only a rule makes is never shown. Words are in lower case. Stems, which must not be shown, are in stems.ts.
 * Pure. A language without rules, or a word of fewer than 3 letters, gives the word unchanged.
 */
// Tests: ./inflection.test.ts.
import { wordsOfLines } from '../../language/words.ts';
import { fold } from './fold.ts';
import {
  createStemmer,
  type Inflections,
  inflections,
  parseRules,
  reverseRules,
  type SuffixRule,
} from './stems.ts';
import { languageOf } from './stop-words.ts';

/** Whether the catalog has a word, which is in lower case. */
type IsAttested = (word: string) => boolean;

/**
 * The singular of a word: `knife` of `knives`. `language` may be a locale. A checked word comes first, then a form that
 * the catalog has; where neither is known, the word comes back unchanged.
 */
export function singularOf(word: string, language: string, isAttested: IsAttested): string {
  const forms = wordForms(language);
  if (forms === null || forms.uncounted.has(word)) return word;
  const checked = checkedForm(word, forms.singularOf, forms.singularOfEnding);
  return checked ?? singularCandidates(word, forms, isAttested).find((one) => isAttested(one)) ?? word;
}

/** Whether a word is typed in one form only: `headphones`, `paper`. `language` may be a locale. */
export function isUncounted(word: string, language: string): boolean {
  return wordForms(language)?.uncounted.has(word) === true;
}

/** The rules for the written forms of one language. */
interface WordForms {
  readonly stem: (word: string) => string;
  readonly uncounted: ReadonlySet<string>;
  readonly singularOf: ReadonlyMap<string, string>;
  readonly singularOfEnding: readonly SuffixRule[];
  readonly named: readonly SuffixRule[];
  readonly singular: readonly SuffixRule[];
  readonly maybeSingular: readonly SuffixRule[];
}

const known = new Map<Inflections, WordForms>();

function wordForms(locale: string): WordForms | null {
  const language = languageOf(locale);
  const rules = inflections.get(language);
  if (rules === undefined) return null;
  const before = known.get(rules);
  if (before !== undefined) return before;
  const irregular = parseRules(rules.irregular);
  const forms = {
    stem: createStemmer(language),
    uncounted: new Set(wordsOfLines(rules.uncounted)),
    singularOf: new Map(irregular.map(({ suffix, replacement }) => [replacement, suffix])),
    singularOfEnding: reverseRules(parseRules(rules.irregularEndings)),
    named: parseRules(rules.namedSingular),
    singular: parseRules(rules.singular),
    maybeSingular: parseRules(rules.maybeSingular),
  };
  known.set(rules, forms);
  return forms;
}

function checkedForm(
  word: string,
  words: ReadonlyMap<string, string>,
  endings: readonly SuffixRule[],
): string | null {
  const whole = words.get(word);
  if (whole !== undefined) return whole;
  return replaced(word, endings)[0] ?? null;
}

/** Shorter ones are abbreviations, and parts of too many words. */
const formMinLetters = 3;

/** Singulars that rules make of a word. Only the catalog tells whether they are words. */
function singularCandidates(word: string, forms: WordForms, isAttested: IsAttested): string[] {
  const { stem, named, singular, maybeSingular } = forms;
  const own = stem(fold(word));
  const isOfStem = (one: string) => stem(fold(one)) === own;
  const maybe = replaced(word, maybeSingular);
  return [
    ...replaced(word, named),
    ...withPlainVowel(replaced(word, singular)).filter(isOfStem),
    // `Stühle` is always a plural, `Lampe` mostly a singular.
    ...withPlainVowel(maybe).filter((one) => isOfStem(one) && !(maybe.includes(one) && isAttested(word))),
  ].filter((one) => one.length >= formMinLetters && one !== word);
}

/** The word once for each rule that fits, with its ending replaced. */
function replaced(word: string, rules: readonly SuffixRule[]): string[] {
  return rules.filter(({ suffix }) => word.endsWith(suffix)).map((rule) => replaceEnding(word, rule));
}

function replaceEnding(word: string, { suffix, replacement }: SuffixRule): string {
  return word.slice(0, word.length - suffix.length) + replacement;
}

const umlauts = new Map([
  ['ä', 'a'],
  ['ö', 'o'],
  ['ü', 'u'],
]);

/** Each word, and the same without its last umlaut: most German plural endings change the vowel too. */
function withPlainVowel(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const plain = word.replace(/[äöü](?=[^äöü]*$)/u, (vowel) => umlauts.get(vowel) ?? vowel);
    return plain === word ? [word] : [word, plain];
  });
}
