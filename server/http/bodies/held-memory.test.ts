import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { bodyPools, createHeldMemory, type Holder } from './held-memory.ts';

const kibibyte = 1024;
const chunkBytes = 64 * kibibyte;

/** Takes chunk after chunk for one body after the other, each of `bodyBytes` at most, until one is refused. */
function takeAll(memory: ReturnType<typeof createHeldMemory>, holder: Holder, bodyBytes: number): number {
  let heldBytes = 0;
  for (;;) {
    const hold = memory.hold(holder);
    for (let bytes = 0; bytes < bodyBytes; bytes += chunkBytes) {
      if (!hold.take(Math.min(chunkBytes, bodyBytes - bytes))) return heldBytes;
      heldBytes += Math.min(chunkBytes, bodyBytes - bytes);
    }
  }
}

test('after k greedy stores a newcomer still gets its part', () => {
  const property = fc.property(fc.integer({ min: 0, max: 12 }), fc.boolean(), (greedyCount, isLarge) => {
    const memory = createHeldMemory(bodyPools);
    const bodyBytes = isLarge ? limits.bodyMaxBytes : chunkBytes;
    for (let store = 0; store < greedyCount; store += 1) {
      takeAll(memory, { account: `greedy ${store}` }, bodyBytes);
    }
    const pool = isLarge ? limits.largeBodiesHeldMaxBytes : limits.smallBodiesHeldMaxBytes;
    const newcomer = takeAll(memory, { account: 'newcomer' }, bodyBytes);
    // Each store takes half of what is free, at worst one after the other.
    assert.ok(newcomer >= pool / 2 ** (greedyCount + 1) - 2 * chunkBytes, `${greedyCount}: ${newcomer}`);
    const lamp = memory.hold({ account: 'small writer' });
    assert.ok(lamp.take(kibibyte), 'a small body finds room');
  });
  fc.assert(property, { numRuns: 30 });
});

test('a lone store may send one body of full size', () => {
  const memory = createHeldMemory(bodyPools);
  const greedy = takeAll(memory, { account: 'greedy' }, limits.bodyMaxBytes);
  assert.ok(greedy >= limits.bodyMaxBytes && greedy <= limits.largeBodiesHeldMaxBytes / 2 + 3 * chunkBytes);
  assert.ok(takeAll(memory, { account: 'other' }, limits.bodyMaxBytes) >= limits.bodyMaxBytes - chunkBytes);
});

test('strangers take nothing from stores, networks little from others', () => {
  const memory = createHeldMemory(bodyPools);
  const stranger = (address: string, storeId: string | null = null) => ({ address, storeId });
  const fromOne = takeAll(memory, stranger('2001:db8:1:1::1'), chunkBytes);
  assert.ok(fromOne > 0 && fromOne <= limits.strangersBodiesHeldMaxBytes / 16);
  assert.equal(takeAll(memory, stranger('2001:db8:1:1::2'), chunkBytes), 0, 'the same /64');
  for (let network = 2; network < 200; network += 1) {
    takeAll(memory, stranger(`2001:db8:1:${network}::1`), chunkBytes);
  }
  assert.equal(memory.hold(stranger('2001:db8:1:fff::1')).take(chunkBytes), false, 'the same /48');
  assert.ok(memory.hold(stranger('2001:db8:2::1')).take(chunkBytes), 'another /48');
  for (let network = 2; network < 200; network += 1) {
    takeAll(memory, stranger(`2001:db8:${network}::1`), chunkBytes);
  }
  assert.ok(memory.hold(stranger('203.0.113.7')).take(chunkBytes), 'another network altogether');
  assert.ok(memory.hold({ account: 'store' }).take(chunkBytes));
});

test('callers with one store’s key leave room for other stores', () => {
  const memory = createHeldMemory(bodyPools);
  for (let network = 0; network < 256; network += 1) {
    takeAll(memory, { address: `${network}.1.1.1`, storeId: 'flooded' }, chunkBytes);
  }
  assert.equal(memory.hold({ address: '9.9.9.9', storeId: 'flooded' }).take(chunkBytes), false);
  assert.ok(memory.hold({ address: '9.9.9.9', storeId: 'other' }).take(chunkBytes));
});

test('released memory can be reserved again', () => {
  const memory = createHeldMemory(bodyPools);
  for (let turn = 0; turn < 2_000; turn += 1) {
    const holds = [{ account: 'a' }, { address: '9.9.9.9', storeId: 'a' }].map((holder) =>
      memory.hold(holder),
    );
    for (const hold of holds) assert.ok(hold.take(chunkBytes));
    for (const hold of holds) hold.release();
    for (const hold of holds) hold.release();
  }
});
