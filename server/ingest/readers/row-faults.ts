/** Faults that rows of several kinds of documents have, in a merchant's words. */
import { limits } from '../../../contract/limits.ts';
import { problem } from '../../catalog/problem.ts';
import type { DocumentRow } from './document-reader.ts';

/** What is said of a row that was not read to its end, and whose id is not known. */
export const unidentifiedAdvice =
  'Its id could not be found, so that runs take nothing out of stock while it is in the feed.';

/** Of an item that is not held, since no product is so large. */
export function tooLarge(id: string | null): Pick<DocumentRow, 'id' | 'fault' | 'isUnidentified'> {
  const most = limits.itemMaxLength.toLocaleString('en');
  const message = `The product is longer than ${most} characters; shorten it.`;
  if (id !== null) return { id, fault: problem('', 'row_malformed', message, null) };
  const fault = problem('', 'row_malformed', `${message} ${unidentifiedAdvice}`, null);
  return { id, fault, isUnidentified: true };
}
