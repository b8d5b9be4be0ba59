/**
 * Goal: whatever moment a service is killed at, an import of a file goes on by itself after the next start, and ends
 * with the data and the counts of one that nobody disturbed. Method: a real process is killed (SIGKILL) at random
 * moments; `npm run campaign:kill -- imports` does it 100 times.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines } from '../support/engines.ts';
import { killImports } from '../support/kill-imports.ts';

const killsByEngine = { sqlite: 2, postgres: 1 } as const;

for (const { name: engine } of engines) {
  test(`killed imports end as if undisturbed (${engine})`, async () => {
    const report = await killImports(engine, killsByEngine[engine]);
    assert.equal(report.kills, killsByEngine[engine]);
  });
}
