/**
 * The written forms of a word: one thing and several. A form that is returned is one that the catalog says, one of the
 * checked words of inflections.ts, or the word itself; what only a rule would make is never shown. Words are in lower
 * case, as people write them. Stems, which nothing may show, are in stems.ts.
 */
import { fold } from './fold.ts';
import { type Inflections, inflections } from './inflections.ts';
import { createStemmer, parseRules, type SuffixRule } from './stems.ts';
import { languageOf } from './stop-words.ts';

/** Whether the catalog writes a word, which is in lower case. */
type IsAttested = (word: string) => boolean;

/**
 * The form of a word that a shopper types for one thing: of `knives` it is `knife`. `language` may be a locale. A checked
 * word comes first, then a form that the catalog writes; where neither is known, it is the word unchanged.
 */
export function singularOf(word: string, language: string, isAttested: IsAttested): string {
  const forms = wordForms(language);
  if (forms === null || forms.uncounted.has(word)) return word;
  const checked = checkedForm(word, forms.oneOf, forms.oneOfEnding);
  return checked ?? singularCandidates(word, forms, isAttested).find((one) => isAttested(one)) ?? word;
}

/** Whether a word is typed as it is, however many are meant: `headphones`, `paper`. `language` may be a locale. */
export function isUncounted(word: string, language: string): boolean {
  return wordForms(language)?.uncounted.has(word) === true;
}

/**
 * All forms that count as the same word, the word itself first: what is one of several and what is several of it, by the
 * checked words, by rules of languages whose plural is always regular, and by what the catalog writes.
 */
export function formsOf(
  word: string,
  language: string,
  isAttested: IsAttested = () => false,
): readonly string[] {
  const forms = wordForms(language);
  if (forms === null) return [word];
  const one = singularOf(word, language, isAttested);
  const several = pluralOf(one, forms);
  return [...new Set([word, one, ...(several === null ? [] : [several])])];
}

/** What is known of the words of one language. */
interface WordForms {
  readonly stem: (word: string) => string;
  readonly uncounted: ReadonlySet<string>;
  readonly oneOf: ReadonlyMap<string, string>;
  readonly severalOf: ReadonlyMap<string, string>;
  readonly oneOfEnding: readonly SuffixRule[];
  readonly severalOfEnding: readonly SuffixRule[];
  readonly named: readonly SuffixRule[];
  readonly singular: readonly SuffixRule[];
  readonly maybeSingular: readonly SuffixRule[];
  readonly plural: readonly SuffixRule[];
}

const known = new Map<Inflections, WordForms>();

function wordForms(locale: string): WordForms | null {
  const language = languageOf(locale);
  const rules = inflections.get(language);
  if (rules === undefined) return null;
  const before = known.get(rules);
  if (before !== undefined) return before;
  const several = parseRules(rules.irregular);
  const endings = parseRules(rules.irregularEndings);
  const made = {
    stem: createStemmer(language),
    uncounted: new Set(rules.uncounted?.split(' ')),
    oneOf: new Map(several.map(({ suffix, replacement }) => [replacement, suffix])),
    severalOf: new Map(several.map(({ suffix, replacement }) => [suffix, replacement])),
    oneOfEnding: endings.map(({ suffix, replacement }) => ({ suffix: replacement, replacement: suffix })),
    severalOfEnding: endings,
    named: parseRules(rules.namedSingular),
    singular: parseRules(rules.singular),
    maybeSingular: parseRules(rules.maybeSingular),
    plural: parseRules(rules.plural),
  };
  known.set(rules, made);
  return made;
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

/** What rules make of a word for one thing. Whether they are words at all, the catalog tells. */
function singularCandidates(word: string, forms: WordForms, isAttested: IsAttested): string[] {
  const { stem, named, singular, maybeSingular } = forms;
  const own = stem(fold(word));
  const isOfStem = (one: string) => stem(fold(one)) === own;
  const maybe = replaced(word, maybeSingular);
  return [
    ...replaced(word, named),
    ...withPlainVowel(replaced(word, singular)).filter(isOfStem),
    // `Stühle` are several in any case, `Lampe` mostly is one.
    ...withPlainVowel(maybe).filter((one) => isOfStem(one) && !(maybe.includes(one) && isAttested(word))),
  ].filter((one) => one.length >= formMinLetters && one !== word);
}

/** The word with each of the endings that it has replaced. */
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

/** Each word, and the same without its last umlaut: what ends a German plural mostly changes its vowel too. */
function withPlainVowel(words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const plain = word.replace(/[äöü](?=[^äöü]*$)/u, (vowel) => umlauts.get(vowel) ?? vowel);
    return plain === word ? [word] : [word, plain];
  });
}

/** Without a vowel it is an abbreviation: `sdrs` is not written. */
const hasVowel = /[aeiouyáéíóúâêîôûàèäöüãõåæøı]/u;

/** Several of one thing, or null where no rule is sure. */
function pluralOf(word: string, forms: WordForms): string | null {
  const { stem, uncounted, severalOf, severalOfEnding, plural } = forms;
  if (uncounted.has(word)) return null;
  const checked = checkedForm(word, severalOf, severalOfEnding);
  if (checked !== null) return checked;
  const isWord = word.length >= formMinLetters && hasVowel.test(word) && /^\p{L}+$/u.test(word);
  const [several = word] = isWord ? replaced(word, plural) : [];
  return several === word || stem(fold(several)) !== stem(fold(word)) ? null : several;
}
