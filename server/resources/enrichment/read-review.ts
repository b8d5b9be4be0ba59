/**
 * The operations that read the review of phrases in groups, done in the reader thread. They write nothing. Counts come from the
 * patterns that are stored with phrases, so that a page costs one row a product and no text; a search reads at most 20,000 products
 * (`limits.reviewedProducts`), 500 at a time. An unknown pattern or a cursor of another list is `validation_failed`.
 */
// Tests: test/api/phrase-review.test.ts, test/storage/phrase-decisions.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { PhraseReviewBody, phraseReviewOperations } from '../../../contract/phrase-review.ts';
import { formatTimestamp } from '../../clock.ts';
import {
  type CountedPattern,
  compareByRisk,
  countPatterns,
  patternsWith,
  type RiskPlace,
  riskWord,
  sizeOfPatterns,
} from '../../enrichment/review/count-patterns.ts';
import { type FoundPhrase, findPhrases, sizeOfWords } from '../../enrichment/review/find-phrases.ts';
import {
  nameOfPattern,
  packPattern,
  partsOf,
  unpackPatterns,
} from '../../enrichment/review/phrase-pattern.ts';
import { allPhrases } from '../../enrichment/review/standing-decisions.ts';
import { cursorInvalid } from '../../errors.ts';
import { encodeCursor } from '../../operations/cursor.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { ReviewedProduct, StandingDecision } from '../../storage/enrichment/review-tables.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { groupOf, readPattern } from './parse-group.ts';

/** A handler for each operation. */
export const reviewReads: OperationHandlers<typeof phraseReviewOperations, 'reader', ReadContext> = {
  async listPatterns({ query: { verdict, cursor, limit } }, { inTurns }) {
    const after = cursor === undefined ? null : parsePlace(cursor);
    return await inTurns(async (reader) => {
      // Before the counts: without progress, they are those behind the last change.
      const progress = await readProgress(reader);
      const { patterns, ...counted } = await readCounts(reader);
      const wanted = patterns
        .filter(({ decision }) => (decision?.verdict ?? 'open') === verdict)
        .filter((pattern) => after === null || compareByRisk(pattern, after) > 0);
      const shown = wanted.slice(0, limit);
      const samples = await readSamples(reader, shown);
      const last = wanted.length > limit ? shown.at(-1) : undefined;
      return {
        review: {
          open_products: counted.openProducts,
          decided_products: counted.decidedProducts,
          unsorted_products: counted.unsortedProducts,
          progress,
        },
        patterns: shown.map((pattern) => presentPattern(pattern, samples)),
        next_cursor:
          last === undefined ? null : encodeCursor(JSON.stringify([last.risk, last.products, last.name])),
      };
    });
  },

  async listPhrases({ query: { q, pattern: name, verdict, cursor, limit } }, { inTurns }) {
    const pattern = name === '' ? null : readPattern(name, 'pattern');
    const after = cursor === undefined ? null : parsePhrasePlace(cursor);
    return await inTurns(async (reader) => {
      const found = await findPhrases(reader, { words: q, pattern, verdict: verdict ?? null, after, limit });
      const { next } = found;
      return {
        phrases: found.phrases.map(presentPhrase),
        next_cursor: next === null ? null : encodeCursor(`${next.productId} ${next.place}`),
      };
    });
  },

  listDecisions: ({ query: { about, cursor, limit } }, { inTurns }) =>
    inTurns(async (reader) => {
      const all = await reader.phrases.decisions();
      const rest = all.filter(
        ({ id, kind }) =>
          (cursor === undefined || id < cursor) &&
          (about === undefined || (kind === 'type') === (about === 'types')),
      );
      return await writePage({
        ...{ name: 'decisions', limit },
        read: async (last: StandingDecision | null, most) => {
          const from = last === null ? rest : rest.slice(rest.indexOf(last) + 1);
          return { rows: from.slice(0, most), isMore: from.length > most };
        },
        show: presentDecision,
        placeOf: ({ id }) => id,
      });
    }),

  async previewDecision({ body }, { inTurns }) {
    const group = groupOf(body);
    return await inTurns(async (reader) => {
      if (group.kind === 'type') {
        const open = (await reader.phrases.typeCounts(group.types)).filter(({ isOpen }) => isOpen);
        const products = open.reduce((sum, one) => sum + one.products, 0);
        return { products, phrases: 0, emptied_products: 0, is_complete: true };
      }
      if (group.kind === 'words') {
        const { products, phrases, emptiedProducts, isComplete } = await sizeOfWords(reader, group.words);
        return { products, phrases, emptied_products: emptiedProducts, is_complete: isComplete };
      }
      const counts = await reader.phrases.patternCounts();
      const review = countPatterns(counts, await reader.phrases.decisions());
      const size = sizeOfPatterns(counts, new Set(group.patterns.values()), patternsWith(review, 'refused'));
      const { products, phrases, emptiedProducts } = size;
      return { products, phrases, emptied_products: emptiedProducts, is_complete: true };
    });
  },
};

async function readCounts(reader: StoreReader) {
  return countPatterns(await reader.phrases.patternCounts(), await reader.phrases.decisions());
}

/** How far decisions were applied; null once they are applied to all products. */
export async function readProgress(reader: StoreReader): Promise<PhraseReviewBody['progress']> {
  const { sweepAfter } = await reader.enrichment.settings();
  return sweepAfter === null ? null : await reader.phrases.countSets(sweepAfter);
}

/** Products that stand for a pattern. */
const samplesMax = 5;
/** A pattern of so many products has more samples than counting gave, soon found from the beginning of the store. Chosen. */
const manyProducts = 20;

/** The products of which a phrase is shown, by the name of the pattern. */
async function readSamples(
  reader: StoreReader,
  patterns: readonly CountedPattern[],
): Promise<ReadonlyMap<string, readonly ReviewedProduct[]>> {
  const ids = [...new Set(patterns.flatMap(({ exampleIds }) => exampleIds))];
  const known = new Map<string, ReviewedProduct>();
  for (let at = 0; at < ids.length; at += limits.reviewedProductsPerRead) {
    const some = await reader.phrases.reviewedAmong(ids.slice(at, at + limits.reviewedProductsPerRead));
    for (const product of some) known.set(product.productId, product);
  }
  const samples = new Map<string, readonly ReviewedProduct[]>();
  for (const { name, pattern, products, exampleIds } of patterns) {
    const own = exampleIds.flatMap((id) => known.get(id) ?? []);
    const isShort = own.length < samplesMax && products >= manyProducts;
    const holding = packPattern(pattern);
    const more = isShort ? await reader.phrases.reviewed({ after: '', limit: samplesMax, holding }) : [];
    const all = new Map([...own, ...more].map((product) => [product.productId, product]));
    samples.set(name, [...all.values()].slice(0, samplesMax));
  }
  return samples;
}

function presentPattern(
  { pattern, name, phrases, products, decision, risk, reason }: CountedPattern,
  samples: ReadonlyMap<string, readonly ReviewedProduct[]>,
) {
  return {
    ...{ pattern: name, parts: [...partsOf(pattern)], phrases, products },
    ...{ verdict: decision?.verdict ?? null, decision_id: decision?.id ?? null },
    ...{ risk: riskWord(risk), reason },
    samples: (samples.get(name) ?? []).flatMap((product) => {
      const place = unpackPatterns(product.set.patterns ?? '').indexOf(pattern);
      const phrase = allPhrases(product.set.generated ?? product.live)[place];
      return phrase === undefined ? [] : [{ ...presentProduct(product), phrase }];
    }),
  };
}

function presentProduct({ externalId, title, imageUrl }: ReviewedProduct) {
  return { external_id: externalId, title, image_url: imageUrl };
}

function presentPhrase({ product, phrase, pattern, isShown, decision }: FoundPhrase) {
  const verdict = decision?.verdict ?? null;
  return { ...presentProduct(product), phrase, is_shown: isShown, pattern: nameOfPattern(pattern), verdict };
}

/** A decision that stands. */
export function presentDecision({
  id,
  kind,
  subject,
  verdict,
  newName,
  decidedAt,
  decidedBy,
}: StandingDecision) {
  return {
    ...{
      id,
      pattern: kind === 'pattern' ? subject : null,
      words: kind === 'words' ? subject : null,
      type: kind === 'type' ? subject : null,
      verdict,
      new_name: newName,
    },
    ...{ decided_at: formatTimestamp(decidedAt), decided_by: decidedBy },
  };
}

/** The place behind a pattern or a type. Throws `validation_failed`. */
export function parsePlace(place: string): RiskPlace {
  try {
    const read: unknown = JSON.parse(place);
    const [risk, products, name] = Array.isArray(read) ? (read as readonly unknown[]) : [];
    if (Number.isSafeInteger(risk) && Number.isSafeInteger(products) && typeof name === 'string')
      return { risk: Number(risk), products: Number(products), name };
  } catch {
    // No JSON.
  }
  throw cursorInvalid();
}

/** The place behind a phrase of a product. Throws `validation_failed`. */
function parsePhrasePlace(given: string) {
  const [, productId, place] = /^(\S+) (\d{1,2})$/.exec(given) ?? [];
  if (productId === undefined || place === undefined) throw cursorInvalid();
  return { productId, place: Number(place) };
}
