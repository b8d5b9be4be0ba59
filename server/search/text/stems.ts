/**
 * Light stems: what a word has in common with its plural and simplest inflections, by the rules of the store's
 * language (inflections.ts). A stem is good for one thing: two words with the same stem are variants of each other.
 * It is not always a word, and nothing may show it.
 */
import { fold } from './fold.ts';
import { type Inflections, inflections } from './inflections.ts';
import { languageOf } from './stop-words.ts';

/** Shorter words have hardly any inflection that leaves them recognizable. */
const wordMinLetters = 4;

const alphabets = {
  latin: /^[a-z]+$/,
  cyrillic: /^[а-я]+$/,
  arabic: /^[\u0621-\u064a]+$/,
} as const;

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
  const alphabet = alphabets[rules.script];
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

/** An ending, and what stands there instead. */
export interface SuffixRule {
  readonly suffix: string;
  readonly replacement: string;
}

/** One for all stores of a language. */
const compiled = new Map<Inflections, (word: string) => string>();

function compiledRules(rules: Inflections): (word: string) => string {
  const stem = compiled.get(rules) ?? compileRules(rules);
  compiled.set(rules, stem);
  return stem;
}

function compileRules(rules: Inflections): (word: string) => string {
  const { minLetters } = rules;
  const { irregular = '', irregularEndings = '' } = rules;
  const words = new Map(
    [...parseRules(rules.words), ...turnedRules(fold(irregular))].map((rule) => [
      rule.suffix,
      rule.replacement,
    ]),
  );
  const prefixes = parseRules(rules.prefixes ?? '').map(({ suffix }) => suffix);
  const steps = [turnedRules(fold(irregularEndings)), ...rules.steps.map(parseRules)].map((step) =>
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

/** `one>several` as a rule that makes one of several. */
function turnedRules(text: string): SuffixRule[] {
  return parseRules(text).map(({ suffix, replacement }) => ({ suffix: replacement, replacement: suffix }));
}

/** `a>b` replaces, `a>` drops, `a` keeps. */
export function parseRules(text = ''): SuffixRule[] {
  return text
    .split(' ')
    .filter((rule) => rule !== '')
    .map((rule) => {
      const [suffix = '', replacement = suffix] = rule.split('>');
      return { suffix, replacement };
    });
}
