/** The property of the engine, over as many random scenarios as a test run has time for. */
import { test } from 'node:test';
import { assertEngineProperty } from './engine-property.ts';
import { propertyRuns } from './runs.ts';

test('§4.7 search: engine and oracle agree through changes, synonyms, merges, graphs and threads', () => {
  assertEngineProperty({ runCount: propertyRuns });
});
