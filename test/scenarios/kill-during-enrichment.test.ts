/**
 * Goal: a service that is killed while a provider writes phrases loses none and stores none twice. Method: a real
 * process, a real server of a model, and kills in the midst of requests; `npm run campaign:kill -- enrichment` does it
 * more often, `enrichment-postgres` on PostgreSQL.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyEngine } from '../support/engines.ts';
import { killEnrichment } from '../support/kill-enrichment.ts';

test('a service killed while it writes phrases resumes', async () => {
  const { kills } = await killEnrichment(anyEngine.name, 2, 60);
  assert.equal(kills, 2);
});
