/**
 * Writes phrases of many products on PostgreSQL: a batch goes out as one JSON parameter. A product or job whose source hash has
 * changed is skipped, and its id is missing in the result. It checks no phrase: the output rules were applied before. At most as many
 * rows as the caller's batch (500).
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import type { ClientBase } from 'pg';
import { toFlatPhraseSet } from '../enrichment/rows.ts';
import { type EnrichmentName, type PhraseSet, type PhraseWrite, phraseSets } from '../enrichment/tables.ts';
import { packTypeDetails } from '../products/packed-type.ts';

const takeSql = `
  delete from enrichment_jobs using unnest($2::text[], $3::text[]) as job(product_id, source_hash)
  where store_id = $1 and enrichment_jobs.product_id = job.product_id
    and enrichment_jobs.source_hash = job.source_hash
  returning enrichment_jobs.product_id`;

interface ProductRow {
  readonly product_id: string;
}

export async function takeEnrichments(
  client: ClientBase,
  storeId: string,
  jobs: readonly EnrichmentName[],
): Promise<Set<string>> {
  const ids = jobs.map(({ productId }) => productId);
  const hashes = jobs.map(({ sourceHash }) => sourceHash);
  const { rows } = await client.query<ProductRow>(takeSql, [storeId, ids, hashes]);
  return new Set(rows.map((row) => row.product_id));
}

/** Keeps the number of the last change of the catalog to the row: feeds ask whether others wrote it since. */
const phrasesSql = `
  update products set
    catalog_change_number =
      case when change_number = phrase_change_number then catalog_change_number else change_number end,
    change_number = $2, phrase_change_number = $2, suggestion_phrases = write.suggestions,
    search_phrases = write.searches, product_type = write.type, type_details = write.details
  from json_to_recordset($3::json)
    as write(product_id text, source_hash text, suggestions text, searches text, type text, details text)
  where store_id = $1 and products.id = write.product_id
    and (write.source_hash is null or left(products.source_hash, 22) = left(write.source_hash, 22))
  returning products.id as product_id`;

export async function writePhrases(
  client: ClientBase,
  storeId: string,
  writes: readonly PhraseWrite[],
  changeNumber: number,
): Promise<Set<string>> {
  const records = writes.map(({ productId, sourceHash, suggestionPhrases, searchPhrases, type }) => ({
    product_id: productId,
    source_hash: sourceHash,
    suggestions: JSON.stringify(suggestionPhrases),
    searches: JSON.stringify(searchPhrases),
    type: type?.name ?? null,
    details: type === null ? null : packTypeDetails(type),
  }));
  const values = [storeId, changeNumber, JSON.stringify(records)];
  const { rows } = await client.query<ProductRow>(phrasesSql, values);
  return new Set(rows.map((row) => row.product_id));
}

const setNames = phraseSets.names;

const setsSql = `
  insert into phrase_sets (store_id, ${setNames.join(', ')})
  select $1, ${setNames.join(', ')}
  from json_to_recordset($2::json) as sets(${phraseSets.typed.map((column) => column.join(' ')).join(', ')})
  on conflict (store_id, product_id) do update
  set ${setNames.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export async function writePhraseSets(
  client: ClientBase,
  storeId: string,
  sets: readonly PhraseSet[],
): Promise<void> {
  await client.query(setsSql, [
    storeId,
    JSON.stringify(sets.map((set) => phraseSets.encode(toFlatPhraseSet(set)))),
  ]);
}
