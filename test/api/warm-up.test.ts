/** Goal: a service is ready once it has warmed up, or has failed to. Method: material that comes when the test says so. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { makeWarmUp } from '../../bin/pack-warm-up.ts';
import { packWarmUp } from '../../server/autocomplete/answering/warm-up.ts';
import { createSystemClock } from '../../server/clock.ts';
import { loadConfig } from '../../server/settings/config.ts';
import { startService } from '../../server/start-service.ts';
import { callerAt, createServiceData, createStoreOn } from '../support/child-service.ts';
import { anyEngine } from '../support/engines.ts';
import { ask, importProducts, productInput, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A service with a store of one product; what it warms up with is made by `prepare`, at a path. */
async function withService(
  prepare: (path: string) => void,
  work: (service: { readonly origin: string; readonly path: string; logged(): string }) => Promise<void>,
): Promise<void> {
  const data = await createServiceData(anyEngine.name);
  const settings = loadConfig({}, { ...data.environment, PORT: '0', FORETYPE_DEMO: 'off' });
  assert.ok(settings.ok);
  const path = join(settings.config.dataFolder, 'warm-up.bin');
  prepare(path);
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (line) => lines.push(String(line)));
  const service = await startService(settings.config, {
    clock: createSystemClock(),
    log: pino({ level: 'debug' }, stream),
    onFatal: assert.fail,
    drainMs: 0,
    warmUpFile: pathToFileURL(path),
  });
  try {
    const { keys } = await createStoreOn(data);
    const store = callerAt(service.origin, keys.secret);
    await importProducts(store, [productInput('a', { title: 'Desk lamp' })]);
    assert.deepEqual(await titlesFor(store, 'lam'), ['Desk lamp'], 'answers are there before');
    await work({ origin: service.origin, path, logged: () => lines.join('') });
    assert.equal((await ask(store, 'lamp')).products.length, 1);
  } finally {
    await service.stop();
    data.remove();
  }
}

async function statusOf(origin: string): Promise<number> {
  const { status } = await fetch(`${origin}/readyz`);
  return status;
}

async function untilReady(origin: string): Promise<void> {
  await waitUntil('readiness', async () => (await statusOf(origin)) === 200);
}

test('a service is ready once it has warmed up', async () => {
  const bytes = packWarmUp(await makeWarmUp());
  // A pipe: its reader waits until the test writes to it.
  const makePipe = (path: string) => execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
  await withService(makePipe, async ({ origin, path, logged }) => {
    assert.equal(await statusOf(origin), 503);
    await writeFile(path, bytes);
    await untilReady(origin);
    assert.match(logged(), /"asked":[1-9]\d*,"msg":"warmed up"/);
  });
});

test('a service that cannot warm up is ready nevertheless', async () => {
  await withService(
    (path) => writeFileSync(path, 'nothing of the kind'),
    async ({ origin, logged }) => {
      await untilReady(origin);
      assert.match(logged(), /a thread did not warm up/);
    },
  );
});
