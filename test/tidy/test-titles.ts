/** Reads the titles of tests, and holds them to be sentences that name one outcome each. */
import { codeTokens, quotedText } from './lexer.ts';
import type { Offence, Rule } from './offence.ts';

export interface TestTitle {
  readonly title: string;
  readonly line: number;
  /** Made of parts that only a run knows: a title for each case of a table. */
  readonly isTemplate: boolean;
}

/** Titles of `test('…')` and `it('…')`, subtests (`t.test('…')`) included, in the order of the file. */
export function findTestTitles(text: string): TestTitle[] {
  const tokens = codeTokens(text);
  return tokens.flatMap((token, index) => {
    if (token.text !== 'test' && token.text !== 'it') return [];
    const [open, title, next] = tokens.slice(index + 1, index + 4);
    // A pattern's `.test('text')` takes one argument only.
    if (open?.text !== '(' || title === undefined || next?.text === ')') return [];
    if (title.kind !== 'string' && title.kind !== 'template') return [];
    const isTemplate = title.kind === 'template' && title.text.includes('${');
    return [{ title: quotedText(title), line: title.line, isTemplate }];
  });
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
    return [];
  });
}
