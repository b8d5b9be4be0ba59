/**
 * Finds every way by which one file reaches another: `import`, `import type`, `export … from`, `import('…')`, and
 * `new URL('./x.ts', import.meta.url)`, by which worker threads are started.
 */
import { posix } from 'node:path';
import { closingIndex, codeTokens, quotedText, type Token } from './lexer.ts';
import type { SourceFile } from './offence.ts';

export interface Import {
  /** The file that imports. */
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  /** Path from the project root for a relative specifier, null for a package. */
  readonly target: string | null;
  /** A thread is another module graph: it counts as an arrow, not as part of a cycle. */
  readonly kind: 'module' | 'thread';
  /** `import type …`: nothing is loaded. A clause whose names are all types still loads the file. */
  readonly isTypeOnly: boolean;
  /** The names as the target exports them; `*` for all of them. */
  readonly names: readonly string[];
}

export function findImports({ path, text }: SourceFile): Import[] {
  const tokens = codeTokens(text);
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || tokens[index - 1]?.text === '.') return [];
    const found = readImport(tokens, index);
    if (found === null) return [];
    const specifier = quotedText(found.specifier);
    const relative = specifier.startsWith('.');
    const target = relative ? posix.join(posix.dirname(path), specifier) : null;
    const isTypeOnly = tokens[index + 1]?.text === 'type' && tokens[index + 2]?.text !== 'from';
    const { kind, names } = found;
    return [{ from: path, line: token.line, specifier, target, kind, isTypeOnly, names }];
  });
}

interface Found {
  readonly specifier: Token;
  readonly kind: Import['kind'];
  readonly names: readonly string[];
}

function readImport(tokens: readonly Token[], index: number): Found | null {
  const next = tokens[index + 1];
  switch (tokens[index]?.text) {
    case 'new':
      return readThread(tokens, index);
    case 'import':
      if (next?.text === '(') return readDynamic(tokens, index);
      if (next?.kind === 'string') return { specifier: next, kind: 'module', names: [] };
      return readClause(tokens, index);
    case 'export':
      return readClause(tokens, index);
    default:
      return null;
  }
}

function readDynamic(tokens: readonly Token[], index: number): Found | null {
  const specifier = tokens[index + 2];
  return specifier?.kind === 'string' ? { specifier, kind: 'module', names: ['*'] } : null;
}

function readThread(tokens: readonly Token[], index: number): Found | null {
  const words = tokens.slice(index, index + 9).map(({ text }) => text);
  const specifier = tokens[index + 3];
  const shape = [...words.slice(0, 3), ...words.slice(4)].join(' ');
  if (shape !== 'new URL ( , import . meta .' || specifier?.kind !== 'string') return null;
  return quotedText(specifier).endsWith('.ts') ? { specifier, kind: 'thread', names: ['*'] } : null;
}

/** `import a, { b as c } from 'x'`, `import type …`, `export { b } from 'x'`, `export * from 'x'`. */
function readClause(tokens: readonly Token[], start: number): Found | null {
  const names: string[] = [];
  let index = start + 1;
  if (tokens[index]?.text === 'type') index += 1;
  if (tokens[index]?.text === '*') {
    names.push('*');
    index += tokens[index + 1]?.text === 'as' ? 3 : 1;
  } else if (tokens[start]?.text === 'import' && tokens[index]?.kind === 'word') {
    names.push('default');
    index += tokens[index + 1]?.text === ',' ? 2 : 1;
  }
  if (tokens[index]?.text === '{') {
    const end = closingIndex(tokens, index);
    names.push(...clauseNames(tokens.slice(index + 1, end)));
    index = end + 1;
  }
  const specifier = tokens[index + 1];
  if (tokens[index]?.text !== 'from' || specifier?.kind !== 'string') return null;
  return { specifier, kind: 'module', names };
}

function clauseNames(tokens: readonly Token[]): string[] {
  const items = tokens
    .map(({ text }) => text)
    .join(' ')
    .split(',');
  return items.flatMap(
    (item) =>
      item
        .trim()
        .replace(/^type /, '')
        .split(' as ')[0]
        ?.trim() || [],
  );
}
