/** Warming up: every way of an answer is taken, in slices, within its time. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { makeWarmUp } from '../../../bin/pack-warm-up.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { noSignals, type SearchResult } from '../../search/engine.ts';
import { openIndex } from '../../search/index-reader.ts';
import { QueryBudget } from '../../search/step-budget.ts';
import { packWarmUp, readWarmUp, smallRule, type WarmUpMaterial, warmUp } from './warm-up.ts';

let material: WarmUpMaterial;
before(async () => {
  material = readWarmUp(packWarmUp(await makeWarmUp()));
});

/** A clock that moves so far each time it is looked at. */
function clockOfSteps(stepMs: number) {
  const clock = createDrivenClock();
  return {
    ...clock,
    monotonicMs() {
      clock.advanceMs(stepMs);
      return clock.monotonicMs();
    },
  };
}

test('keystrokes of the warm-up take every way', () => {
  const reader = openIndex(material.snapshot, undefined, smallRule);
  const answers = material.keystrokes.map((query) => reader.search(query, 20, noSignals));
  const count = (isOfKind: (answer: SearchResult) => boolean) => answers.filter(isOfKind).length;
  const missed = ({ products }: SearchResult) => products[0]?.tiers.missingWords ?? 0;
  for (const [kind, found] of Object.entries({
    listed: count(({ fromGraph }) => fromGraph),
    whole: count((answer) => !answer.fromGraph && answer.products.length > 0 && missed(answer) === 0),
    partial: count((answer) => missed(answer) > 0),
    corrected: count(({ correctedQuery }) => correctedQuery !== null),
    nothing: count(({ products }) => products.length === 0),
    suggested: count(({ suggestions }) => suggestions.length > 0),
    categories: count(({ categories }) => categories.length > 0),
  })) {
    assert.ok(found >= 20, `${kind}: ${found}`);
  }
});

test('words of the small catalog are common for the warm-up', () => {
  const spent = (rule?: typeof smallRule) => {
    const reader = openIndex(material.snapshot, undefined, rule);
    return material.keystrokes.map((query) => {
      const budget = new QueryBudget(1_000_000);
      reader.search(query, 20, noSignals, { budget, isBlocked: null });
      return budget.spent;
    });
  };
  const usual = spent();
  const walked = spent(smallRule).filter((steps, place) => steps !== usual[place]).length;
  assert.ok(walked >= 20, `${walked} keystrokes`);
});

test('a warm-up asks all keystrokes while others have turns', async () => {
  let isOver = false;
  let turns = 0;
  const takeTurns = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  const asked = await warmUp(material, clockOfSteps(0.05));
  isOver = true;
  assert.equal(asked, material.keystrokes.length);
  assert.ok(turns > 10, `${turns} turns`);
});

test('a damaged file is refused before it is read', async () => {
  const bytes = packWarmUp(await makeWarmUp());
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  assert.throws(() => readWarmUp(bytes), /checksum/);
});

test('a warm-up that takes too long ends early', async () => {
  const asked = await warmUp(material, clockOfSteps(10));
  assert.ok(asked > 5 && asked < 100, `${asked} keystrokes`);
});

test('an invalid warm-up is refused', () => {
  assert.throws(() => readWarmUp(Buffer.from('nothing of the kind')));
});
