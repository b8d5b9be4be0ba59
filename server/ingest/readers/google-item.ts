/** One item of a Google feed: its values by Google's names, and the product that they make (Contract §6). */
import type { CsvRowNote } from '../../../csv/csv-row.ts';
import { addWeighed, googleFieldOf, isWeighed, textOfCategory } from '../../../csv/formats/google-fields.ts';
import type { ReadingDay } from '../../../csv/period.ts';
import type { GoogleName } from './google-names.ts';

/** What an item makes. */
export interface GoogleProduct {
  readonly value: Readonly<Record<string, unknown>>;
  readonly notes: readonly CsvRowNote[];
}

export class GoogleItem {
  /** 1-based. */
  readonly row: number;
  readonly line: number;
  /** Where it begins in the text. */
  readonly startsAt: number;
  #values = new Map<string, string[]>();
  #standIns = new Map<string, string>();

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
      if (!this.#standIns.has(name)) this.#standIns.set(name, value);
      return;
    }
    const before = this.#values.get(name);
    if (before === undefined) this.#values.set(name, [value]);
    else before.push(value);
  }

  get hasId(): boolean {
    return this.#values.has('id');
  }

  /** Forgets everything but the id. */
  shrink(): void {
    const id = this.#values.get('id')?.slice(0, 1);
    this.#values = new Map(id === undefined ? [] : [['id', id]]);
    this.#standIns = new Map();
  }

  toProduct(day: ReadingDay): GoogleProduct {
    for (const [name, value] of this.#standIns) if (!this.#values.has(name)) this.#values.set(name, [value]);
    const value = new Map<string, unknown>();
    const attributes = new Map<string, unknown>();
    for (const [name, values] of this.#values) {
      const field = googleFieldOf(name);
      if (field === null || isWeighed(name)) continue;
      if (field === 'attribute') attributes.set(name, values.length === 1 ? values[0] : values);
      else if (field === 'images' && values.length > 1) value.set(field, values);
      // Under its alias: of a value that is not known, Google's words are what would be right.
      else value.set(name === 'availability' ? name : field, values[0]);
    }
    const notes = addWeighed(value, (name) => this.#find(name), day);
    if (attributes.size > 0) value.set('attributes', Object.fromEntries(attributes));
    return { value: Object.fromEntries(value), notes };
  }

  /** The first, but of Google's categories the last one that is text. */
  #find(name: string): string {
    const values = this.#values.get(name) ?? [];
    const value =
      name === 'google_product_category'
        ? values.findLast((category) => textOfCategory(category) !== '')
        : values[0];
    return value ?? '';
  }
}
