/**
 * Table and interfaces of synonyms: one row for each store that has set any. Rules are stored as their owner sent them and applied
 * elsewhere. Limits (2,000 rules) are kept by the API; a damaged row is named when it is read. It never checks or compiles a rule.
 */
// Tests: test/storage/synonyms.test.ts.
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { flag, integer, json, listOf, object, time } from '../column.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** Synonyms, one row for each store that has set some. */
export const synonymSets = storeTable('synonym_sets', {
  key: [],
  columns: {
    /** The store's change number when its synonyms were last replaced. */
    change_number: integer(),
    updated_at: time(),
    /** Whether the synonyms that come with the service for the store's language count too. */
    common: flag(),
    rules: json(listOf(object<SynonymRule>())),
  },
});

/** The synonyms of a store. One that never set any has no rules of its own, and the common ones apply. */
export interface StoreSynonyms extends Omit<RecordOf<typeof synonymSets>, 'updatedAt'> {
  /** Null where they were never set; the change number is then 0. */
  readonly updatedAt: number | null;
}

/** Reads of the synonyms of one store. */
export interface SynonymReader {
  read(): Promise<StoreSynonyms>;
  /** The synonyms if they were replaced after the change number, else null: cheap while they were not. */
  changed(after: number): Promise<StoreSynonyms | null>;
}

/** Writes of the synonyms of one store. */
export interface SynonymWriter {
  /** Replaces the synonyms. The caller must raise the store's own change number. */
  replace(synonyms: StoreSynonyms & { readonly updatedAt: number }): Promise<void>;
}
