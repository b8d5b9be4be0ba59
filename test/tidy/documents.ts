/** Rules that hold documents and code equal, both ways: error codes and environment variables. */
import { closingIndex, codeTokens, quotedText } from './lexer.ts';
import { lineAt, type Offence, type Rule, type SourceFile } from './offence.ts';

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
    fromCode: (text) => textsInList(text, 'rowCodes'),
    fromDocument: (text) => codesInTable(text, 'Code of a row'),
  });

/** contract/words/field-codes.ts and docs/errors.md list the same codes of a field. */
export const fieldCodesAreDocumented: Rule = (files) =>
  compare(files, {
    code: 'contract/words/field-codes.ts',
    document: 'docs/errors.md',
    subject: 'field code',
    fromCode: (text) => textsInList(text, 'fieldCodes'),
    fromDocument: (text) => codesInTable(text, 'Code of a field'),
  });

/** server/settings/config.ts and docs/operating.md list the same environment variables. */
export const environmentIsDocumented: Rule = (files) =>
  compare(files, {
    code: 'server/settings/config.ts',
    document: 'docs/operating.md',
    subject: 'variable',
    fromCode: variablesInCode,
    fromDocument: (text) =>
      tableRows(text, /^\|([^|]*)\|/, ([, cell = '']) => namesIn(cell, /`([A-Z][A-Z0-9_]{3,})`/g)),
  });

/** Every decision record has its form and its row in docs/decisions/README.md. */
export const decisionsAreListed: Rule = (files) => {
  const list = textOf(files, decisionList);
  if (list === null) return [absent(decisionList, 'every decision record')];
  return files.flatMap(({ path, text }) => {
    const [, name, number] = /^docs\/decisions\/((\d{4})-[\w-]+\.md)$/.exec(path) ?? [];
    if (name === undefined) return [];
    const [heading = '', , status = ''] = text.split('\n');
    const title = heading.slice(2);
    const [, state] = /^((?:Decided|Proposed) \d{4}-\d{2}-\d{2})\./.exec(status) ?? [];
    if (!heading.startsWith(`# ${number} `) || state === undefined) {
      const message = `begins with \`# ${number} Title\`, an empty line and \`Decided YYYY-MM-DD.\`.`;
      return [{ path, line: 1, message }];
    }
    const row = `| [${title}](${name}) | ${state.toLowerCase()}${status.includes('Superseded by') ? ', superseded' : ''} |`;
    if (list.includes(`${row}\n`)) return [];
    return [{ path, line: 1, message: `is not in ${decisionList}: add the row \`${row}\`.` }];
  });
};

const decisionList = 'docs/decisions/README.md';

/** Documents that say how things are now: decisions and the changelog name what was there then. */
const isOfToday = (path: string) =>
  path.endsWith('.md') && !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md';

/** Every path in backticks that begins with a folder of the project exists. */
export const documentedPathsExist: Rule = (files) => {
  const paths = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  return files
    .filter(({ path }) => isOfToday(path))
    .flatMap(({ path, text }) =>
      Array.from(
        text.matchAll(/`((?:server|contract|csv|dashboard|widget|demo|test|bench|bin|deploy)\/[\w./-]*)`/g),
      )
        .filter(([, named = '']) => !isExample(named) && !paths.has(named.replace(/\/$/, '')))
        .map(({ 1: named, index }) => ({
          path,
          line: lineAt(text, index),
          message: `names \`${named}\`, which does not exist: name what is there now.`,
        })),
    );
};

/** Names of files that somebody is to write, what the build writes, and databases, which are no text. */
const isExample = (path: string) => /[A-Z]{3}|\dn-|-n\.ts|\/dist(\/|$)|^test\/fixtures\/databases/.test(path);

/** `a/b/c.ts`, `a/b` and `a`. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** ARCHITECTURE.md and the pages in docs/internals/ say what each folder of the product is for. */
export const foldersAreDescribed: Rule = (files) => {
  const document = 'ARCHITECTURE.md';
  const architecture = textOf(files, document);
  if (architecture === null) return [absent(document, 'the folders of the product')];
  const internals = files.filter(({ path }) => path.startsWith('docs/internals/'));
  const text = [architecture, ...internals.map((page) => page.text)].join('\n');
  const folders = new Set(
    files.flatMap(
      ({ path }) =>
        /^(?:server\/(?:resources\/)?[\w-]+|contract|csv|widget|demo|dashboard\/src\/[\w-]+)(?=\/)/.exec(
          path,
        ) ?? [],
    ),
  );
  return [...folders]
    .filter((folder) => !text.includes(`\`${folder}/\``))
    .map((folder) => ({
      path: document,
      line: 1,
      message: `does not name \`${folder}/\`, and neither do docs/internals/: say what it is for.`,
    }));
};

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

function textsInList(text: string, list: string): Entry[] {
  const tokens = codeTokens(text);
  const start = tokens.findIndex(({ text: word }) => word === list);
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

/** The names in the first column of the tables with this head. */
function codesInTable(text: string, head: string): Entry[] {
  const lines = text.split('\n');
  return tableRows(text, /^\|([^|]*)\|/, ([, cell = '']) => namesIn(cell, /`(\w+)`/g)).filter(({ line }) => {
    const above = lines.slice(0, line).findLastIndex((content) => !content.startsWith('|'));
    return lines[above + 1]?.startsWith(`| ${head} |`) === true;
  });
}

function namesIn(cell: string, name: RegExp): string[] {
  return [...cell.matchAll(name)].map(([, found = '']) => found);
}

function tableRows(text: string, row: RegExp, names: (match: RegExpExecArray) => string[]): Entry[] {
  return text.split('\n').flatMap((content, index) => {
    const match = row.exec(content);
    return match === null ? [] : names(match).map((name) => ({ name, line: index + 1 }));
  });
}
