/**
 * Declares the messages between an evaluation and the process that runs the peers: plain data only. The peers are programs beside the product,
 * so nothing here knows which there are. Latencies are microseconds. It sends nothing itself; a peer that cannot run is a reply with a
 * reason, not an error.
 */
// Tests: ./peer-protocol.test.ts.
import type { SearchDocument } from '../search/document/document.ts';
import type { Questions, Recording } from './contestant.ts';

/** The parts of a product that every peer indexes: the text that the own engine searches, but for labels of attributes. */
export interface PeerProduct {
  readonly externalId: string;
  readonly title: string;
  /** Path elements, root first, with spaces between them. */
  readonly category: string;
  readonly brand: string;
  /** Values of attributes, identifiers and generated phrases, with spaces between them. */
  readonly attributes: string;
}

/** One run: the same products and questions for every peer. */
export interface PeerRequest {
  readonly products: readonly PeerProduct[];
  readonly questions: Questions;
}

/** The outcome of one peer: its answers, or why there are none. */
export type PeerReply =
  | { readonly name: string; readonly recording: Recording }
  | { readonly name: string; readonly failure: string };

/** A product as the peers index it. */
export function toPeerProduct(document: SearchDocument): PeerProduct {
  const { externalId, title, categoryPath, brand, attributes, identifiers } = document;
  const values = attributes.map(([, value]) => value);
  const phrases = [...document.suggestionPhrases, ...document.searchPhrases];
  return {
    externalId,
    title,
    category: categoryPath.join(' '),
    brand: brand ?? '',
    attributes: [...values, ...identifiers, ...phrases].join(' '),
  };
}
