/**
 * Declares events on their way to the database, and their outcome: plain data that crosses threads. Its fields were checked
 * (parse-events.ts); networks are never stored. A batch has at most 100 events. Times are microseconds; rejected events are listed by
 * their index, from 0.
 */
// Tests: ./event-intake.test.ts.
import type { EventRejection } from '../../contract/events.ts';
import type { SaleSearch } from './event-days.ts';
import type { ShopperEvent } from './parse-events.ts';

/** Evidence that the clicked answer was recently shown in the same network. */
export interface ShownEvidence {
  /** A hash of query, network and store. */
  readonly name: string;
  /** Number of times that it was shown: no thing in the answer counts for more clicks. */
  readonly shown: number;
}

/** An event, with what the index knows about it. */
export interface JudgedEvent extends Omit<ShopperEvent, 'typed' | 'queryId'> {
  /** The folded phrase, if it is a suggestion that leads to products; otherwise null. */
  readonly phraseKey: string | null;
  /** The intent of the typed query; null if it is unknown or must not be stored. */
  readonly intent: string | null;
  /** The search that a cart or purchase began with; null if it did not begin in the search box, and for clicks. */
  readonly search: SaleSearch | null;
  /** Null without evidence; then the click counts, and is stored, only if the sender is trusted. */
  readonly evidence: ShownEvidence | null;
}

/** Whether the event may count and is stored: from a storefront key only a click or a cart with evidence. */
export function mayCount({ evidence }: JudgedEvent, isTrusted: boolean): boolean {
  return isTrusted || evidence !== null;
}

/** The networks of an address, narrowest first, as `nestedPrefixes` returns them. */
export type SenderNetworks = readonly [narrow: string, middle: string, wide: string];

/** The checked events of one request. Plain data, to cross a thread. */
export interface EventBatch {
  readonly storeId: string;
  readonly sessionId: string;
  /** The networks of the sender; null for a trusted sender (a server with a secret key). Never stored. */
  readonly networks: SenderNetworks | null;
  readonly events: readonly JudgedEvent[];
}

/** The outcome of a batch. */
export interface EventOutcome {
  readonly accepted: number;
  /** Number of accepted events that were stored: without repeated events and clicks without evidence. */
  readonly kept: number;
  readonly rejected: readonly EventRejection[];
}
