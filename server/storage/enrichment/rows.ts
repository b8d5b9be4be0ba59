/**
 * Converts rows of enrichment to records and back where a record is not one field a column. A source or list that cannot be read comes
 * back empty, with its damage beside it; everything else is decoded strictly. It reads and writes no database and applies no output
 * rule. Times are microseconds, costs millionths of a US dollar.
 */
// Tests: test/storage/enrichment.test.ts.

import type { PhraseState } from '../../../contract/words/enrichment.ts';
import { type DamagedRow, decodeTolerantly } from '../damage/damage.ts';
import { packWholeType, unpackWholeType } from '../products/packed-type.ts';
import { toLiveType } from '../products/rows.ts';
import { products } from '../products/tables.ts';
import type { RecordOf, RowOf } from '../table.ts';
import type { ReviewedProduct } from './review-tables.ts';
import {
  type DueEnrichment,
  type EnrichmentSettings,
  enrichmentSettings,
  type enrichmentState,
  type ListedEnrichment,
  type LivePhrases,
  type PhraseLists,
  type PhraseSet,
  type PhraseSource,
  phraseSets,
} from './tables.ts';

const sourceFields = products.pick(
  'id',
  'title',
  'description',
  'category',
  'brand',
  'author',
  'isbn',
  'gtin',
  'ean',
  'sku',
  'mpn',
  'attributes',
);

/** The columns of {@link toPhraseSource}. */
export const phraseSourceColumns = sourceFields.names.map((name) => `products.${name}` as const);

type ProductRow = RowOf<typeof products.columns>;
type SourceRow = Parameters<typeof sourceFields.decode>[0];

export function toPhraseSource(row: SourceRow): PhraseSource {
  const { isbn, gtin, ean, sku, mpn, ...source } = sourceFields.decode(row);
  return { ...source, identifiers: [isbn, gtin, ean, sku, mpn].filter((text) => text !== null) };
}

export function toDueEnrichment(
  row: SourceRow & { readonly job_hash: string; readonly source_hash: string; readonly attempts: number },
): DueEnrichment {
  const { job_hash: jobHash, source_hash: sourceHash, attempts } = row;
  const { values, damaged } = decodeTolerantly([row], toPhraseSource);
  const [product = toPhraseSource({ ...row, attributes: '[]' })] = values;
  return { product, jobHash, sourceHash, attempts, damage: damaged[0] ?? null };
}

/** A set with one field for each of its columns. */
export function toFlatPhraseSet(set: PhraseSet): RecordOf<typeof phraseSets> {
  const { generated, edited, dropped } = set;
  return {
    ...set,
    generated: generated === null ? null : toTexts(generated),
    edited: edited === null ? null : toTexts(edited),
    generatedType: packWholeType(generated?.type ?? null),
    editedType: packWholeType(edited?.type ?? null),
    dropped:
      dropped.length === 0
        ? null
        : dropped.map(({ rule, count, example }) => [rule, count, example] as const),
  };
}

export function toPhraseSet(row: RowOf<typeof phraseSets.columns>): PhraseSet {
  const { generatedType, editedType, ...set } = phraseSets.decode(row);
  return {
    ...set,
    generated: toLists(set.generated, generatedType),
    edited: toLists(set.edited, editedType),
    dropped: (set.dropped ?? []).map(([rule, count, example]) => ({ rule, count, example })),
  };
}

type Texts = readonly [suggestions: readonly string[], searches: readonly string[]];

function toTexts({ suggestionPhrases, searchPhrases }: PhraseLists): Texts {
  return [suggestionPhrases, searchPhrases];
}

function toLists(texts: Texts | null, packedType: string | null): PhraseLists | null {
  if (texts === null) return null;
  const [suggestionPhrases, searchPhrases] = texts;
  return { suggestionPhrases, searchPhrases, type: unpackWholeType(packedType) };
}

export const noSettings: EnrichmentSettings = {
  paused: false,
  monthlyBudgetMicros: null,
  blocklist: [],
  blocklistChange: 0,
  hold: null,
  failedRequests: 0,
  busyRequests: 0,
  lift: 'free',
  queueAfter: null,
  sweepAfter: null,
  sweepsAgain: false,
};

export function toEnrichmentSettings(row: RowOf<typeof enrichmentSettings.columns>): EnrichmentSettings {
  const {
    holdCode: code,
    holdMessage: message,
    holdUntil: until,
    ...settings
  } = enrichmentSettings.decode(row);
  return {
    ...settings,
    hold: code === null || message === null || until === null ? null : { code, message, until },
  };
}

export function toSettingsRow(settings: EnrichmentSettings) {
  return enrichmentSettings.encode({
    ...settings,
    holdCode: settings.hold?.code ?? null,
    holdMessage: settings.hold?.message ?? null,
    holdUntil: settings.hold?.until ?? null,
  });
}

export function toLivePhrases(
  row: ListsRow & Pick<ProductRow, 'id'> & Pick<RowOf<typeof phraseSets.columns>, 'state' | 'generator'>,
): LivePhrases {
  const { id: productId, state, generator } = row;
  return { productId, state, generator, ...toReadableLists(row, products.damageIn(row)[0] ?? null) };
}

const liveLists = products.pick('suggestion_phrases', 'search_phrases');

/** The columns of a product's live phrases and type. */
export const liveColumns = [...liveLists.names, 'product_type', 'type_details'] as const;

type ListsRow = Pick<ProductRow, (typeof liveColumns)[number]>;

/** The phrases of a row; empty if they cannot be read. */
function toReadableLists(row: ListsRow, damage: DamagedRow | null): PhraseLists {
  if (damage !== null) return { suggestionPhrases: [], searchPhrases: [], type: null };
  return { ...liveLists.decode(row), type: toLiveType(row) };
}

const reviewedFields = products.pick('external_id', 'title', 'image_url');

/** The columns of {@link toReviewedProduct}: those of the set by their own names, the products' key apart. */
export const reviewedColumns = [
  'phrase_sets.store_id',
  ...phraseSets.names.map((name) => `phrase_sets.${name}` as const),
  ...reviewedFields.names,
  ...liveColumns,
] as const;

export type ReviewedRow = Parameters<typeof reviewedFields.decode>[0] &
  ListsRow &
  RowOf<typeof phraseSets.columns>;

/** Throws a DamageError if the phrases cannot be read. */
export function toReviewedProduct(row: ReviewedRow): ReviewedProduct {
  return {
    productId: row.product_id,
    ...reviewedFields.decode(row),
    set: toPhraseSet(row),
    live: { ...liveLists.decode(row), type: toLiveType(row) },
  };
}

const listedFields = products.pick('id', 'external_id', 'title', 'category', 'image_url');

type JobRow = Parameters<typeof enrichmentState.decode>[0];
type ListedRow = Parameters<typeof listedFields.decode>[0] &
  ListsRow & { readonly phrase_state: PhraseState | null } & {
    readonly [Column in keyof JobRow as `job_${Column}`]: JobRow[Column] | null;
  };

export function toListedEnrichment(row: ListedRow): ListedEnrichment {
  const { job_state: state, job_attempts: attempts, job_run_at: runAt } = row;
  const damage = products.damageIn(row)[0] ?? null;
  const hasJob = state !== null && attempts !== null && runAt !== null;
  return {
    ...listedFields.decode(row),
    ...toReadableLists(row, damage),
    damage,
    phraseState: row.phrase_state,
    job: hasJob ? { state, attempts, runAt, error: row.job_error, errorCode: row.job_error_code } : null,
  };
}
