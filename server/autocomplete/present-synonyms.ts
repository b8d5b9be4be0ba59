/** The synonyms of a store as the API shows them (Contract §10): thousands of terms, so no thread that answers makes them. */
import type { SynonymsBody } from '../../contract/synonyms.ts';
import { formatTimestamp } from '../clock.ts';
import type { StoreSynonyms } from '../storage/records.ts';

/** The body of an answer. */
export function presentSynonyms({ rules, common, updatedAt }: StoreSynonyms): SynonymsBody {
  return {
    synonyms: [...rules],
    common,
    updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
    next_cursor: null,
  };
}
