/**
 * Finds the id of a JSON product that is too large for memory, anywhere in it, since the product is still in the document. It takes
 * the text in pieces, and keeps only the members that may be the id. It never fails: text without a readable id gives none. Names and
 * values of more than 4,096 characters are not kept.
 */
// Tests: ./json-reader.test.ts.
import type { RawProduct } from '../../catalog/product.ts';
import { parseExactJson } from './exact-json.ts';

const idNames: ReadonlySet<unknown> = new Set(['external_id', 'id']);
/** Characters of a name or value that is kept (chosen: blanks around an id of any sensible length). */
const tokenMaxLength = 4_096;

export class JsonIdFinder {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The text between two signs of the product itself; null if it is nested, or too long. */
  #token: string | null = '';
  #name: unknown = null;
  readonly #found: Record<string, unknown> = {};

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      if (this.#isInString) {
        if (!this.#isKept && !this.#isEscaped) at = endOfPlain(text, at);
        this.#takeInString(text.charAt(at));
      } else this.#takeSign(text.charAt(at));
    }
  }

  get #isKept(): boolean {
    return this.#depth === 1 && this.#token !== null;
  }

  /** The members by which the product may be known; after the last of its text. */
  get found(): RawProduct {
    return this.#found;
  }

  #takeInString(character: string): void {
    this.#keep(character);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') this.#isInString = false;
  }

  #takeSign(character: string): void {
    const isOwn = this.#depth === 1;
    if (character === '{' || character === '[') {
      this.#depth += 1;
      this.#token = isOwn ? null : '';
    } else if (isOwn && character === ':') this.#name = this.#takeToken();
    else if (isOwn && (character === ',' || character === '}')) this.#closeMember();
    else {
      this.#isInString = character === '"';
      this.#keep(character);
    }
    if (character === '}' || character === ']') this.#depth -= 1;
  }

  #keep(character: string): void {
    if (!this.#isKept) return;
    const token = `${this.#token}${character}`;
    this.#token = token.length <= tokenMaxLength ? token : null;
  }

  #closeMember(): void {
    const value = this.#takeToken();
    if (idNames.has(this.#name)) this.#found[String(this.#name)] = value;
    this.#name = null;
  }

  #takeToken(): unknown {
    const token = this.#token;
    this.#token = '';
    try {
      return token === null ? null : parseExactJson(token);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }
}

const [quote, backslash] = [0x22, 0x5c];

/** The position of the next special character in a string that is skipped, or its end. */
function endOfPlain(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote || code === backslash) return at;
  }
  return text.length;
}
