/**
 * Declares what every peer is to the evaluation, and how the fields weigh for all of them (title 4, category 3, brand 3, attributes
 * 1). A peer never sees judgments. It may reject when it starts, with a reason that is shown; an answer is ids in order, as many as
 * were asked for or fewer.
 */
// Tests: none; `npm run bench` runs it.
import type { Contestant } from '../../server/evaluation/contestant.ts';
import type { PeerProduct } from '../../server/evaluation/peer-protocol.ts';

/** An engine to be compared with, not started yet. */
export interface Peer {
  readonly name: string;
  /** Indexes the products. */
  start(products: readonly PeerProduct[]): Promise<RunningPeer>;
}

export interface RunningPeer {
  /** Searches as {@link Contestant} does. */
  readonly search: Contestant['search'];
  close(): Promise<void>;
}

/** Set once, before the first measurement, and the same for every engine that takes weights. */
export const fieldWeights = { title: 4, category: 3, brand: 3, attributes: 1 } as const;

/** The words of a query for engines that take words: runs of letters, marks and digits, in lower case. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
