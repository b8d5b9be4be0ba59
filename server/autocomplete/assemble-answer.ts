/**
 * The bytes of an answer (§2.5), put together from what the engine found. Cards are copied as they stand in the
 * index; nothing on this path builds an object to stringify it.
 */
import type { ExplainBody } from '../../contract/autocomplete.ts';
import type { ProductHit, SearchResult } from '../search/engine.ts';
import { ByteScratch } from './byte-scratch.ts';

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

/**
 * An answer in two forms that differ in `meta.cached` only. Each is UTF-8 JSON as a string of one character a byte
 * ("latin1"): Node sends such a string together with the headers, by one system call and without another copy, and
 * it keeps nothing of the index that gave it.
 */
export interface AnswerBytes {
  readonly fresh: string;
  readonly cached: string;
}

const brace = 125;

/** One answer is put together at a time. */
const scratch = new ByteScratch();

/** Both forms of an answer. */
export function assembleAnswer(result: SearchResult, facts: AnswerFacts): AnswerBytes {
  const { suggestions, categories, products, correctedQuery } = result;
  const { query, mode, storeId, source, explain } = facts;
  scratch.clear();
  scratch.addText(`{"suggestions":${JSON.stringify(suggestions)},"categories":[`);
  // A `url` of a category is null until categories have pages of their own (§2.5).
  categories.forEach((title, index) => {
    scratch.addText(`${index > 0 ? ',' : ''}{"title":${JSON.stringify(title)},"url":null}`);
  });
  scratch.addText('],"products":[');
  products.forEach((hit, index) => {
    if (index > 0) scratch.addText(',');
    if (explain) addExplained(hit);
    else scratch.addBytes(hit.card);
  });
  scratch.addText(
    `],"meta":{"query":${JSON.stringify(query)},"mode":"${mode}","store":"${storeId}","cached":`,
  );
  const begin = scratch.take();
  const corrected = correctedQuery === null ? '' : `"corrected_query":${JSON.stringify(correctedQuery)},`;
  scratch.addText(
    `,"source":"${source}",${corrected}"counts":{"suggestions":${suggestions.length},` +
      `"categories":${categories.length},"products":${products.length}}}}`,
  );
  const end = scratch.take();
  return { fresh: `${begin}false${end}`, cached: `${begin}true${end}` };
}

function addExplained({ card, tiers }: ProductHit): void {
  const explain: ExplainBody = {
    missing_words: tiers.missingWords,
    in_stock: tiers.inStock,
    exact_title: tiers.exactTitle,
    title_prefix: tiers.titlePrefix,
    intent: tiers.intent,
    popularity: tiers.popularity,
  };
  scratch.addBytes(card.at(-1) === brace ? card.subarray(0, -1) : card);
  scratch.addText(`,"explain":${JSON.stringify(explain)}}`);
}
