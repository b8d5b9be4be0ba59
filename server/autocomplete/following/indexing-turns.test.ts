/** Method: slices are counted by the turns of the event loop in which they are done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Attribute } from '../../catalog/product.ts';
import type { SearchDocument } from '../../search/document/document.ts';
import { ChangeStaging } from '../changes/change-staging.ts';
import { IndexingTurns, sliceCharacters } from './indexing-turns.ts';

const minuteMs = 60_000;

/** Turns that note which slices were done; `tookMs` is what each of them takes. */
function noteSlices(tookMs = 0) {
  const clock = createDrivenClock();
  const turns = new IndexingTurns(clock);
  const done: string[] = [];
  const run = (storeId: string, characters = sliceCharacters) =>
    turns.run(storeId, () => {
      turns.spend(storeId, characters);
      clock.advanceMs(tookMs);
      done.push(storeId);
    });
  return { turns, done, run };
}

/** A page of products that are alike. */
function pageOf(count: number, product: { title: string; attributes: Attribute[] }) {
  return Array.from({ length: count }, (_, number) => ({ id: `p${number}`, ...product }));
}

/** Each is a slice. */
const full = { title: 'Full', attributes: [['words', 'w'.repeat(sliceCharacters)]] satisfies Attribute[] };

test('all stores together index one slice per turn', async () => {
  const turns = new IndexingTurns(createDrivenClock());
  let [slicesNow, most, built] = [0, 0, 0];
  const note = (count: number) => {
    slicesNow += count;
    most = Math.max(most, slicesNow);
  };
  const follow = async (storeId: string) => {
    let isStaged = false;
    const writer = {
      stagedCount: 0,
      stagedWeight: 1,
      holdsStaged: () => false,
      stage(documents: readonly SearchDocument[]) {
        isStaged ||= documents.length > 0;
      },
      publishStaged() {
        note(isStaged ? 1 : 0);
        isStaged = false;
      },
      *publishInSteps() {
        note(1);
        yield undefined;
        this.publishStaged();
      },
    };
    const toDocuments = (products: readonly object[]) => {
      note(products.length);
      return products.map(() => ({}) as Partial<SearchDocument> as SearchDocument);
    };
    const staging = new ChangeStaging({ storeId, writer, turns, toDocuments, isAsked: true });
    await staging.take(pageOf(3, full), true);
    built += 1;
  };
  for (const storeId of ['a', 'b', 'c', 'd']) void follow(storeId);
  while (built < 4) {
    slicesNow = 0;
    await nextTurn();
  }
  assert.equal(most, 1);
});

test('a segment is built by one step a turn', async () => {
  let [stepsNow, most, isBuilt] = [0, 0, false];
  const writer = {
    stagedCount: 0,
    stagedWeight: 0,
    holdsStaged: () => false,
    stage() {},
    publishStaged() {},
    *publishInSteps() {
      for (let step = 0; step < 5; step += 1) {
        stepsNow += 1;
        most = Math.max(most, stepsNow);
        yield undefined;
      }
    },
  };
  const turns = new IndexingTurns(createDrivenClock());
  const staging = new ChangeStaging({ storeId: 'a', writer, turns, toDocuments: () => [], isAsked: false });
  void staging.take(pageOf(2, full), true).then(() => {
    isBuilt = true;
  });
  while (!isBuilt) {
    stepsNow = 0;
    await nextTurn();
  }
  assert.equal(most, 1);
});

test('long titles are taken apart in slices', async () => {
  const turns = new IndexingTurns(createDrivenClock());
  const sizes: number[] = [];
  const writer = {
    stagedCount: 0,
    stagedWeight: 0,
    holdsStaged: () => false,
    stage() {},
    publishStaged() {},
    publishInSteps: () => [],
  };
  const toDocuments = (products: readonly object[]) => {
    sizes.push(products.length);
    return [];
  };
  const staging = new ChangeStaging({ storeId: 'a', writer, turns, toDocuments, isAsked: true });
  await staging.take(pageOf(1_000, { title: '½ '.repeat(127), attributes: [] }), true);
  assert.ok(Math.max(...sizes) < 150, sizes.join(' '));
});

/** How many of each segment's products were staged when it was built, of so many pages of 1,000. */
async function segmentSizes(pageCount: number, isAsked: boolean): Promise<number[]> {
  const sizes: number[] = [];
  const writer = {
    stagedCount: 0,
    stagedWeight: 0,
    holdsStaged: () => false,
    stage(documents: readonly SearchDocument[]) {
      this.stagedCount += documents.length;
    },
    publishStaged() {
      sizes.push(this.stagedCount);
      this.stagedCount = 0;
    },
    *publishInSteps() {
      yield undefined;
      this.publishStaged();
    },
  };
  const toDocuments = (products: readonly object[]) =>
    products.map(() => ({}) as Partial<SearchDocument> as SearchDocument);
  const turns = new IndexingTurns(createDrivenClock());
  const staging = new ChangeStaging({ storeId: 'a', writer, turns, toDocuments, isAsked });
  for (let page = 1; page <= pageCount; page += 1) {
    await staging.take(pageOf(1_000, { title: 'Lamp', attributes: [] }), page === pageCount);
  }
  return sizes;
}

test('an unused index is built in larger segments', async () => {
  assert.deepEqual(await segmentSizes(34, true), [32_000, 2_000]);
  assert.deepEqual(await segmentSizes(66, false), [64_000, 2_000]);
});

test('a small change is next, however many slices wait', async () => {
  const { done, run } = noteSlices();
  const slices = ['a', 'b', 'c', 'a', 'b', 'c'].map((storeId) => run(storeId));
  await slices[2];
  const before = done.length;
  await run('small', 300);
  assert.deepEqual(done.slice(before), ['small']);
  await Promise.all(slices);
});

test('slices wait until short reads know their work', async () => {
  const { turns, done, run } = noteSlices(minuteMs);
  const slices = ['a', 'b', 'a', 'b'].map((storeId) => run(storeId));
  await slices[1];
  const statements = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const reading = (async () => {
    for (const { promise } of statements) await turns.readFirst(promise);
    await run('small', 300);
  })();
  for (const { resolve } of statements) {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    assert.deepEqual(done, ['a', 'b']);
    resolve();
  }
  await Promise.all([reading, ...slices]);
  assert.deepEqual(done.slice(0, 3), ['a', 'b', 'small']);
});

test('slices wait for reads no longer than they take', async () => {
  const { turns, done, run } = noteSlices();
  void turns.readFirst(new Promise(() => {}));
  for (const storeId of ['a', 'b', 'c']) void run(storeId);
  await waitUntil('the slices', () => done.length === 3);
});

test('a waiting product already has its draft built in steps', async () => {
  const clock = createDrivenClock();
  const turns = new IndexingTurns(clock);
  const done: string[] = [];
  const writer = {
    stagedCount: 0,
    stagedWeight: 0,
    holdsStaged: (ids: readonly string[]) => ids.includes('p1'),
    stage: () => done.push('stage'),
    publishStaged: () => done.push('in one go'),
    *publishInSteps() {
      done.push('step');
      yield;
      done.push('step');
    },
  };
  const staging = new ChangeStaging({ storeId: 'a', writer, turns, toDocuments: () => [], isAsked: false });
  await staging.take(pageOf(2, { title: 'Lamp', attributes: [] }), false);
  assert.deepEqual(done, ['step', 'step', 'stage']);
});
