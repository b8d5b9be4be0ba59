/**
 * Notes keys of a product that look like its stock or its picture but became attributes, so that no sold-out product is sold as in
 * stock without a word. It changes no product. Every row is noted whose key says that it is out of stock; a picture is noted once a
 * batch. A key of a table is the name of its column. Pure; texts of a note are cut as those of any problem.
 */
// Tests: ./unmapped-keys.test.ts.
import { fieldAliases, standardFields } from '../../contract/words/product.ts';
import { fieldsNamed } from '../../csv/field-names.ts';
import { stockOf } from '../../csv/stock-words.ts';
import { type Problem, pointerTo, problem, quote } from '../catalog/problem.ts';
import type { CanonicalProduct, RawProduct } from '../catalog/product.ts';

type Subject = 'stock' | 'picture';

const knownKeys = new Set<string>([...standardFields, ...Object.keys(fieldAliases)]);

/** A function for the rows of one batch: the notes on a valid product, none for most. */
export function createUnmappedNotes(): (value: RawProduct, product: CanonicalProduct) => Problem[] {
  const subjects = new Map<string, Subject | null>();
  const notedKeys = new Set<string>();
  const subjectOf = (key: string): Subject | null => {
    const seen = subjects.get(key);
    if (seen !== undefined) return seen;
    const subject = knownKeys.has(key) ? null : subjectNamed(key);
    subjects.set(key, subject);
    return subject;
  };
  return (value, product) => {
    const lacksStock = product.inStock && isAbsent(value.in_stock) && isAbsent(value.availability);
    const lacksPicture = product.imageUrl === null;
    if (!lacksStock && !lacksPicture) return [];
    return Object.entries(value).flatMap(([key, given]) => {
      const subject = subjectOf(key);
      if (subject === 'stock' && lacksStock && stockOf(textOf(given)) === false) {
        const message = `${quote(key)} says ${quote(given)}, but it is an attribute and the product counts as in stock; map it to in_stock, or name it so.`;
        return [problem(pointerTo('', key), 'field_unmapped', message, given)];
      }
      if (subject !== 'picture' || !lacksPicture || notedKeys.has(key) || !isAddress(given)) return [];
      notedKeys.add(key);
      const message = `${quote(key)} holds addresses of pictures, but it is an attribute and the products have no picture; map it to image_url, or name it so.`;
      return [problem(pointerTo('', key), 'field_unmapped', message, given)];
    });
  };
}

function subjectNamed(key: string): Subject | null {
  const fields = fieldsNamed(key).map(({ field }) => field);
  if (fields.includes('in_stock') || fields.includes('stock_quantity')) return 'stock';
  return fields.includes('image_url') || fields.includes('images') ? 'picture' : null;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^\s*https?:\/\/\S/i.test(value);
}
