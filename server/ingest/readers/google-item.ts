/**
 * One item of a Google feed: its values by Google's names, and the product that they make (Contract §6). It validates nothing: the
 * catalog does. Blank values count as absent; of a repeated element the first counts, and of product images all. Texts have no limit
 * here: the reader bounds an item at 1 MiB.
 */
// Tests: ./google-xml-reader.test.ts.
import type { CsvRowNote } from '../../../csv/csv-row.ts';
import { addWeighed, googleFieldOf, isWeighed, textOfCategory } from '../../../csv/formats/google-fields.ts';
import type { ReadingDay } from '../../../csv/period.ts';
import type { GoogleName } from './google-names.ts';

/** The product that an item makes. */
export interface GoogleProduct {
  readonly value: Readonly<Record<string, unknown>>;
  readonly notes: readonly CsvRowNote[];
}

type Values = string | [string, string, ...string[]];

export class GoogleItem {
  /** 1-based. */
  readonly row: number;
  readonly line: number;
  /** The place in the text where it begins. */
  readonly startsAt: number;
  #values = new Map<string, Values>();
  #standIns: Map<string, string> | null = null;

  constructor(place: { readonly row: number; readonly line: number; readonly startsAt: number }) {
    this.row = place.row;
    this.line = place.line;
    this.startsAt = place.startsAt;
  }

  /** A value of an element; blank ones say nothing. */
  add({ name, isPlain }: GoogleName, text: string): void {
    const value = text.trim();
    if (value === '') return;
    if (isPlain) {
      this.#standIns ??= new Map();
      if (!this.#standIns.has(name)) this.#standIns.set(name, value);
      return;
    }
    const before = this.#values.get(name);
    if (before === undefined) this.#values.set(name, value);
    else if (typeof before === 'string') this.#values.set(name, [before, value]);
    else before.push(value);
  }

  get hasId(): boolean {
    return this.#values.has('id');
  }

  /** Forgets everything but the id. */
  shrink(): void {
    const id = this.#values.get('id');
    this.#values = new Map(id === undefined ? [] : [['id', firstOf(id)]]);
    this.#standIns = null;
  }

  toProduct(day: ReadingDay): GoogleProduct {
    for (const [name, value] of this.#standIns ?? []) {
      if (!this.#values.has(name)) this.#values.set(name, value);
    }
    // For the catalog's fields alone: values under a merchant's own names are among the attributes.
    const product: Record<string, unknown> = {};
    const attributes: [string, Values][] = [];
    for (const entry of this.#values) {
      const [name, values] = entry;
      const field = googleFieldOf(name);
      if (field === null || isWeighed(name)) continue;
      if (field === 'attribute') attributes.push(entry);
      else if (field === 'images') product[field] = values;
      // Under its alias: of a value that is not known, Google's words are what would be right.
      else product[name === 'availability' ? name : field] = firstOf(values);
    }
    const set = (field: string, text: string) => {
      product[field] = text;
    };
    const notes = addWeighed({ set }, (name) => this.#find(name), day);
    if (attributes.length > 0) product.attributes = Object.fromEntries(attributes);
    return { value: product, notes };
  }

  /** The first, but of Google's categories the last one that is text. */
  #find(name: string): string {
    const values = this.#values.get(name) ?? '';
    if (typeof values === 'string' || name !== 'google_product_category') return firstOf(values);
    return values.findLast((category) => textOfCategory(category) !== '') ?? '';
  }
}

function firstOf(values: Values): string {
  return typeof values === 'string' ? values : values[0];
}
