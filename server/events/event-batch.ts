/** Events on their way to the database, and what became of them. */
import type { EventRejection } from '../../contract/events.ts';
import type { ShopperEvent } from './parse-events.ts';

/** Evidence that the answer of a click was recently shown in its network. */
export interface ShownEvidence {
  /** Of the query, the network and the store: a hash. */
  readonly name: string;
  /** How often: no thing in the answer can be clicked more often. */
  readonly shown: number;
}

/** An event, and what of it the index knows. */
export interface JudgedEvent extends Omit<ShopperEvent, 'typed'> {
  /** The phrase, folded, where it is a suggestion that leads to products. */
  readonly phraseKey: string | null;
  /** What the typed query was about to become; null if that is unknown or must not be kept. */
  readonly intent: string | null;
  /** Null where nothing shows that the click is on an answer; then it counts, and is kept, only if the sender is trusted. */
  readonly evidence: ShownEvidence | null;
}

/** Whether the event may count, and so is kept: of a stranger only a click with evidence. */
export function mayCount({ evidence }: JudgedEvent, isTrusted: boolean): boolean {
  return isTrusted || evidence !== null;
}

/** The networks of an address, the narrowest first, as of `nestedPrefixes`. */
export type SenderNetworks = readonly [narrow: string, middle: string, wide: string];

/** The checked events of one request. Plain data, to cross a thread. */
export interface EventBatch {
  readonly storeId: string;
  readonly sessionId: string;
  /** Where they came from; null where the sender is trusted: a server with a secret key. Never written anywhere. */
  readonly networks: SenderNetworks | null;
  readonly events: readonly JudgedEvent[];
}

/** What became of a batch. */
export interface EventOutcome {
  readonly accepted: number;
  /** Of the accepted ones those that were written: not what came again, and no stranger's click without evidence. */
  readonly kept: number;
  readonly rejected: readonly EventRejection[];
}
