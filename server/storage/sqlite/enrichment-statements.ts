/**
 * Writes phrases of many products on SQLite, by statements that are prepared once and run a row at a time. A product or job whose
 * source hash has changed is skipped, and its id is missing in the result. It checks no phrase, and blocks its thread for the batch
 * (at most 500 products).
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.

import { toFlatPhraseSet } from '../enrichment/rows.ts';
import { type EnrichmentName, type PhraseSet, type PhraseWrite, phraseSets } from '../enrichment/tables.ts';
import { packTypeDetails } from '../products/packed-type.ts';
import { type SqliteConnection, toSqliteValue } from './sqlite-connection.ts';

const takeSql = 'delete from enrichment_jobs where store_id = ? and product_id = ? and source_hash = ?';

export function takeEnrichments(
  connection: SqliteConnection,
  storeId: string,
  jobs: readonly EnrichmentName[],
): Set<string> {
  const statement = connection.prepare(takeSql);
  const taken = new Set<string>();
  for (const { productId, sourceHash } of jobs) {
    if (Number(statement.run(storeId, productId, sourceHash).changes) === 1) taken.add(productId);
  }
  return taken;
}

/** Keeps the number of the last change of the catalog to the row: feeds ask whether others wrote it since. */
const phrasesSql = `
  update products set
    catalog_change_number =
      case when change_number = phrase_change_number then catalog_change_number else change_number end,
    change_number = ?1, phrase_change_number = ?1, suggestion_phrases = ?2, search_phrases = ?3,
    product_type = ?7, type_details = ?8
  where store_id = ?4 and id = ?5 and (?6 is null or substr(source_hash, 1, 22) = substr(?6, 1, 22))`;

export function writePhrases(
  connection: SqliteConnection,
  storeId: string,
  writes: readonly PhraseWrite[],
  changeNumber: number,
): Set<string> {
  const statement = connection.prepare(phrasesSql);
  const written = new Set<string>();
  for (const { productId, sourceHash, suggestionPhrases, searchPhrases, type } of writes) {
    const lists = [JSON.stringify(suggestionPhrases), JSON.stringify(searchPhrases)] as const;
    const { changes } = statement.run(
      ...[changeNumber, ...lists, storeId, productId, sourceHash],
      ...[type?.name ?? null, type === null ? null : packTypeDetails(type)],
    );
    if (Number(changes) === 1) written.add(productId);
  }
  return written;
}

const setNames = phraseSets.names;

const setsSql = `
  insert into phrase_sets (store_id, ${setNames.join(', ')}) values (?, ${setNames.map(() => '?').join(', ')})
  on conflict (store_id, product_id) do update
  set ${setNames.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export function writePhraseSets(
  connection: SqliteConnection,
  storeId: string,
  sets: readonly PhraseSet[],
): void {
  const statement = connection.prepare(setsSql);
  for (const set of sets)
    statement.run(storeId, ...phraseSets.values(toFlatPhraseSet(set)).map(toSqliteValue));
}
