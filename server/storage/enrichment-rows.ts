/** Enrichment between enrichment.ts and its tables. The order of the column lists is that in which writes are bound. */

import type { Selectable } from 'kysely';
import type { HoldCode, PhraseState } from '../../contract/words/enrichment.ts';
import { type DamagedRow, decodeTolerantly } from './damage.ts';
import type {
  DroppedByRule,
  DueEnrichment,
  EnrichmentSettings,
  EnrichmentState,
  EnrichmentUsage,
  Lift,
  ListedEnrichment,
  LivePhrases,
  PhraseLists,
  PhraseSet,
  PhraseSource,
  QueueableProduct,
} from './enrichment.ts';
import type {
  EnrichmentJobsTable,
  EnrichmentSettingsTable,
  EnrichmentUsageTable,
  PhraseSetsTable,
} from './enrichment-tables.ts';
import { findDamage, readJson, readText } from './json-columns.ts';
import { packWholeType, unpackWholeType } from './packed-type.ts';
import { toLiveType } from './product-rows.ts';
import type { ProductsTable } from './schema.ts';

/** The columns of {@link toPhraseSource}. */
export const phraseSourceColumns = [
  'products.id',
  'products.title',
  'products.description',
  'products.category',
  'products.brand',
  'products.author',
  'products.isbn',
  'products.gtin',
  'products.ean',
  'products.sku',
  'products.mpn',
  'products.attributes',
] as const;

type SourceRow = Pick<
  Selectable<ProductsTable>,
  'id' | 'title' | 'description' | 'category' | 'brand' | 'author' | 'attributes' | Identifier
>;
type Identifier = 'isbn' | 'gtin' | 'ean' | 'sku' | 'mpn';

export function toPhraseSource(row: SourceRow): PhraseSource {
  const { id, title, description, category, brand, author } = row;
  const identifiers = [row.isbn, row.gtin, row.ean, row.sku, row.mpn].filter((text) => text !== null);
  const attributes = readJson('products', row, 'attributes');
  return { id, title, description, category, brand, author, attributes, identifiers };
}

export function toDueEnrichment(
  row: SourceRow & { readonly job_hash: string; readonly source_hash: string; readonly attempts: number },
): DueEnrichment {
  const { job_hash: jobHash, source_hash: sourceHash, attempts } = row;
  const { values, damaged } = decodeTolerantly([row], toPhraseSource);
  const [product = toPhraseSource({ ...row, attributes: '[]' })] = values;
  return { product, jobHash, sourceHash, attempts, damage: damaged[0] ?? null };
}

type JobRow = Pick<Selectable<EnrichmentJobsTable>, 'state' | 'attempts' | 'run_at' | 'error' | 'error_code'>;

export function toEnrichmentState(row: JobRow): EnrichmentState {
  return {
    state: row.state as EnrichmentState['state'],
    attempts: row.attempts,
    runAt: row.run_at,
    error: row.error,
    errorCode: row.error_code,
  };
}

/** The columns that a set of phrases is written in, with their types on PostgreSQL. */
export const phraseSetColumns = [
  ['product_id', 'text'],
  ['state', 'text'],
  ['generator', 'text'],
  ['model', 'text'],
  ['prompt_version', 'text'],
  ['generated_at', 'bigint'],
  ['source_hash', 'text'],
  ['reviewed_at', 'bigint'],
  ['reviewed_by', 'text'],
  ['generated', 'text'],
  ['edited', 'text'],
  ['locked_from', 'text'],
  ['dropped', 'text'],
  ['generated_type', 'text'],
  ['edited_type', 'text'],
] as const satisfies readonly (readonly [keyof PhraseSetsTable, 'text' | 'bigint'])[];

/** The values of {@link phraseSetColumns}. */
export function toPhraseSetValues(set: PhraseSet): (string | number | null)[] {
  return [
    set.productId,
    set.state,
    set.generator,
    set.model,
    set.promptVersion,
    set.generatedAt,
    set.sourceHash,
    set.reviewedAt,
    set.reviewedBy,
    set.generated === null ? null : toListsText(set.generated),
    set.edited === null ? null : toListsText(set.edited),
    set.lockedFrom,
    set.dropped.length === 0
      ? null
      : JSON.stringify(set.dropped.map(({ rule, count, example }) => [rule, count, example])),
    packWholeType(set.generated?.type ?? null),
    packWholeType(set.edited?.type ?? null),
  ];
}

export function toPhraseSet(row: Selectable<PhraseSetsTable>): PhraseSet {
  return {
    productId: row.product_id,
    state: row.state as PhraseState,
    generator: row.generator,
    model: row.model,
    promptVersion: row.prompt_version,
    generatedAt: row.generated_at,
    sourceHash: row.source_hash,
    reviewedAt: row.reviewed_at,
    reviewedBy: row.reviewed_by,
    generated: toLists(
      readJson('phrase_sets', row, 'generated'),
      readText('phrase_sets', row, 'generated_type'),
    ),
    edited: toLists(readJson('phrase_sets', row, 'edited'), readText('phrase_sets', row, 'edited_type')),
    lockedFrom: row.locked_from as PhraseSet['lockedFrom'],
    dropped: (readJson('phrase_sets', row, 'dropped') ?? []).map(toDropped),
  };
}

function toListsText({ suggestionPhrases, searchPhrases }: PhraseLists): string {
  return JSON.stringify([suggestionPhrases, searchPhrases]);
}

function toLists(lists: readonly [string[], string[]] | null, packedType: string | null): PhraseLists | null {
  if (lists === null) return null;
  const [suggestionPhrases, searchPhrases] = lists;
  return { suggestionPhrases, searchPhrases, type: unpackWholeType(packedType) };
}

function toDropped([rule, count, example]: readonly [string, number, string]): DroppedByRule {
  return { rule, count, example };
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

export function toEnrichmentSettings(row: Selectable<EnrichmentSettingsTable>): EnrichmentSettings {
  const { hold_code: code, hold_message: message, hold_until: until } = row;
  return {
    paused: Boolean(row.paused),
    monthlyBudgetMicros: row.monthly_budget_micros,
    blocklist: readJson('enrichment_settings', row, 'blocklist'),
    blocklistChange: row.blocklist_change,
    hold:
      code === null || message === null || until === null ? null : { code: code as HoldCode, message, until },
    failedRequests: row.failed_requests,
    busyRequests: row.busy_requests,
    lift: row.lift as Lift,
    queueAfter: row.queue_after,
    sweepAfter: row.sweep_after,
    sweepsAgain: Boolean(row.sweeps_again),
  };
}

export function toSettingsColumns(settings: EnrichmentSettings) {
  return {
    paused: settings.paused,
    monthly_budget_micros: settings.monthlyBudgetMicros,
    blocklist: JSON.stringify(settings.blocklist),
    blocklist_change: settings.blocklistChange,
    hold_code: settings.hold?.code ?? null,
    hold_message: settings.hold?.message ?? null,
    hold_until: settings.hold?.until ?? null,
    failed_requests: settings.failedRequests,
    busy_requests: settings.busyRequests,
    lift: settings.lift,
    queue_after: settings.queueAfter,
    sweep_after: settings.sweepAfter,
    sweeps_again: settings.sweepsAgain,
  };
}

export function toEnrichmentUsage(row: EnrichmentUsageTable): EnrichmentUsage {
  const { day, generator, requests, products, failed } = row;
  const tokens = { inputTokens: row.input_tokens, outputTokens: row.output_tokens };
  return { day, generator, requests, products, failed, ...tokens, costMicros: row.cost_micros };
}

export function toUsageRow(storeId: string, usage: EnrichmentUsage): EnrichmentUsageTable {
  const { day, generator, requests, products, failed } = usage;
  return {
    ...{ store_id: storeId, day, generator, requests, products, failed },
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cost_micros: usage.costMicros,
  };
}

export function toLivePhrases(
  row: ListsRow &
    Pick<Selectable<ProductsTable>, 'id'> &
    Pick<Selectable<PhraseSetsTable>, 'state' | 'generator'>,
): LivePhrases {
  return {
    productId: row.id,
    state: row.state as PhraseState,
    generator: row.generator,
    ...toReadableLists(row, findDamage('products', row)),
  };
}

/** What is live of a product's phrases. */
export const liveColumns = [
  'suggestion_phrases',
  'search_phrases',
  'product_type',
  'type_details',
] as const satisfies readonly (keyof ProductsTable)[];

type ListsRow = Pick<Selectable<ProductsTable>, (typeof liveColumns)[number]>;

/** Empty where they cannot be read. */
function toReadableLists(row: ListsRow, damage: DamagedRow | null): PhraseLists {
  if (damage !== null) return { suggestionPhrases: [], searchPhrases: [], type: null };
  return {
    suggestionPhrases: readJson('products', row, 'suggestion_phrases'),
    searchPhrases: readJson('products', row, 'search_phrases'),
    type: toLiveType(row),
  };
}

type ListedRow = Pick<Selectable<ProductsTable>, 'id' | 'external_id' | 'title' | 'category' | 'image_url'> &
  ListsRow & { readonly phrase_state: string | null } & {
    readonly [Column in keyof JobRow as `job_${Column}`]: JobRow[Column] | null;
  };

export function toListedEnrichment(row: ListedRow): ListedEnrichment {
  const { job_state: state, job_attempts: attempts, job_run_at: run_at } = row;
  const damage = findDamage('products', row);
  const hasJob = state !== null && attempts !== null && run_at !== null;
  return {
    id: row.id,
    externalId: row.external_id,
    title: row.title,
    category: row.category,
    imageUrl: row.image_url,
    ...toReadableLists(row, damage),
    damage,
    phraseState: row.phrase_state as PhraseState | null,
    job: hasJob
      ? toEnrichmentState({ state, attempts, run_at, error: row.job_error, error_code: row.job_error_code })
      : null,
  };
}

/** The columns of {@link toQueueableProduct}. */
export const queueableColumns = [
  'id',
  'external_id',
  'source_hash',
  'counts_as_enriched',
  'phrases_locked',
] as const satisfies readonly (keyof ProductsTable)[];

export function toQueueableProduct(
  row: Pick<Selectable<ProductsTable>, (typeof queueableColumns)[number]>,
): QueueableProduct {
  return {
    id: row.id,
    externalId: row.external_id,
    sourceHash: row.source_hash,
    countsAsEnriched: Boolean(row.counts_as_enriched),
    isLocked: Boolean(row.phrases_locked),
  };
}
