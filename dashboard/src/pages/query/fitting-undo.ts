// Tests: ./fitting-undo.test.ts, test/browser/dashboard-query.test.ts.
import { deepEqual } from '@tanstack/react-router';
import type { SearchChange, SearchSettings } from '../../../../contract/searches.ts';

/** Whether what an undo replaces is what is published. */
export function isFitting({ rule, synonyms }: SearchChange, settings: SearchSettings): boolean {
  return (
    (rule === null || deepEqual(rule.before, settings.rule)) &&
    (synonyms === null || deepEqual(synonyms.before, settings.synonyms))
  );
}
