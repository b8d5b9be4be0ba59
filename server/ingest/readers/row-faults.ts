/** Faults that rows of several kinds of documents have, in a merchant's words. */
import { limits } from '../../../contract/limits.ts';
import { type Problem, problem } from '../../catalog/problem.ts';

/** Of an item that is not held, since no product is so large. */
export function tooLarge(): Problem {
  const most = limits.itemMaxLength.toLocaleString('en');
  return problem('', 'row_malformed', `The product is longer than ${most} characters; shorten it.`, null);
}
