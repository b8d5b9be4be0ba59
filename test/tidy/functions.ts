/** Finds the functions of a file with their sizes, by their bodies: the brace after `=>` or after parameters. */
import { closingIndex, codeTokens, type Token } from './lexer.ts';

export interface FunctionSize {
  /** As called, or `anonymous`. */
  readonly name: string;
  readonly line: number;
  /** Lines from that of its name to the closing brace, both counted. */
  readonly lineCount: number;
}

/**
 * The functions at the left margin of a file with components. Tokens do not understand markup; the formatter does,
 * and puts the brace that closes such a function at the margin too.
 */
export function findComponents(text: string): FunctionSize[] {
  const lines = text.split('\n');
  return lines.flatMap((start, index) => {
    const [, called, held] =
      /^(?:export )?(?:(?:async )?function\*? (\w+)|const (\w+) = .*=> [({]$)/.exec(start) ?? [];
    const name = called ?? held;
    const end = lines.findIndex((line, at) => at > index && /^[})](?!.*[{(]$)/.test(line));
    return name === undefined || end === -1 ? [] : [{ name, line: index + 1, lineCount: end - index + 1 }];
  });
}

/** Words with brackets and braces that are no functions. */
const controlWords = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);

/** Callers whose callback only groups functions. */
const groupingCalls = new Set(['describe', 'suite']);

export function findFunctions(text: string): FunctionSize[] {
  const tokens = codeTokens(text);
  const openings = matchBrackets(tokens);
  return tokens.flatMap((token, index) => {
    if (token.text === '=>') return arrowAt(tokens, index, openings);
    return token.text === ')' ? methodAt(tokens, index, openings) : [];
  });
}

function arrowAt(
  tokens: readonly Token[],
  arrow: number,
  openings: ReadonlyMap<number, number>,
): FunctionSize[] {
  if (tokens[arrow + 1]?.text !== '{') return [];
  const start = openings.get(typeStart(tokens, arrow) - 1) ?? arrow - 1;
  const before = tokens[start - 1]?.text === 'async' ? start - 1 : start;
  if (isGroup(tokens, before, openings)) return [];
  const [name, sign] = [tokens[before - 2], tokens[before - 1]?.text];
  const named = (sign === '=' || sign === ':') && name?.kind === 'word';
  return [measure(tokens, named ? before - 2 : start, arrow + 1, named ? name.text : 'anonymous')];
}

/** Skips a return type backwards: `(a): b => {` has its parameters before the colon. */
function typeStart(tokens: readonly Token[], arrow: number): number {
  if (tokens[arrow - 1]?.text === ')') return arrow;
  for (let index = arrow - 1; index > 0; index -= 1) {
    const text = tokens[index]?.text ?? '';
    if (text === ':' && tokens[index - 1]?.text === ')') return index;
    if (';=({'.includes(text)) return arrow;
  }
  return arrow;
}

/** Whether the arrow that starts at `start` is the last argument of a grouping call. */
function isGroup(tokens: readonly Token[], start: number, openings: ReadonlyMap<number, number>): boolean {
  let index = start - 1;
  while (index >= 0 && tokens[index]?.text !== '(') {
    if (';{'.includes(tokens[index]?.text ?? '')) return false;
    index = (openings.get(index) ?? index) - 1;
  }
  return groupingCalls.has(tokens[index - 1]?.text ?? '');
}

function methodAt(
  tokens: readonly Token[],
  close: number,
  openings: ReadonlyMap<number, number>,
): FunctionSize[] {
  const open = openings.get(close);
  const body = bodyAfter(tokens, close + 1);
  if (open === undefined || body === null) return [];
  const name = nameBefore(tokens, open);
  if (name === null || controlWords.has(tokens[name]?.text ?? '')) return [];
  return [measure(tokens, name, body, tokens[name]?.text ?? 'anonymous')];
}

/** Index of the word before the parameters, type parameters skipped. */
function nameBefore(tokens: readonly Token[], open: number): number | null {
  let index = open - 1;
  if (tokens[index]?.text === '>') {
    let depth = 0;
    do {
      if (tokens[index]?.text === '>') depth += 1;
      if (tokens[index]?.text === '<') depth -= 1;
      index -= 1;
    } while (index > 0 && depth > 0);
  }
  return tokens[index]?.kind === 'word' ? index : null;
}

/** Index of the brace of the body, past a return type; null where none follows. */
function bodyAfter(tokens: readonly Token[], after: number): number | null {
  if (tokens[after]?.text === '{') return after;
  if (tokens[after]?.text !== ':') return null;
  let angles = 0;
  for (let index = after + 1; index < tokens.length; index += 1) {
    const text = tokens[index]?.text ?? '';
    if (text === '{' && !/^(?:[:|&<,(]|=>|extends|is)$/.test(tokens[index - 1]?.text ?? '')) return index;
    if (text === '<') angles += 1;
    else if (text === '>') angles -= 1;
    else if ('([{'.includes(text)) index = closingIndex(tokens, index);
    else if (/^(?:[;)}=\]]|=>)$/.test(text) || (text === ',' && angles === 0)) return null;
  }
  return null;
}

function measure(tokens: readonly Token[], start: number, body: number, name: string): FunctionSize {
  const line = tokens[start]?.line ?? 1;
  const end = tokens[closingIndex(tokens, body)]?.line ?? line;
  return { name, line, lineCount: end - line + 1 };
}

/** The opening bracket of every closing one, by index. */
function matchBrackets(tokens: readonly Token[]): ReadonlyMap<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  tokens.forEach(({ kind, text }, index) => {
    if (kind !== 'punctuation') return;
    if ('([{'.includes(text)) open.push(index);
    const start = ')]}'.includes(text) ? open.pop() : undefined;
    if (start !== undefined) pairs.set(index, start);
  });
  return pairs;
}
