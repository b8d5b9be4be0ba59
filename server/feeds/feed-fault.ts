/**
 * Turns faults of feeds into the form that merchants see: the message of the part that found the fault, under a code of our own. Pure.
 * An error that the feed did not cause is returned unchanged and is never shown to a merchant. Messages are texts for people, without
 * a limit here.
 */
// Tests: test/api/feed-runs.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { ErrorCode } from '../../contract/words/errors.ts';
import { AppError, unavailable } from '../errors.ts';
import { DocumentError } from '../ingest/readers/document-reader.ts';
import { OutboundError, type OutboundErrorCode } from '../outbound/outbound.ts';

/** Why a run fails: nothing of ours is broken, and the catalog stays as it is. */
export class FeedFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The fault behind an error of the fetch or of a reader; null for anything else. */
export function toFeedFault(error: unknown): FeedFault | null {
  if (error instanceof FeedFault) return error;
  const fault = addressFault(error);
  return fault === null ? null : new FeedFault(fault.code, fault.message);
}

/** Returns the fault of the server or the document behind the address of a feed; null for any other error. */
function addressFault(error: unknown): FieldError | null {
  const path = '/feed_url';
  if (error instanceof OutboundError) return { path, code: codeOf(error), message: error.message };
  if (!(error instanceof DocumentError)) return null;
  const place = error.line === null ? '' : ` (line ${error.line})`;
  return { path, code: error.code, message: `${error.message}${place}` };
}

/** A forbidden address has one code, whether the merchant or the server named it. */
function codeOf({ code }: OutboundError): FieldError['code'] {
  return code === 'url_not_allowed' ? 'feed_url_forbidden' : `feed_${code}`;
}

/** The fault of a run whose workers end again and again without any progress. */
export function faultOfStuckRun(): FeedFault {
  const message = `The run stopped ${limits.jobAttempts} times at the same place. Please report it.`;
  return new FeedFault('run_stuck', message);
}

/** The code of a run that would take too many products out of stock. */
export const guardCode = 'removal_guard';

/** The error message for a document without a valid row. */
export function faultOfNoValidRow(failedRows: number): string {
  return `None of the ${failedRows} rows of the feed is a valid product, so nothing was changed. The failed rows of this run say why.`;
}

/** The error message for a document whose rows were invalid when it was read and became valid before the import. */
export const faultOfOtherSettings =
  'The settings of the store were changed while the feed was read, so that its rows mean something else now, and nothing was changed. Refresh the feed.';

/** The error message for a document whose products are all new while the plan is full. */
export const faultOfFullPlan =
  'Every valid product of the feed is new, and the plan has no room for another one, so nothing was changed. Products that are out of stock count too. See whether the feed is the right one; if it is, the store needs a larger plan.';

/** The error message if the store's files leave no room for the rows of the document. */
export const faultOfNoRoom = `The files of a store take at most ${limits.storeFilesMaxBytes / 1024 ** 3} GiB together, rows of feeds under way among them, and there was no room for the rows of this one, so nothing was changed. Refresh the feed when other feeds and imports are over, or split it.`;

/** An answer came, but it is no feed. */
const unparsable: ReadonlySet<OutboundErrorCode> = new Set(['encoding', 'truncated', 'too_large']);

/** The refusal of a checked address (Contract §3), or the error itself if the feed did not cause it. */
export function toRefusal(error: unknown, stopping: AbortSignal): unknown {
  // A fetch that is broken off may throw any error.
  if (stopping.aborted) return unavailable('The service is stopping. Try again in a moment.', 1);
  const fault = addressFault(error);
  if (fault === null) return error;
  return new AppError(refusalCode(error), fault.message, { errors: [fault], cause: error });
}

function refusalCode(error: unknown): ErrorCode {
  if (!(error instanceof OutboundError)) return 'feed_unparsable';
  if (error.code === 'url_not_allowed') return 'feed_url_forbidden';
  return unparsable.has(error.code) ? 'feed_unparsable' : 'feed_unreachable';
}
