/** The synonyms of a store between records.ts and their table. */

import type { Insertable, Selectable } from 'kysely';
import { readJson } from './json-columns.ts';
import type { StoreSynonyms } from './records.ts';
import type { SynonymSetsTable } from './schema.ts';

export function toSynonymSetRow(
  storeId: string,
  synonyms: StoreSynonyms & { readonly updatedAt: number },
): Insertable<SynonymSetsTable> {
  return {
    store_id: storeId,
    change_number: synonyms.changeNumber,
    updated_at: synonyms.updatedAt,
    common: synonyms.common,
    rules: JSON.stringify(synonyms.rules),
  };
}

/** What a store without a row has: no rules of its own, and the common ones. */
export function toStoreSynonyms(row: Selectable<SynonymSetsTable> | undefined): StoreSynonyms {
  if (row === undefined) return { rules: [], common: true, changeNumber: 0, updatedAt: null };
  return {
    rules: readJson('synonym_sets', row, 'rules'),
    common: Boolean(row.common),
    changeNumber: row.change_number,
    updatedAt: row.updated_at,
  };
}
