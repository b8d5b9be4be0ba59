/**
 * The operation that changes what a query finds, done in the pipeline thread: a rule, synonyms, or both, in one transaction. It parses
 * nothing, and reads only what it changes, so that synonyms that cannot be read do not keep a rule from being changed. A part that
 * someone else has changed is `conflict`, and then nothing is stored.
 */
// Tests: test/api/searches.test.ts.
import type { searchOperations } from '../../../contract/searches.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Storage } from '../../storage/storage.ts';
import { changeRule, type MerchandisingDependencies } from '../merchandising/write-merchandising.ts';
import { changeSynonyms } from '../synonyms/write-synonyms.ts';

/** A handler for the operation. It resolves when the change is durable. */
export function searchWrites(
  storage: Storage,
  dependencies: MerchandisingDependencies,
): OperationHandlers<typeof searchOperations, 'pipeline'> {
  return {
    changeSearch: ({ storeId, actor, body: { rule, synonyms } }) =>
      storage.write(storeId, async (writer) => ({
        message: 'The change has been published.',
        undo: {
          rule: rule && (await changeRule(writer, rule, actor, dependencies)),
          synonyms: synonyms && (await changeSynonyms(writer, synonyms, actor, dependencies.clock)),
        },
      })),
  };
}
