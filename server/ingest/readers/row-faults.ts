/** Faults that rows of several kinds of documents have, in a merchant's words. */
import { productTooLong } from '../prepare-rows.ts';
import type { DocumentRow } from './document-reader.ts';

/** What is said of a row that was not read to its end, and whose id is not known. */
export const unidentifiedAdvice =
  'Its id could not be found, so that runs take nothing out of stock while it is in the feed.';

/** Of an item that is not held, since no product is so large. */
export function tooLarge(id: string | null): Pick<DocumentRow, 'id' | 'fault' | 'isUnidentified'> {
  if (id !== null) return { id, fault: productTooLong };
  const message = `${productTooLong.message} ${unidentifiedAdvice}`;
  return { id, fault: { ...productTooLong, message }, isUnidentified: true };
}
