/**
 * The operation that changes what a query finds, done in the pipeline thread: a rule, synonyms, or both, in one transaction. It parses
 * nothing, and reads only what it changes, so that synonyms that cannot be read do not keep a rule from being changed. A part that
 * someone else has changed is `conflict`, and then nothing is stored.
 */
// Tests: test/api/searches.test.ts.

import { limits } from '../../../contract/limits.ts';
import type { searchOperations } from '../../../contract/searches.ts';
import { quote } from '../../catalog/problem.ts';
import { validationFailed } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Formats } from '../../operations/read-by-schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { changeRule, type MerchandisingDependencies } from '../merchandising/write-merchandising.ts';
import { changeSynonyms } from '../synonyms/write-synonyms.ts';

/** The formats that changes of a query name: what was read before, which only has to be of the right kind. */
export const searchFormats: Formats = {
  'rule-as-read'(value, { path }, report) {
    if (isRecord(value) && 'id' in value && typeof value.id === 'string') return value;
    report(path, 'type_invalid', `"before" takes the rule as it was read, or null; got ${quote(value)}.`);
    return null;
  },
  'synonyms-as-read'(value, { path }, report) {
    if (Array.isArray(value) && value.length <= limits.synonymRules && value.every(isRecord)) return value;
    const most = `at most ${limits.synonymRules} rules as they were read`;
    report(path, 'type_invalid', `"before" takes a list of ${most}; got ${quote(value)}.`);
    return [];
  },
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A handler for the operation. It resolves when the change is durable. */
export function searchWrites(
  storage: Storage,
  dependencies: MerchandisingDependencies,
): OperationHandlers<typeof searchOperations, 'pipeline'> {
  return {
    async changeSearch({ storeId, actor, body: { rule, synonyms } }) {
      if (rule === null && synonyms === null) throw validationFailed([nothingToChange('', 'either')]);
      if (rule !== null && rule.before === null && rule.after === null)
        throw validationFailed([nothingToChange('/rule', 'before')]);
      return await storage.write(storeId, async (writer) => ({
        message: 'The change has been published.',
        undo: {
          rule: rule && (await changeRule(writer, rule, actor, dependencies)),
          synonyms: synonyms && (await changeSynonyms(writer, synonyms, actor, dependencies.clock)),
        },
      }));
    },
  };
}

/** The fault of a change that says nothing: it lacks both parts, or a rule lacks both states. */
function nothingToChange(path: string, what: 'either' | 'before') {
  const message =
    what === 'either'
      ? 'A change takes "rule", "synonyms" or both; this one has neither.'
      : 'The change of a rule takes "before", "after" or both; this one has neither.';
  return { path, code: 'value_empty', message } as const;
}
