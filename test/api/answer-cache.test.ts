/**
 * How long an answer is kept (§4.7, §8): a whole service whose clock the test drives. What makes a kept answer miss
 * before its time is in autocomplete.test.ts.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '../../server/process/log.ts';
import { loadConfig } from '../../server/settings/config.ts';
import { startService } from '../../server/start-service.ts';
import { callerAt, createServiceData, createStoreOn } from '../support/child-service.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { anyEngine } from '../support/engines.ts';
import { closeRawSockets } from '../support/raw-request.ts';
import { ask, importProducts, productInput } from '../support/store-calls.ts';

after(closeRawSockets);

test('§8 cache: a cached answer is used for 60 seconds and not longer', async () => {
  const data = await createServiceData(anyEngine.name);
  const settings = loadConfig(
    {},
    { ...data.environment, PORT: '0', FORETYPE_DEMO: 'off', LOG_LEVEL: 'fatal' },
  );
  assert.ok(settings.ok);
  const clock = createDrivenClock();
  const onFatal = (error: Error) => assert.fail(error);
  const service = await startService(settings.config, {
    clock,
    log: createLog('fatal', false),
    onFatal,
    drainMs: 0,
    warmUpFile: null,
  });
  const { keys } = await createStoreOn(data);
  const store = callerAt(service.origin, keys.secret);
  await importProducts(store, [productInput('a', { title: 'Desk lamp' })]);
  const cached = async () => (await ask(store, 'lamp')).meta.cached;
  assert.equal(await cached(), false);
  clock.advanceMs(30_000);
  assert.equal(await cached(), true);
  clock.advanceMs(29_900);
  assert.equal(await cached(), true, 'being used makes an answer no younger, and no older');
  clock.advanceMs(200);
  assert.equal(await cached(), false);
  assert.equal(await cached(), true);
  await service.stop();
  data.remove();
});
