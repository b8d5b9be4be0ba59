/** Reads the titles of tests, and holds them to be short sentences that name subject and outcome. */
import { closingIndex, codeTokens, quotedText, type Token } from './lexer.ts';
import type { Offence, Rule } from './offence.ts';

export interface TestTitle {
  readonly title: string;
  readonly line: number;
  /** Made of parts that only a run knows: a title for each case of a table. */
  readonly isTemplate: boolean;
}

const testCalls = new Set(['test', 'it']);
const groupingCalls = new Set(['describe', 'suite']);
/** Their text names a condition, for the message at its limit. */
const waitingCalls = new Set(['waitUntil']);

export const titleMaxWords = 12;

/** A title that begins so has its subject in a clause, or its verb at the end. */
const bannedFirstWord = /^(?:what|of)\b/i;

/** `§4.9.8 `, `Contract §6 `, `§2.1 title: `, `§4.2 batch, §4.2 answer: `. */
const reference = /^(?:(?:Contract )?§[\d.]+(?: [a-z_-]+(?=:|, (?:Contract )?§))?(?:, |: | ))+/;

/**
 * Titles of `test('…')` and `it('…')`, subtests (`t.test('…')`) included, and of functions that register tests in
 * their place (`onBothEngines('…', async () => …)`), in the order of the file.
 */
export function findTestTitles(text: string): TestTitle[] {
  const tokens = codeTokens(text);
  return tokens.flatMap((_, index) => {
    const title = tokens[index + 2];
    if (title === undefined || !registersTest(tokens, index)) return [];
    const isTemplate = title.kind === 'template' && title.text.includes('${');
    return [{ title: quotedText(title), line: title.line, isTemplate }];
  });
}

function registersTest(tokens: readonly Token[], index: number): boolean {
  const [call, open, title, next] = tokens.slice(index, index + 4);
  if (call?.kind !== 'word' || open?.text !== '(' || title === undefined) return false;
  if (title.kind !== 'string' && title.kind !== 'template') return false;
  // A pattern's `.test('text')` takes one argument only.
  if (testCalls.has(call.text)) return next?.text !== ')';
  const isMethod = tokens[index - 1]?.text === '.';
  if (isMethod || groupingCalls.has(call.text) || waitingCalls.has(call.text)) return false;
  return next?.text === ',' && isArrow(tokens, index + 4);
}

function isArrow(tokens: readonly Token[], index: number): boolean {
  const start = tokens[index]?.text === 'async' ? index + 1 : index;
  return tokens[start]?.text === '(' && tokens[closingIndex(tokens, start) + 1]?.text === '=>';
}

export const testTitlesAreSentences: Rule = (files) =>
  files.filter(({ path }) => path.endsWith('.test.ts')).flatMap(({ path, text }) => judgeTitles(path, text));

function judgeTitles(path: string, text: string): Offence[] {
  const seen = new Set<string>();
  return findTestTitles(text).flatMap(({ title, line, isTemplate }) => {
    const repeated = !isTemplate && seen.has(title);
    seen.add(title);
    if (repeated) return [{ path, line, message: `repeats the title "${title}": say what differs.` }];
    if (/\bshould\b/i.test(title)) {
      return [{ path, line, message: `"${title}" says should: state what happens.` }];
    }
    const sentence = title.replace(reference, '');
    const [first = ''] = bannedFirstWord.exec(sentence) ?? [];
    if (first !== '') {
      const message = `"${title}" begins with "${first}": name the subject first, then the outcome.`;
      return [{ path, line, message }];
    }
    const count = countWords(sentence);
    if (count <= titleMaxWords) return [];
    const message = `"${title}" has ${count} words: say act and result in ${titleMaxWords} at most.`;
    return [{ path, line, message }];
  });
}

/** Counts words; the value that a run puts into a template is one. */
function countWords(sentence: string): number {
  return sentence
    .replace(/\$\{[^}]*\}/g, 'x')
    .split(/\s+/)
    .filter((word) => word !== '').length;
}

/**
 * Every text that opens the arguments of a call: titles of tests, also where a function of the file makes a longer one
 * of it. For those who look a title up.
 */
export function quotedTitles(text: string): Set<string> {
  const tokens = codeTokens(text);
  return new Set(
    tokens.flatMap((token, index) =>
      (token.kind === 'string' || token.kind === 'template') && tokens[index - 1]?.text === '('
        ? [quotedText(token)]
        : [],
    ),
  );
}
