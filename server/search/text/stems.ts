/**
 * How words change in number and in the simplest inflections, by language, and the light stems that follow from it: what a
 * word has in common with its plural. Two words with the same stem are variants of each other; that is all a stem is good
 * for. It is not always a word, and must never be shown. Written forms, which may be shown, are in inflection.ts.
 *
 * Precision comes first: words with one stem are taken for each other, so rules that would confuse two things that shops
 * sell are left out, and exceptions are listed word by word (language/inflections.json).
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
 *
 * Pure. An unknown language or script, and a word of fewer than 4 letters or with a digit, has no stem but itself.
 */
// Tests: ./stems.test.ts.
import file from '../../language/inflections.json' with { type: 'json' };
import { byLanguage, wordsOfLines } from '../../language/words.ts';
import { fold } from './fold.ts';
import { languageOf } from './stop-words.ts';

/**
 * The rules of one language, as lines of rules separated by spaces. Rules about stems are folded; rules about written forms
 * are spelled as people write.
 */
export interface Inflections {
  /** The letters of words that have stems, as in a character class. */
  readonly letters: string;
  /** No step may leave fewer letters. */
  readonly minLetters: number;
  /** Checked words, singular and plural: `axe>axes`. */
  readonly irregular?: readonly string[];
  /** The same for all words with these endings: `shelf>shelves` covers `bookshelves` too. */
  readonly irregularEndings?: readonly string[];
  /** Folded words whose stem is another word, `noire>noir`, or that are their own stem: `lens`. */
  readonly words?: readonly string[];
  /** Articles and the like that are written together with a word, the longest first. */
  readonly prefixes?: readonly string[];
  /**
   * Steps in order, a line each. In each the first suffix that fits and leaves enough letters is replaced: `ies>y`; `s>`
   * is dropped; `ss` stays as it is, which keeps the rules behind it away.
   */
  readonly steps: readonly string[];
  /** Plural endings and what the singular may end with, the likeliest first; the catalog tells which one is a word. */
  readonly singular?: readonly string[];
  /** Plural endings that singular words have just as often. */
  readonly maybeSingular?: readonly string[];
  /** Endings of a noun that ends a compound name: `ekmek bıçakları` has the singular `ekmek bıçağı`. */
  readonly namedSingular?: readonly string[];
  /** Words that are typed in one form only: `headphones`, `paper`. */
  readonly uncounted?: readonly string[];
}

/** The inflections by language code, as {@link languageOf} gives it. */
export const inflections: ReadonlyMap<string, Inflections> = byLanguage<Inflections>(file);

/** An ending, and what replaces it. */
export interface SuffixRule {
  readonly suffix: string;
  readonly replacement: string;
}

/** `a>b` replaces, `a>` drops, `a` keeps. */
export function parseRules(lines: readonly string[] = []): SuffixRule[] {
  return wordsOfLines(lines).map((rule) => {
    const [suffix = '', replacement = suffix] = rule.split('>');
    return { suffix, replacement };
  });
}

/** Rules `singular>plural` as rules that make the singular of the plural. */
export function reverseRules(rules: readonly SuffixRule[]): SuffixRule[] {
  return rules.map(({ suffix, replacement }) => ({ suffix: replacement, replacement: suffix }));
}

/** Shorter words have hardly any inflection that leaves them recognizable. */
const wordMinLetters = 4;

/** Typed without umlauts, `kuehlschrank` is kuhlschrank, but `neue` and `quelle` have none (Snowball's german2). */
const typedUmlaut = /(?<![aeq])(u)e|([ao])e/g;

/**
 * Makes the stemmer of a BCP 47 locale: folded word to stem. Words of fewer than four letters, with digits, or of
 * another script come back as they are, as all words do in a language without rules.
 */
export function createStemmer(locale: string): (word: string) => string {
  const language = languageOf(locale);
  const rules = inflections.get(language);
  if (rules === undefined) return (word) => word;
  const alphabet = new RegExp(`^[${rules.letters}]+$`);
  const stem = compiledRules(rules);
  const respell = (word: string) => {
    const respelled = language === 'de' ? word.replace(typedUmlaut, '$1$2') : word;
    return respelled.length < rules.minLetters ? word : respelled;
  };
  return (word) => {
    const isStemmed = word.length >= wordMinLetters && alphabet.test(word);
    return isStemmed ? stem(respell(word)) : word;
  };
}

/** One for all stores of a language. */
const compiled = new Map<Inflections, (word: string) => string>();

function compiledRules(rules: Inflections): (word: string) => string {
  const stem = compiled.get(rules) ?? compileRules(rules);
  compiled.set(rules, stem);
  return stem;
}

function compileRules(rules: Inflections): (word: string) => string {
  const { minLetters, irregular = [], irregularEndings = [] } = rules;
  const singulars = (lines: readonly string[]) => reverseRules(parseRules(lines.map(fold)));
  const words = new Map(
    [...parseRules(rules.words), ...singulars(irregular)].map(({ suffix, replacement }) => [
      suffix,
      replacement,
    ]),
  );
  const prefixes = wordsOfLines(rules.prefixes);
  const steps = [singulars(irregularEndings), ...rules.steps.map((step) => parseRules([step]))].map((step) =>
    Map.groupBy(step, ({ suffix }) => suffix.slice(-1)),
  );
  return (word) => {
    let stem = words.get(word) ?? word;
    if (words.get(stem) === stem) return stem;
    const prefix = prefixes.find((one) => stem.startsWith(one) && stem.length - one.length >= minLetters);
    if (prefix !== undefined) stem = stem.slice(prefix.length);
    for (const step of steps) stem = applyStep(step, stem, minLetters);
    return stem;
  };
}

/** `rules` by the last letter of the suffix. */
function applyStep(rules: ReadonlyMap<string, readonly SuffixRule[]>, word: string, minLetters: number) {
  for (const { suffix, replacement } of rules.get(word.slice(-1)) ?? []) {
    const letters = word.length - suffix.length + replacement.length;
    if (letters >= minLetters && word.endsWith(suffix)) return word.slice(0, -suffix.length) + replacement;
  }
  return word;
}
