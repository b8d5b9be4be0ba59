/**
 * What calls about feeds have in common (§4.6): whatever decides whether a document can be fetched and read is tried
 * before anything is stored, and the store's turn is taken only for the transaction after it.
 */
import type { RunEnvironment } from '../ingest/leased-run.ts';
import type { Actor } from '../storage/accounts.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import type { FeedEnvironment } from './feed-environment.ts';

/** A call of a person or of a program; `actor` is null for one with a key. */
export interface FeedCall {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/** What a change of feeds needs of the process. */
export interface FeedChangeEnvironment extends FeedEnvironment, Pick<RunEnvironment, 'inTurn' | 'stopping'> {
  /** Strangers take their time: a store looks at few addresses at once. Rejects with `unavailable` beyond. */
  readonly lookAt: <Result>(storeId: string, look: () => Promise<Result>) => Promise<Result>;
}

/** Of a feed whose document was not taken in yet, or is another one now. */
export const noDocument = {
  etag: null,
  lastModified: null,
  contentSha256: null,
  processedWith: null,
} as const;

export function writeInTurn<Result>(
  storage: Storage,
  storeId: string,
  inTurn: RunEnvironment['inTurn'],
  work: (writer: StoreWriter) => Promise<Result>,
): Promise<Result> {
  return inTurn(storeId, () => storage.write(storeId, work));
}
