/**
 * Undoes what a run did to some products, within one transaction under the store's lock: each product that nothing else has changed
 * since is what it was before, and one that the run made is erased. It calls no provider: phrases that fit stay, and else the product
 * is queued again. It never exceeds a plan, since it adds no product. What cannot be read stays as it is. Counts are products, at most
 * 200 at a time.
 */
// Tests: test/api/undo-imports.test.ts, test/api/undo-histories.test.ts.
import { isSameHash } from '../catalog/source-hash.ts';
import { enrichmentJobOf } from '../jobs/enrichment-job.ts';
import { passDamagedRow } from '../storage/damage/damage.ts';
import type { RunUndo } from '../storage/imports/tables.ts';
import type { WholeProduct } from '../storage/products/tables.ts';
import { wholeProductsAmong } from '../storage/products-among.ts';
import type { EnrichmentJob } from '../storage/records.ts';
import type { ReplacedProduct } from '../storage/replaced/tables.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';
import { hasRoom } from './decide-writes.ts';
import { type ChangedProduct, type IngestEnvironment, recordChanges, writeCounters } from './pipeline.ts';

/** Products by what becomes of them. */
export type UndoCounts = Pick<RunUndo, 'restored' | 'removed' | 'changedSince'>;

/** The parts from outside that undoing needs. */
export type UndoEnvironment = Pick<IngestEnvironment, 'clock' | 'enrich'>;

/** The decision about some products, with the rows by which it was made. */
interface Judged {
  readonly restored: readonly (ChangedProduct & { readonly row: ReplacedProduct })[];
  readonly removed: readonly WholeProduct[];
  readonly changedSince: readonly ReplacedProduct[];
}

/** Counts what {@link undoProducts} would do to these products. Writes nothing. */
export async function countUndo(
  reader: { readonly products: Pick<StoreReader['products'], 'wholePage'> },
  rows: readonly ReplacedProduct[],
): Promise<UndoCounts> {
  const counts = { restored: 0, removed: 0, changedSince: 0 };
  for await (const judged of judge(reader, rows, 0)) addJudged(counts, judged);
  return counts;
}

/** Undoes what a run did to these products, of which the store then no longer keeps what was before. */
export async function undoProducts(
  writer: StoreWriter,
  rows: readonly ReplacedProduct[],
  environment: UndoEnvironment,
): Promise<UndoCounts> {
  const counts = { restored: 0, removed: 0, changedSince: 0 };
  const changeNumber = writer.store.changeNumber + 1;
  const at = environment.clock.nowMicros();
  const changed = { productCount: 0, inStockCount: 0, enrichmentCount: 0 };
  for await (const judged of judge(writer, rows, at)) {
    addJudged(counts, judged);
    await writer.replaced.leaveOut(judged.changedSince);
    await restore(writer, judged.restored, { changeNumber, changed, enrich: environment.enrich });
    await erase(writer, judged.removed, { change: { number: changeNumber, at }, changed });
  }
  await writer.replaced.delete(rows);
  if (counts.restored + counts.removed > 0) await writeCounters(writer, { changeNumber, ...changed }, at);
  return counts;
}

function addJudged(
  counts: { restored: number; removed: number; changedSince: number },
  { restored, removed, changedSince }: Judged,
): void {
  counts.restored += restored.length;
  counts.removed += removed.length;
  counts.changedSince += changedSince.length;
}

/** Decides about the products, as far as a page of them reaches at a time: long ones are not in memory together. */
async function* judge(
  reader: { readonly products: Pick<StoreReader['products'], 'wholePage'> },
  rows: readonly ReplacedProduct[],
  at: number,
): AsyncGenerator<Judged> {
  const left = new Map(rows.map((row) => [row.externalId, row]));
  for await (const page of wholeProductsAmong(reader, [...left.keys()])) {
    const restored: (ChangedProduct & { readonly row: ReplacedProduct })[] = [];
    const removed: WholeProduct[] = [];
    const changedSince: ReplacedProduct[] = [];
    for (const before of page) {
      const { externalId } = before.product;
      const row = left.get(externalId);
      if (row === undefined) continue;
      left.delete(externalId);
      const after = row.changeNumber === before.catalogChange ? writeOf(before, row, at) : null;
      if (after === null) changedSince.push(row);
      else if (after === 'none') removed.push(before);
      else restored.push({ externalId, before, after, row });
    }
    yield { restored, removed, changedSince };
  }
  // They are gone, or cannot be read.
  yield { restored: [], removed: [], changedSince: [...left.values()] };
}

/** The product before the run; null where that cannot be read. */
function writeOf(present: WholeProduct, { before }: ReplacedProduct, at: number) {
  if (before === null) return 'none';
  try {
    return present.writeWith(before, at);
  } catch (error) {
    return passDamagedRow(error);
  }
}

/** Differences of the store's counters. */
interface Counters {
  productCount: number;
  inStockCount: number;
  enrichmentCount: number;
}

async function restore(
  writer: StoreWriter,
  restored: Judged['restored'],
  {
    changeNumber,
    changed,
    enrich,
  }: { readonly changeNumber: number; readonly changed: Counters; readonly enrich: boolean },
): Promise<void> {
  if (restored.length === 0) return;
  const { jobs, counted } = await requeue(writer, restored, changed, enrich);
  await recordChanges(writer, restored, { id: null, changeNumber });
  const writes = restored.map(({ after }) =>
    counted.has(after.id) ? { ...after, countsAsEnriched: true } : after,
  );
  await writer.products.upsert(writes, changeNumber);
  await writer.replaced.moveChange(
    restored.map(({ row }) => row),
    changeNumber,
  );
  await writer.enrichment.enqueue(jobs);
  if (jobs.length > 0) await writer.jobs.schedule(enrichmentJobOf(writer.store.id));
  for (const { before, after } of restored) {
    changed.inStockCount += Number(after.product.inStock) - Number(before.product.inStock);
  }
  changed.enrichmentCount += counted.size;
}

/** The jobs of products whose phrases are of other words than the restored ones, and the products that count from now on. */
async function requeue(
  writer: StoreWriter,
  restored: Judged['restored'],
  changed: Counters,
  enrich: boolean,
): Promise<{ readonly jobs: readonly EnrichmentJob[]; readonly counted: ReadonlySet<string> }> {
  const jobs: EnrichmentJob[] = [];
  const counted = new Set<string>();
  const others = restored.filter(
    ({ before, after }) => !before.isLocked && !isSameHash(String(before.row.source_hash), after.sourceHash),
  );
  const sets =
    others.length === 0 ? new Map() : await writer.phrases.sets(others.map(({ after }) => after.id));
  for (const { after } of others) {
    const { id: productId, sourceHash, updatedAt: createdAt, countsAsEnriched } = after;
    // The phrases of the run's words were not made yet: those of the words before are still there.
    if (isSameHash(sets.get(productId)?.sourceHash ?? '', sourceHash)) {
      await writer.enrichment.delete(productId);
      continue;
    }
    if (!enrich) continue;
    if (!countsAsEnriched) {
      if (!hasRoom(writer.store, 'enriched', changed.enrichmentCount + counted.size)) continue;
      counted.add(productId);
    }
    jobs.push({ productId, sourceHash, createdAt });
  }
  return { jobs, counted };
}

async function erase(
  writer: StoreWriter,
  removed: Judged['removed'],
  {
    change,
    changed,
  }: { readonly change: { readonly number: number; readonly at: number }; readonly changed: Counters },
): Promise<void> {
  await writer.erasures.erase(
    removed.map(({ product }) => product),
    change,
  );
  changed.productCount -= removed.length;
  for (const { product, row } of removed) {
    changed.inStockCount -= Number(product.inStock);
    changed.enrichmentCount -= Number(Boolean(row.counts_as_enriched));
  }
}
