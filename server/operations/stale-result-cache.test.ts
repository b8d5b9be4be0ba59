import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StaleResultCache } from './stale-result-cache.ts';

/** Looks that take what the test says, on a clock that only they move. */
function createLooks() {
  let nowMs = 0;
  const looks = new StaleResultCache<{ readonly found: string }>({ monotonicMs: () => nowMs });
  return {
    read: (version: string, found: string, tookMs = 0) =>
      looks.read('store', version, async () => {
        nowMs += tookMs;
        return { found };
      }),
    pass: (ms: number) => {
      nowMs += ms;
    },
    looks,
  };
}

test('a slow look is shown while the next is made', async () => {
  const { read } = createLooks();
  assert.equal((await read('1', 'first', 3_000)).found, 'first');
  assert.equal((await read('1', 'never asked')).found, 'first');
  assert.equal((await read('2', 'second', 3_000)).found, 'first');
  assert.equal((await read('2', 'never asked')).found, 'second');
});

test('a quick look is never shown once old', async () => {
  const { read } = createLooks();
  await read('1', 'first', 100);
  assert.equal((await read('2', 'second')).found, 'second');
});

test('a slow look is made again first after a day', async () => {
  const { read, pass } = createLooks();
  await read('1', 'first', 3_000);
  pass(25 * 3_600_000);
  assert.equal((await read('1', 'second')).found, 'second');
});

test('calls for one version share a look, others follow', async () => {
  const { looks } = createLooks();
  let made = 0;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const look = async () => {
    made += 1;
    const found = String(made);
    await gate;
    return { found };
  };
  const asked = ['1', '1', '2'].map((version) => looks.read('store', version, look));
  open();
  assert.deepEqual(
    (await Promise.all(asked)).map(({ found }) => found),
    ['1', '1', '2'],
  );
});

test('a kept look is shown on while a further one fails', async () => {
  const { looks, read } = createLooks();
  await read('1', 'first', 3_000);
  const failing = () => Promise.reject(new Error('no table'));
  for (let times = 0; times < 2; times += 1) {
    assert.deepEqual(await looks.read('store', '2', failing), { found: 'first' });
  }
});

test('a look that fails rejects and keeps nothing', async () => {
  const { looks, read } = createLooks();
  await assert.rejects(
    looks.read('store', '1', () => Promise.reject(new Error('no table'))),
    /no table/,
  );
  assert.equal((await read('1', 'found')).found, 'found');
});
