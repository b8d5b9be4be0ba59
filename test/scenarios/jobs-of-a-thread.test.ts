/**
 * Goal: a job is begun as soon as it can be, not when it is next looked for, and whatever clocks did. Method: the jobs of a pipeline thread, in
 * process on both databases, which look by themselves only once an hour.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { newId, randomSecret } from '../../server/ids.ts';
import { beginFile, completeFile } from '../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../server/ingest/files/request-import.ts';
import type { HeldStore } from '../../server/jobs/quarantine.ts';
import { createOutbound } from '../../server/outbound/create-outbound.ts';
import { createAnnounce } from '../../server/resources/webhooks/announce.ts';
import { createSealer } from '../../server/secrets/seal.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { CurrentTasks, createTaskMemory } from '../../server/threads/crashes/current-tasks.ts';
import { type Jobs, startJobs } from '../../server/threads/pipeline-thread/pipeline-jobs.ts';
import { callWebhooks } from '../support/call-operation.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const storeId = storeRow().id;
const hourMs = 3_600_000;
/** Half a microsecond: what is left of a pause is seldom a whole number of them. */
const fractionMs = 0.0005;

interface Scene {
  readonly receiver: WebhookReceiver;
  readonly place: { readonly storeId: string; readonly params: { readonly id: string } };
  readonly changes: ReturnType<typeof callWebhooks>;
  /** Asks for the import of a file that no columns can be found in. */
  requestImport(): Promise<void>;
  /** Jobs are ended with the scene. */
  startJobs(held?: readonly HeldStore[]): Jobs;
}

async function withScene(storage: Storage, play: (scene: Scene) => Promise<void>): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  const [clock, receiver, policy] = [createDrivenClock(), await startReceiver(), { allowPrivate: true }];
  const outbound = createOutbound({ policy, clock });
  const sealer = createSealer([randomSecret(32)]);
  const environment = { clock, newId, sealer, policy, outbound, enrich: false };
  const changes = callWebhooks(storage, environment);
  const { webhook } = await changes('createWebhook', { storeId, body: { url: receiver.url } });
  const started: Jobs[] = [];
  try {
    await play({
      receiver,
      changes,
      place: { storeId, params: { id: webhook.id } },
      async requestImport() {
        const { id: fileId } = await beginFile(storage, { storeId, name: 'a.csv' }, environment);
        await completeFile(storage, { storeId, fileId });
        await requestImport(storage, { storeId, fileId, dryRun: false, settings: {} }, environment);
      },
      startJobs(held = []) {
        const jobs = startJobs({
          storage,
          environment,
          announce: createAnnounce(environment),
          pollMs: hourMs,
          enrichment: null,
          underWay: new CurrentTasks(createTaskMemory()),
          held,
          inTurn: (_storeId, task) => task(),
          notify: (notice) => assert.notEqual(notice.kind, 'warning', JSON.stringify(notice)),
        });
        started.push(jobs);
        return jobs;
      },
    });
  } finally {
    for (const jobs of started) await jobs.stop();
    await outbound.close();
    await receiver.close();
  }
}

onBothEngines('the end of an import is announced at once', ({ storage }) =>
  withScene(storage, async (scene) => {
    await scene.requestImport();
    scene.startJobs();
    await waitUntil('the message', () => scene.receiver.messages.length === 1, 20_000);
    assert.equal(scene.receiver.messages[0]?.body.type, 'import.failed');
  }),
);

onBothEngines('a held store’s job waits for its pause', ({ storage }) =>
  withScene(storage, async (scene) => {
    await scene.requestImport();
    await scene.changes('testWebhook', scene.place);
    const state = { since: 1, cause: 'defect', reason: 'ended' } as const;
    scene.startJobs([{ storeId, work: 'import', state, pauseMs: hourMs + fractionMs }]);
    // Other work of the store is done.
    await waitUntil('the test message', () => scene.receiver.messages.length === 1, 20_000);
    const isPutOff = async () =>
      (await storage.directory.claimJob('import', { owner: 'me', leaseMs: 1 })) === null;
    await waitUntil('the job to be put off', isPutOff);
    assert.equal(await storage.reader(storeId).imports.countOpen(), 1);
  }),
);

// That both databases do it, the tests of the storage show.
test('jobs deferred by a wrong clock run in time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-jobs-'));
  const file = join(folder, 'test.db');
  const storage = await openStorage({ engine: 'sqlite', file });
  await storage.migrate();
  const database = new DatabaseSync(file);
  try {
    await withScene(storage, async (scene) => {
      await scene.requestImport();
      await scene.changes('testWebhook', scene.place);
      database.exec('update jobs set run_at = 9e15, lease_until = 9e15');
      scene.startJobs();
      const jobs = database.prepare('select kind, run_at, lease_until from jobs order by kind');
      await waitUntil('leases of one length', () =>
        jobs.all().every(({ lease_until: until }) => Number(until) < 9e15),
      );
      const inHours = (micros: unknown) => Math.round((Number(micros) / 1_000 - Date.now()) / hourMs);
      assert.deepEqual(
        jobs.all().map(({ kind, run_at: at }) => `${kind} ${inHours(at)}`),
        [`file_expiry ${limits.fileKeptHours}`, 'import 0', 'webhook_delivery 26'],
      );
    });
  } finally {
    database.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  }
});
