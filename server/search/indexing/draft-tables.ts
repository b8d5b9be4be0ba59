/**
 * Collects the words and suggestions of a draft's documents: each word of a document once, in the order of the documents; each
 * spelling of a suggestion once for each evidence, in the order of first appearance. Documents are only appended, and inputs are
 * trusted. Words and documents are numbers of 32 bits; evidence is an integer from 0 to 15. A higher one would be stored as another
 * spelling and is not checked. It never removes an entry.
 */
// Tests: ./draft-tables.test.ts.
import { IntegerList } from '../columns/integer-list.ts';
import { Interner } from '../columns/interner.ts';
import type { PostingTable } from '../columns/posting-table.ts';
import { occurrenceOf, titleFields } from '../document/occurrence.ts';
import type { SuggestionPhrase } from '../phrases/suggestion-phrases.ts';

/** Postings of a draft, as tables of a segment. */
export interface PostingTables {
  /** Word -> documents that hold it in the title. */
  readonly title: PostingTable;
  /** Word -> documents that hold it elsewhere only. */
  readonly other: PostingTable;
}

/** The words of all documents. Words are added to the last document until {@link DraftPostings.endDocument} ends it. */
export class DraftPostings {
  /** The word of each slot; `#fields` has the {@link field} bits of all its occurrences in the document of the slot. */
  readonly #words = new IntegerList();
  readonly #fields = new IntegerList();
  /** The end of each document's slots. */
  readonly #ends = new IntegerList();
  /** One more than the latest slot of each word. */
  readonly #slotOf = new IntegerList();
  #start = 0;

  /** Number of slots that all documents take together. */
  get length(): number {
    return this.#words.length;
  }

  /** Different words of the document under way. */
  get heldCount(): number {
    return this.#words.length - this.#start;
  }

  /** The {@link field} bits of a word in the document under way; 0 where it does not hold it. */
  fieldsOf(word: number): number {
    const known = word < this.#slotOf.length ? this.#slotOf.at(word) - 1 : -1;
    return known >= this.#start ? this.#fields.at(known) : 0;
  }

  /** Adds an occurrence of a word to the document under way; returns the slot. */
  add(word: number, fields: number): number {
    while (this.#slotOf.length <= word) this.#slotOf.push(0);
    const known = this.#slotOf.at(word) - 1;
    if (known >= this.#start) {
      this.#fields.set(known, this.#fields.at(known) | fields);
      return known;
    }
    const slot = this.#words.length;
    this.#words.push(word);
    this.#fields.push(fields);
    this.#slotOf.set(word, slot + 1);
    return slot;
  }

  endDocument(): void {
    this.#start = this.#words.length;
    this.#ends.push(this.#start);
  }

  wordAt(slot: number): number {
    return this.#words.at(slot);
  }

  occurrenceAt(slot: number): number {
    return occurrenceOf(this.#fields.at(slot));
  }

  /**
   * Sorts the slots into tables. `ranks[word]` is the new number of a word; `order` lists the documents by their new
   * numbers. Linear.
   */
  toTables(ranks: Uint32Array, order: Uint32Array): PostingTables {
    const words = this.#words.view();
    const fields = this.#fields.view();
    const title = new TableDraft(ranks.length, order.length);
    const other = new TableDraft(ranks.length, order.length);
    for (let slot = 0; slot < words.length; slot += 1) {
      (isInTitle(fields[slot] ?? 0) ? title : other).count(ranks[words[slot] ?? 0] ?? 0);
    }
    title.place();
    other.place();
    for (let document = 0; document < order.length; document += 1) {
      const old = order[document] ?? 0;
      const end = this.#ends.at(old);
      for (let slot = old === 0 ? 0 : this.#ends.at(old - 1); slot < end; slot += 1) {
        const found = fields[slot] ?? 0;
        const table = isInTitle(found) ? title : other;
        table.add(ranks[words[slot] ?? 0] ?? 0, document, occurrenceOf(found));
      }
    }
    return { title: title.finish(), other: other.finish() };
  }
}

function isInTitle(fields: number): boolean {
  return (fields & titleFields) !== 0;
}

/** A table whose items come in ascending order: counted, then placed, then added. */
class TableDraft {
  readonly #offsets: Uint32Array;
  readonly #next: Uint32Array;
  readonly #itemCount: number;
  #items = new Uint32Array(0);
  #occurrences = new Uint8Array(0);

  constructor(keyCount: number, itemCount: number) {
    this.#offsets = new Uint32Array(keyCount + 1);
    this.#next = new Uint32Array(keyCount);
    this.#itemCount = itemCount;
  }

  count(key: number): void {
    this.#next[key] = (this.#next[key] ?? 0) + 1;
  }

  place(): void {
    let end = 0;
    for (let key = 0; key < this.#next.length; key += 1) {
      const start = end;
      end += this.#next[key] ?? 0;
      this.#next[key] = start;
      this.#offsets[key + 1] = end;
    }
    this.#items = new Uint32Array(end);
    this.#occurrences = new Uint8Array(end);
  }

  add(key: number, item: number, occurrence: number): void {
    const slot = this.#next[key] ?? 0;
    this.#items[slot] = item;
    this.#occurrences[slot] = occurrence;
    this.#next[key] = slot + 1;
  }

  finish(): PostingTable {
    return {
      offsets: this.#offsets,
      items: this.#items,
      occurrences: this.#occurrences,
      itemCount: this.#itemCount,
    };
  }
}

/** Evidence is an integer from 0 up to this, exclusive. */
const evidenceValues = 16;

/** The distinct spellings of suggestions, numbered from 0 as they first appear. */
export class DraftSpellings {
  readonly #displays = new Interner();
  /** The number of the spelling plus one, by display and evidence; 0 where there is none. */
  readonly #numbers = new IntegerList();
  /** The display and evidence of each spelling as one number: the number of the display times {@link evidenceValues}, plus the evidence. */
  readonly #spellings = new IntegerList();

  get length(): number {
    return this.#spellings.length;
  }

  /** Distinct displays; spellings that differ in evidence share one. */
  get displays(): readonly string[] {
    return this.#displays.texts;
  }

  id({ display, evidence }: Pick<SuggestionPhrase, 'display' | 'evidence'>): number {
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
