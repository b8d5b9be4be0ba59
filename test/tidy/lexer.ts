/**
 * Cuts TypeScript text into tokens, well enough for the rules of this folder: it knows strings, templates (with
 * the code inside them), comments and regular expressions, and nothing of grammar. It must never be used to
 * decide what code means. JSX is not understood.
 */

export type TokenKind = 'word' | 'number' | 'string' | 'template' | 'regex' | 'comment' | 'punctuation';

export interface Token {
  readonly kind: TokenKind;
  /** As written, quotes and comment signs included. A template spans its embedded code. */
  readonly text: string;
  readonly line: number;
}

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\/|^#![^\n]*/y],
  ['string', /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y],
  ['number', /\d[\w.]*/y],
  ['word', /[#@]?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy],
  ['regex', /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y],
  ['punctuation', /=>|\.\.\.|\?\.|[\s\S]/y],
];

/** Words after which a slash starts a regular expression although a word stands before it. */
const operatorWords = new Set(
  'return typeof case in of do else void delete await yield throw instanceof'.split(' '),
);

/** The tokens of a file, in order. The tokens of code embedded in a template follow the template's own. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  lexCode({ text, tokens, line: lineCounter(text) }, 0, false);
  return tokens;
}

interface Lexing {
  readonly text: string;
  readonly tokens: Token[];
  /** Line of an offset; offsets must not go back. */
  readonly line: (offset: number) => number;
}

/** Lexes to the end, or to the brace that closes the embedded code; returns the offset where it stopped. */
function lexCode(lexing: Lexing, from: number, embedded: boolean): number {
  const { text, tokens, line } = lexing;
  let depth = 0;
  let offset = from;
  while (offset < text.length) {
    const character = text.charAt(offset);
    if (/\s/.test(character)) {
      offset += 1;
      continue;
    }
    if (character === '`') {
      offset = lexTemplate(lexing, offset);
      continue;
    }
    if (character === '{') depth += 1;
    if (character === '}') {
      if (embedded && depth === 0) return offset;
      depth -= 1;
    }
    const [kind, found] = match(lexing, offset);
    tokens.push({ kind, text: found, line: line(offset) });
    offset += found.length;
  }
  return offset;
}

function match({ text, tokens }: Lexing, offset: number): [TokenKind, string] {
  for (const [kind, pattern] of patterns) {
    if (kind === 'regex' && !regexMayStart(tokens)) continue;
    pattern.lastIndex = offset;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  throw new Error(`No token at offset ${offset}.`);
}

/** A slash divides after a value and starts a regular expression after anything else. */
function regexMayStart(tokens: readonly Token[]): boolean {
  const previous = tokens.findLast((token) => token.kind !== 'comment');
  if (previous === undefined) return true;
  if (previous.kind === 'word') return operatorWords.has(previous.text);
  return previous.kind === 'punctuation' && !/[)\]}]/.test(previous.text);
}

function lexTemplate(lexing: Lexing, from: number): number {
  const { text, tokens, line } = lexing;
  const place = tokens.length;
  const startLine = line(from);
  // The place is kept for the template, whose end is known only after the code inside it.
  tokens.push({ kind: 'template', text: '', line: startLine });
  let offset = from + 1;
  while (offset < text.length && text.charAt(offset) !== '`') {
    if (text.startsWith('${', offset)) offset = lexCode(lexing, offset + 2, true) + 1;
    else offset += text.charAt(offset) === '\\' ? 2 : 1;
  }
  offset += 1;
  tokens[place] = { kind: 'template', text: text.slice(from, offset), line: startLine };
  return offset;
}

function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

/** The tokens without comments. */
export function codeTokens(text: string): Token[] {
  return tokenize(text).filter(({ kind }) => kind !== 'comment');
}

/** What a string or template says, without its quotes; escaped characters stand for themselves. */
export function quotedText({ text }: Token): string {
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}

/** Index of the bracket that closes the one at `open`; the last token where it is missing. */
export function closingIndex(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index] ?? { kind: 'comment', text: '' };
    if (kind !== 'punctuation') continue;
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) depth -= 1;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}
