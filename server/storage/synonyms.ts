/** The synonyms of a store: one row for each store that has set any. */
import type { SynonymRule } from '../../contract/synonyms.ts';
import { flag, integer, json, listOf, object, time } from './column.ts';
import { type RecordOf, storeTable } from './table.ts';

/** Synonyms, one row for each store that has set some. */
export const synonymSets = storeTable('synonym_sets', {
  key: [],
  columns: {
    /** The store's change number when they were last replaced. */
    change_number: integer(),
    updated_at: time(),
    /** Whether the synonyms that come with the service for the store's language count too. */
    common: flag(),
    rules: json(listOf(object<SynonymRule>())),
  },
});

/** Which words of a store mean the same. A store that never set any has no rules, and the common ones count. */
export interface StoreSynonyms extends Omit<RecordOf<typeof synonymSets>, 'updatedAt'> {
  /** Null where they were never set; the change number is then 0. */
  readonly updatedAt: number | null;
}
