/**
 * The bytes of an answer (§2.5), put together from what the engine found. Cards are copied as they stand in the
 * index; nothing on this path builds an object to stringify it.
 */
import type { ExplainBody } from '../../contract/autocomplete.ts';
import type { ProductHit, SearchResult } from '../search/engine.ts';

/** What an answer says about itself. */
export interface AnswerFacts {
  readonly storeId: string;
  /** `q` as sent. */
  readonly query: string;
  readonly mode: 'discovery' | 'search';
  readonly source: 'graph' | 'backend';
  /** Adds to each card the tiers that it hit. */
  readonly explain: boolean;
}

/** An answer's bytes in two forms that differ in `meta.cached` only. */
export interface AnswerBytes {
  readonly fresh: Buffer;
  readonly cached: Buffer;
}

const comma = 44;
const brace = 125;

const isFresh = Buffer.from('false');
const isCached = Buffer.from('true');

/**
 * Both forms; the second one costs a copy, so it is made on first use, from the first one: an answer that is kept
 * must not keep the index that gave it.
 */
export function assembleAnswer(result: SearchResult, facts: AnswerFacts): AnswerBytes {
  const head = Buffer.from(
    `{"suggestions":${JSON.stringify(result.suggestions)},"categories":${categories(result.categories)},"products":[`,
  );
  const cards = result.products.map((hit) => (facts.explain ? explainedCard(hit) : hit.card));
  const { query, mode, storeId, source } = facts;
  const beforeCached = Buffer.from(
    `],"meta":{"query":${JSON.stringify(query)},"mode":"${mode}","store":"${storeId}","cached":`,
  );
  const counts = `{"suggestions":${result.suggestions.length},"categories":${result.categories.length},"products":${cards.length}}`;
  const afterCached = Buffer.from(`,"source":"${source}","counts":${counts}}}`);
  return answerBytes(join(head, cards, beforeCached, isFresh, afterCached), afterCached.byteLength);
}

/** `tailLength`: the bytes after the value of `cached`. */
function answerBytes(fresh: Buffer, tailLength: number): AnswerBytes {
  const valueEnd = fresh.byteLength - tailLength;
  let cached: Buffer | null = null;
  return {
    fresh,
    get cached() {
      cached ??= Buffer.concat([
        fresh.subarray(0, valueEnd - isFresh.byteLength),
        isCached,
        fresh.subarray(valueEnd),
      ]);
      return cached;
    },
  };
}

function join(head: Buffer, cards: readonly Uint8Array[], ...tail: readonly Buffer[]): Buffer {
  const separators = Math.max(0, cards.length - 1);
  const size = [head, ...cards, ...tail].reduce((sum, part) => sum + part.byteLength, separators);
  const bytes = Buffer.allocUnsafe(size);
  let offset = head.copy(bytes);
  cards.forEach((card, index) => {
    if (index > 0) bytes[offset++] = comma;
    bytes.set(card, offset);
    offset += card.byteLength;
  });
  for (const part of tail) offset += part.copy(bytes, offset);
  return bytes;
}

/** A `url` of a category is null until categories have pages of their own (§2.5). */
function categories(titles: readonly string[]): string {
  return `[${titles.map((title) => `{"title":${JSON.stringify(title)},"url":null}`).join(',')}]`;
}

function explainedCard({ card, tiers }: ProductHit): Uint8Array {
  const explain: ExplainBody = {
    missing_words: tiers.missingWords,
    in_stock: tiers.inStock,
    exact_title: tiers.exactTitle,
    title_prefix: tiers.titlePrefix,
    intent: tiers.intent,
    popularity: tiers.popularity,
  };
  const closed = card.at(-1) === brace ? card.subarray(0, -1) : card;
  return Buffer.concat([closed, Buffer.from(`,"explain":${JSON.stringify(explain)}}`)]);
}
