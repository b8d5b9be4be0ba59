/**
 * Assembles the bytes of an answer (§2.5) from the engine's result. Cards are copied from the index as bytes; nothing on this path
 * builds an object to stringify it, and all answers use one buffer. The buffer begins with 64 KiB and grows; 20 products are the most
 * of an answer. It checks nothing, cannot be entered twice, and never changes a card. Input is trusted: cards were checked when they
 * were made.
 */
// Tests: ./assemble-answer.test.ts.
import type { ExplainBody, VariantsBody } from '../../../contract/autocomplete.ts';
import { limits } from '../../../contract/limits.ts';
import type { HitMark, ShownResult } from '../../merchandising/arrange-answer.ts';
import type { ProductHit, RankTiers } from '../../search/engine.ts';
import type { VariantsOfHits } from './explain-variants.ts';

/** Room for an answer of twenty long cards; it grows where that is not enough. */
const firstLength = 64 * 1024;

/** Bytes in the order in which they were added. */
export class ByteScratch {
  #bytes = Buffer.allocUnsafeSlow(firstLength);
  #length = 0;

  /** Removes all bytes; texts that {@link take} returned do not change. */
  clear(): void {
    this.#length = 0;
  }

  /** Adds the text as UTF-8. */
  addText(text: string): void {
    // At most three bytes for each UTF-16 unit.
    this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  addBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.byteLength);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  /** Removes the last byte. */
  dropLast(): void {
    this.#length -= 1;
  }

  /** Reserves room for `bytesMax` bytes and lets `write` fill it; `write` receives the start and returns the end. */
  addWritten(bytesMax: number, write: (target: Uint8Array, at: number) => number): void {
    this.#makeRoom(bytesMax);
    this.#length = write(this.#bytes, this.#length);
  }

  /** Returns the bytes added since the last call or {@link clear}, as a string with one character per byte. */
  take(): string {
    const taken = this.#bytes.toString('latin1', 0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(byteLength: number): void {
    const needed = this.#length + byteLength;
    if (needed <= this.#bytes.byteLength) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.byteLength));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The facts in the `meta` of an answer. */
export interface AnswerFacts {
  readonly storeId: string;
  /** `q` as sent. */
  readonly query: string;
  readonly mode: 'discovery' | 'search';
  readonly source: 'graph' | 'backend';
  /** Adds to each card its tiers of the ranking, and the variants behind it; null: neither. */
  readonly explain: VariantsOfHits | null;
  /** Adds to the card of a product on sale its price before. */
  readonly salePrices: boolean;
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

/** One answer is assembled at a time. */
const scratch = new ByteScratch();

/** Both forms of an answer. */
export function assembleAnswer(result: ShownResult, facts: AnswerFacts): AnswerBytes {
  const { suggestions, products, correctedQuery, marks = [] } = result;
  const { query, mode, storeId, source, explain, salePrices } = facts;
  scratch.clear();
  scratch.addText(`{"suggestions":${JSON.stringify(suggestions)},"categories":[`);
  const categories = categoriesOf(result);
  categories.forEach((category, index) => {
    scratch.addText(`${index > 0 ? ',' : ''}${JSON.stringify(category)}`);
  });
  scratch.addText('],"products":[');
  products.forEach((hit, index) => {
    if (index > 0) scratch.addText(',');
    scratch.addWritten(hit.cardBytesMax, (target, at) => hit.writeCard(target, at, salePrices));
    if (explain !== null) addExplanation(hit, marks[index] ?? null, explain);
  });
  scratch.addText(
    `],"meta":{"query":${JSON.stringify(query)},"mode":"${mode}","store":"${storeId}","cached":`,
  );
  const begin = scratch.take();
  const corrected = correctedQuery === null ? '' : `"corrected_query":${JSON.stringify(correctedQuery)},`;
  scratch.addText(
    `,"source":"${source}",${corrected}"counts":{"suggestions":${suggestions.length},` +
      `"categories":${categories.length},"products":${products.length}}${explain === null ? '' : rulesText(result)}}}`,
  );
  const end = scratch.take();
  return { fresh: `${begin}false${end}`, cached: `${begin}true${end}` };
}

/** The `url` of a category is null until categories have pages (§2.5); a redirect comes first, with its `url`. */
function categoriesOf({ categories, redirect = null }: ShownResult): { title: string; url: string | null }[] {
  const found = categories.map((title) => ({ title, url: null }));
  return redirect === null ? found : [{ title: redirect.title, url: redirect.url }, ...found];
}

/** The rules that applied, as an additional field of `meta`. */
function rulesText({ ruleIds, hidden = [] }: ShownResult): string {
  if (ruleIds === undefined) return '';
  const merchandising = { rules: ruleIds, hidden: hidden.map(({ productId }) => productId) };
  return `,"merchandising":${JSON.stringify(merchandising)}`;
}

/** The tiers that a product hit, as answers explain them. */
export function explainTiers(
  tiers: RankTiers,
  mark: HitMark | null,
  variants: VariantsBody | null = null,
): ExplainBody {
  return {
    missing_words: tiers.missingWords,
    in_stock: tiers.inStock,
    exact_title: tiers.exactTitle,
    title_prefix: tiers.titlePrefix,
    intent: tiers.intent,
    popularity: tiers.popularity,
    ...(tiers.boosts === 0 ? {} : { boosts: boostPlaces(tiers.boosts) }),
    ...(tiers.isForQuery ? { popularity_for_query: true } : {}),
    ...(variants === null ? {} : { variants }),
    ...(mark === null ? {} : { merchandising: { ...mark } }),
  };
}

/** The boosts of a product by their places in the store's list, from 0. `boosts`: a bit for each. */
export function boostPlaces(boosts: number): number[] {
  return Array.from({ length: limits.rankingBoosts }, (_, place) => place).filter(
    (place) => ((boosts >>> place) & 1) === 1,
  );
}

/** Adds the explanation to the card that was written last, as its last field. */
function addExplanation(
  { tiers, productId }: ProductHit,
  mark: HitMark | null,
  variants: VariantsOfHits,
): void {
  const explain = explainTiers(tiers, mark, variants.get(productId) ?? null);
  scratch.dropLast();
  scratch.addText(`,"explain":${JSON.stringify(explain)}}`);
}
