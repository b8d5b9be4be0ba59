/** The spellings of suggestions in a draft: each distinct display with each evidence is one, in the order of their first appearance. */
import { IntegerList } from '../columns/integer-list.ts';
import { Interner } from '../columns/interner.ts';
import type { Spelling } from '../segment/suggestion-spellings.ts';

/** Evidence is a number below this. */
const evidenceValues = 16;

/** See the head of the file. */
export class DraftSpellings {
  readonly #displays = new Interner();
  /** By display and evidence one more than the number of the spelling; 0 for none. */
  readonly #numbers = new IntegerList();
  /** By number: display times {@link evidenceValues}, and evidence. */
  readonly #spellings = new IntegerList();

  get length(): number {
    return this.#spellings.length;
  }

  /** Distinct ones, which several spellings may share. */
  get displays(): readonly string[] {
    return this.#displays.texts;
  }

  id({ display, evidence }: Spelling): number {
    const place = this.#displays.id(display) * evidenceValues + evidence;
    while (this.#numbers.length <= place) this.#numbers.push(0);
    const known = this.#numbers.at(place) - 1;
    if (known >= 0) return known;
    const number = this.#spellings.length;
    this.#spellings.push(place);
    this.#numbers.set(place, number + 1);
    return number;
  }

  /** The place of a spelling's display among {@link displays}. */
  displayOf(number: number): number {
    return Math.floor(this.#spellings.at(number) / evidenceValues);
  }

  evidenceOf(number: number): number {
    return this.#spellings.at(number) % evidenceValues;
  }
}
