/**
 * A number that stands for everything of a document that is searched or ranked: two versions of a product with the same fingerprint
 * differ at most in their cards. Pure. A collision would leave the words of an earlier version in the index; of two versions of one
 * product, one pair in 2^53 collides.
 */
// Tests: ./fingerprint.test.ts.
import type { SearchDocument } from './document.ts';

/** Odd numbers that spread bits (Steele and Vigna, "Computationally easy, spectrally good multipliers", 2021). */
const lowFactor = 0x93d765dd;
const highFactor = 0xadb4a92d;
/** Only the lower bits of the high half fit into an exact number. */
const highBits = 21;

/** An integer from 0 to 2^53 - 1. `suggestible` is left out: it follows from title and brand. */
export function fingerprintOf(document: SearchDocument): number {
  const hash = new Hash();
  hash.add(document.externalId);
  hash.add(document.title);
  hash.addAll(document.categoryPath);
  hash.add(document.brand);
  hash.addAll(document.identifiers);
  hash.addNumber(document.attributes.length);
  for (const [label, value] of document.attributes) {
    hash.add(label);
    hash.add(value);
  }
  hash.add(document.type?.name ?? null);
  hash.addAll(document.type?.otherNames ?? []);
  hash.addAll(document.suggestionPhrases);
  hash.addAll(document.searchPhrases);
  hash.add(document.group ?? null);
  hash.addNumber(Number(document.inStock));
  // In two halves, since microseconds since 1970 take more than 32 bits.
  hash.addNumber(Math.floor(document.createdAt / 2 ** 32));
  hash.addNumber(document.createdAt % 2 ** 32);
  return hash.value();
}

/** Two multiplicative hashes of 32 bits over the same units. Each text is preceded by its length, so that texts do not run together. */
class Hash {
  #low = 0x9e3779b9;
  #high = 0x85ebca6b;

  addNumber(unit: number): void {
    this.#low = Math.imul((this.#low << 5) ^ (this.#low >>> 27) ^ unit, lowFactor);
    this.#high = Math.imul((this.#high << 7) ^ (this.#high >>> 25) ^ unit, highFactor);
  }

  add(text: string | null): void {
    this.addNumber(text === null ? -1 : text.length);
    if (text === null) return;
    let low = this.#low;
    let high = this.#high;
    for (let place = 0; place < text.length; place += 1) {
      const unit = text.charCodeAt(place);
      low = Math.imul((low << 5) ^ (low >>> 27) ^ unit, lowFactor);
      high = Math.imul((high << 7) ^ (high >>> 25) ^ unit, highFactor);
    }
    this.#low = low;
    this.#high = high;
  }

  addAll(texts: readonly string[]): void {
    this.addNumber(texts.length);
    for (const text of texts) this.add(text);
  }

  /** The high bits of a product depend on all lower ones, so they are mixed into those that are kept. */
  value(): number {
    const low = (this.#low ^ (this.#low >>> 16)) >>> 0;
    const high = (this.#high ^ (this.#high >>> 15)) >>> (32 - highBits);
    return high * 2 ** 32 + low;
  }
}
