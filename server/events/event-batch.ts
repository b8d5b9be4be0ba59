/** Events on their way to the database, and what became of them. */
import type { EventRejection } from '../../contract/events.ts';
import type { ShopperEvent } from './parse-events.ts';

/** An event, and what of it the index knows. */
export interface JudgedEvent extends ShopperEvent {
  /** The phrase, folded, where it is a suggestion that leads to products. */
  readonly phraseKey: string | null;
}

/** The checked events of one request. Plain data, to cross a thread. */
export interface EventBatch {
  readonly storeId: string;
  readonly sessionId: string;
  /** Where they came from; null where the sender is trusted: a server with a secret key. Never written anywhere. */
  readonly network: string | null;
  readonly events: readonly JudgedEvent[];
}

/** What became of a batch. */
export interface EventOutcome {
  readonly accepted: number;
  readonly rejected: readonly EventRejection[];
}
