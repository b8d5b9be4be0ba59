/** Rules that hold documents and code equal, both ways: error codes and environment variables. */
import { closingIndex, codeTokens, quotedText } from './lexer.ts';
import type { Offence, Rule, SourceFile } from './offence.ts';

/** One entry of a catalogue, in code or in a document. */
interface Entry {
  readonly name: string;
  readonly line: number;
}

/** contract/words/errors.ts and docs/errors.md list the same codes with the same status. */
export const errorCodesAreDocumented: Rule = (files) =>
  compare(files, {
    code: 'contract/words/errors.ts',
    document: 'docs/errors.md',
    subject: 'error',
    fromCode: errorCodesInCode,
    fromDocument: (text) =>
      tableRows(text, /^\| *(\d{3}) *\| *`(\w+)` *\|/, ([, status, name]) => [`${status} ${name}`]),
  });

/** contract/words/product-import.ts and docs/errors.md list the same codes of a row. */
export const rowCodesAreDocumented: Rule = (files) =>
  compare(files, {
    code: 'contract/words/product-import.ts',
    document: 'docs/errors.md',
    subject: 'row code',
    fromCode: rowCodesInCode,
    fromDocument: (text) => tableRows(text, /^\| *`(\w+)` *\|/, ([, name = '']) => [name]),
  });

/** server/config.ts and docs/operating.md list the same environment variables. */
export const environmentIsDocumented: Rule = (files) =>
  compare(files, {
    code: 'server/config.ts',
    document: 'docs/operating.md',
    subject: 'variable',
    fromCode: variablesInCode,
    fromDocument: (text) =>
      tableRows(text, /^\|([^|]*)\|/, ([, cell = '']) =>
        [...cell.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name = '']) => name),
      ),
  });

interface Comparison {
  readonly code: string;
  readonly document: string;
  readonly subject: string;
  readonly fromCode: (text: string) => Entry[];
  readonly fromDocument: (text: string) => Entry[];
}

function compare(files: readonly SourceFile[], comparison: Comparison): Offence[] {
  const { code, document, subject, fromCode, fromDocument } = comparison;
  const [codeText, documentText] = [textOf(files, code), textOf(files, document)];
  if (codeText === null) return [absent(code, document)];
  if (documentText === null) return [absent(document, code)];
  const inCode = fromCode(codeText);
  const inDocument = fromDocument(documentText);
  if (inCode.length === 0)
    return [{ path: code, line: 1, message: `holds no ${subject} that this rule can read.` }];
  return [
    ...missing(inCode, inDocument).map(({ name, line }) => ({
      path: code,
      line,
      message: `the ${subject} ${name} is not in a table of ${document}: add its row.`,
    })),
    ...missing(inDocument, inCode).map(({ name, line }) => ({
      path: document,
      line,
      message: `the ${subject} ${name} is not in ${code}: remove its row.`,
    })),
  ];
}

function textOf(files: readonly SourceFile[], path: string): string | null {
  return files.find((file) => file.path === path)?.text ?? null;
}

function absent(path: string, partner: string): Offence {
  return { path, line: 1, message: `does not exist, though ${partner} is compared with it: write it.` };
}

function missing(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const names = new Set(others.map(({ name }) => name));
  return entries.filter(({ name }) => !names.has(name));
}

function errorCodesInCode(text: string): Entry[] {
  const tokens = codeTokens(text);
  const start = tokens.findIndex(({ text: word }) => word === 'errorStatus');
  if (start === -1) return [];
  return tokens
    .slice(start, closingIndex(tokens, start + 2))
    .flatMap(({ kind, text: name, line }, index, words) => {
      const status = words[index + 2];
      if (kind !== 'word' || words[index + 1]?.text !== ':' || status?.kind !== 'number') return [];
      return [{ name: `${status.text} ${name}`, line }];
    });
}

function rowCodesInCode(text: string): Entry[] {
  const tokens = codeTokens(text);
  const start = tokens.findIndex(({ text: word }) => word === 'rowCodes');
  if (start === -1) return [];
  return tokens
    .slice(start, closingIndex(tokens, start + 2))
    .filter(({ kind }) => kind === 'string')
    .map((token) => ({ name: quotedText(token), line: token.line }));
}

/** Any text in capitals is the name of a variable: the file reads them by name and holds nothing else like it. */
function variablesInCode(text: string): Entry[] {
  return codeTokens(text).flatMap((token) => {
    const name = token.kind === 'string' ? quotedText(token) : '';
    return /^[A-Z][A-Z0-9_]{3,}$/.test(name) ? [{ name, line: token.line }] : [];
  });
}

function tableRows(text: string, row: RegExp, names: (match: RegExpExecArray) => string[]): Entry[] {
  return text.split('\n').flatMap((content, index) => {
    const match = row.exec(content);
    return match === null ? [] : names(match).map((name) => ({ name, line: index + 1 }));
  });
}
