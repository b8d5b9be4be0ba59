/** The property of the engine, over as many random scenarios as a test run has time for. */
import { test } from 'node:test';
import { caseCount } from '../support/case-count.ts';
import { assertEngineProperty } from './engine-property.ts';

/** Random cases in a test run; `npm run campaign:oracle` tries more. */
const propertyRuns = caseCount(1_000);

test('§4.7 search: engine and oracle agree through changes, synonyms, merges, graphs and threads', () => {
  assertEngineProperty({ runCount: propertyRuns });
});
