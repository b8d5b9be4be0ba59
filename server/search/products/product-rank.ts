/**
 * The order of products (§4.7; Contract §7) as one comparison:
 *
 *   fewest words missing > in stock > exact title > title prefix > intent > popularity > alphabetical
 *
 * All but the last two are packed into one integer, so that most candidates are decided by one comparison. Pure; it never looks at a
 * query. The packed integer is lower the better: 7 bits of flags and intent below the count of missing words. Inputs are trusted.
 */
// Tests: ./product-top.test.ts.
import type { ProductHit, RankTiers } from '../engine.ts';
import { isSameGroup } from '../segment/group-column.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { typesOf } from '../segment/word-entries.ts';

/** A document that competes for a place in the answer. */
export interface RankedDocument {
  /** Packed tiers, lower is better ({@link packTiers}). */
  readonly tiers: number;
  readonly popularity: number;
  /** As in {@link RankTiers}. */
  readonly boosts: number;
  readonly live: LiveSegment;
  readonly document: number;
  /** The number of the group in its segment for which it takes a place; 0 where it stands for itself. */
  readonly group: number;
}

const intentSteps = 16;

/** Higher than any general score: popularity for the query ranks above general popularity. */
export const textScoreLift = 2 ** 32;

/** Missing words, not in stock, not exact, not a title prefix (one bit each), then 15 - intent (four bits). */
export function packTiers(
  missingWords: number,
  inStock: boolean,
  exactTitle: boolean,
  titlePrefix: boolean,
  intent: number,
): number {
  const flags = (inStock ? 0 : 4) + (exactTitle ? 0 : 2) + (titlePrefix ? 0 : 1);
  return (missingWords * 8 + flags) * intentSteps + (intentSteps - 1 - intent);
}

export function isInStock(tiers: number): boolean {
  return (Math.floor(tiers / intentSteps) & 4) === 0;
}

/** Returns the number of words that a product with these tiers misses. */
export function missingWordsOf(tiers: number): number {
  return Math.floor(tiers / (intentSteps * 8));
}

/** The tiers of a product with all words, as if it missed one. */
export function missingOneWord(tiers: number): number {
  return missingWordsOf(tiers) > 0 ? tiers : tiers + 8 * intentSteps;
}

/** The best tiers of a product that misses `missingWords` words. */
export function bestTiersOf(missingWords: number): number {
  return packTiers(missingWords, true, true, true, intentSteps - 1);
}

/** The inverse of {@link packTiers}. */
function unpackTiers({ tiers: packed, popularity, boosts }: RankedDocument): RankTiers {
  const flags = Math.floor(packed / intentSteps) % 8;
  return {
    missingWords: missingWordsOf(packed),
    inStock: isInStock(packed),
    exactTitle: (flags & 2) === 0,
    titlePrefix: (flags & 1) === 0,
    intent: intentSteps - 1 - (packed % intentSteps),
    isForQuery: popularity >= textScoreLift,
    popularity: popularity % textScoreLift,
    boosts,
  };
}

/** Negative if `left` ranks first. A total order over live documents of one store, since external ids are distinct. */
export function compareRanked(left: RankedDocument, right: RankedDocument): number {
  return left.tiers - right.tiers || right.popularity - left.popularity || compareAlphabetically(left, right);
}

/** Compares by folded title, title and external id, in code points. Within a segment that is the order of the numbers. */
export function compareAlphabetically(
  left: Pick<RankedDocument, 'live' | 'document'>,
  right: Pick<RankedDocument, 'live' | 'document'>,
): number {
  if (left.live === right.live) return left.document - right.document;
  const { segment } = left.live;
  const { segment: other } = right.live;
  return (
    segment.titles.compare(left.document, other.titles, right.document) ||
    segment.externalIds.compare(left.document, other.externalIds, right.document)
  );
}

/** Whether two candidates cannot both have a place: they are one document, or variants of one group. */
export function takeOnePlace(left: RankedDocument, right: RankedDocument): boolean {
  if (left.live === right.live && left.document === right.document) return true;
  return isSameGroup(left.live.segment.groups, left.group, right.live.segment.groups, right.group);
}

/** Turns candidates into hits. */
export function toHits(ranked: readonly RankedDocument[]): ProductHit[] {
  return ranked.map((one) => new RankedHit(one));
}

/** Most answers need no more of a hit than the bytes of its card. */
class RankedHit implements ProductHit {
  readonly #ranked: RankedDocument;

  constructor(ranked: RankedDocument) {
    this.#ranked = ranked;
  }

  get productId(): string {
    const { live, document } = this.#ranked;
    return live.segment.productIds.text(document);
  }

  get externalId(): string {
    const { live, document } = this.#ranked;
    return live.segment.externalIds.text(document);
  }

  get group(): string | null {
    const { live, document } = this.#ranked;
    return live.segment.groups.nameOf(document);
  }

  get typeNouns(): readonly string[] {
    const { live, document } = this.#ranked;
    const { words, titleDocuments } = live.segment;
    return typesOf(titleDocuments, document).map((term) => words.terms.text(term));
  }

  get tiers(): RankTiers {
    return unpackTiers(this.#ranked);
  }

  get card(): Uint8Array {
    const { column, place } = this.#card();
    return column.card(place);
  }

  get cardBytesMax(): number {
    const { column, place } = this.#card();
    return column.bytesMax(place);
  }

  writeCard(target: Uint8Array, at: number, isWhole = false): number {
    const { column, place } = this.#card();
    return column.write(place, target, at, isWhole);
  }

  #card() {
    const { live, document } = this.#ranked;
    return live.cardOf(document);
  }
}
