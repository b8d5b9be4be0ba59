import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caseCount } from '../../test/support/case-count.ts';
import { mostWithin, simulateCalls } from '../../test/support/simulate-allowance.ts';
import type {
  AllowanceDirectory,
  AllowanceState,
  AllowanceView,
} from '../storage/enrichment/allowance-tables.ts';
import { endCall, takeCall } from './allowance.ts';

const unused: AllowanceState = {
  ...{ requestsAt: 0, tokensAt: 0, blockedUntil: 0, failures: 0 },
  ...{ firstWaiting: '', firstUntil: 0, busyStore: '' },
};

/** The allowance of the database, kept in memory. */
function inMemory(time: { readonly micros: number }): Pick<AllowanceDirectory, 'changeAllowance'> {
  let state = unused;
  const calls = new Set<string>();
  return {
    async changeAllowance(_name, decide) {
      const decision = decide({ ...state, callsUnderWay: calls.size, nowMicros: time.micros });
      state = decision.state;
      if (decision.begun !== undefined) calls.add(decision.begun.id);
      if (decision.endedId !== undefined) calls.delete(decision.endedId);
      return decision.result;
    },
  };
}

const minuteMs = 60_000;

test('calls use every rate to its limit and exceed none', async () => {
  const limitsOf = fc.record({
    requestsPerMinute: fc.integer({ min: 1, max: 300 }),
    tokensPerMinute: fc.integer({ min: 1_000, max: 200_000 }),
    concurrency: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(
      limitsOf,
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 10, max: 5_000 }),
      async (limits, tokens, lastsMs) => {
        const time = { micros: 1_795_219_200_000_000 };
        const directory = inMemory(time);
        const lanes = ['a', 'b', 'c', 'd', 'e'].map((owner) => ({ directory, owner }));
        const plan = () => ({ tokens, lastsMs });
        const calls = await simulateCalls(lanes, limits, time, { lastsMs: 5 * minuteMs, plan });
        const burst = Math.max(1, Math.floor(limits.requestsPerMinute / 10));
        const tokenBurst = Math.max(Math.floor(limits.tokensPerMinute / 10), tokens);
        assert.ok(mostWithin(calls, minuteMs, () => 1) <= limits.requestsPerMinute + burst);
        assert.ok(
          mostWithin(calls, minuteMs, (call) => call.usedTokens) <= limits.tokensPerMinute + tokenBurst,
        );
        assert.ok(mostWithin(calls, lastsMs, () => 1) <= limits.concurrency);
        // Whatever binds most is used up: that many, but for the last that did not fit any more, and for late looks.
        const byRequests = 5 * limits.requestsPerMinute;
        const byTokens = Math.floor((5 * limits.tokensPerMinute) / tokens);
        const byCalls = limits.concurrency * Math.floor((5 * minuteMs) / (lastsMs + 101));
        assert.ok(calls.length >= Math.min(byRequests, byTokens, byCalls) - 2, `${calls.length} calls`);
      },
    ),
    { numRuns: caseCount(60) },
  );
});

const view: AllowanceView = { ...unused, callsUnderWay: 0, nowMicros: 1_000_000_000 };
const limits = { requestsPerMinute: 60, tokensPerMinute: 6_000, concurrency: 2 };
const id = '00000000-0000-7000-8000-000080000000';

test('unused or excess tokens of a request count for the next', () => {
  const planned = { id, owner: 'me', storeId: 'a', keptMs: 1, tokens: 600 };
  const begun = takeCall(view, limits, planned);
  assert.equal(begun.result, 0);
  const after = { ...view, ...begun.state };
  const end = { id, storeId: 'a', tokens: 600, outcome: 'answered' as const, retryAfterMs: null };
  const waitAfter = (usedTokens: number) => {
    const { state } = endCall(after, limits, { ...end, usedTokens });
    return takeCall({ ...view, ...state, requestsAt: 0 }, limits, planned).result;
  };
  assert.deepEqual([waitAfter(0), waitAfter(600), waitAfter(1_200)], [0, 6_000, 12_000]);
});

test('all wait as a busy provider asks, else longer each time', () => {
  const tokens = { tokens: 0, usedTokens: 0 };
  const busy = { id, storeId: 'a', ...tokens, outcome: 'busy' as const, retryAfterMs: 90_000 };
  const known = { ...view, busyStore: 'b' };
  const asked = endCall(known, limits, busy).state;
  const call = { id, owner: 'me', storeId: 'a', keptMs: 1, tokens: 1 };
  assert.equal(takeCall({ ...view, ...asked }, limits, call).result, 90_000);
  let state: AllowanceState = known;
  const pauses = Array.from({ length: 12 }, (_, number) => {
    const ofNext = { ...busy, storeId: `store ${number}`, retryAfterMs: null };
    state = endCall({ ...view, ...state, blockedUntil: 0 }, limits, ofNext).state;
    return (state.blockedUntil - view.nowMicros) / 1_000_000;
  });
  assert.deepEqual(pauses.slice(0, 4), [1, 2, 4, 8]);
  assert.equal(pauses.at(-1), 300);
  const good = endCall({ ...view, ...state }, limits, { ...busy, outcome: 'answered' });
  assert.deepEqual([good.state.failures, good.state.busyStore], [0, '']);
});

test('a store that alone finds the provider busy waits alone', () => {
  const end = (state: AllowanceState, storeId: string, outcome: 'busy' | 'answered') =>
    endCall({ ...view, ...state }, limits, {
      ...{ id, storeId, tokens: 0, usedTokens: 0, outcome, retryAfterMs: 90_000 },
    });
  let state: AllowanceState = unused;
  for (const outcome of ['busy', 'busy', 'answered', 'busy'] as const) {
    const ended = end(state, outcome === 'busy' ? 'throttled' : 'sound', outcome);
    assert.equal(ended.result, outcome === 'busy');
    state = ended.state;
    assert.equal(state.blockedUntil, 0);
  }
  const second = end(state, 'sound', 'busy');
  assert.equal(second.result, false);
  assert.equal(second.state.blockedUntil, view.nowMicros + 90_000_000);
});

test('one store’s busy answers leave everyone’s pause short', () => {
  const tokens = { tokens: 0, usedTokens: 0 };
  const busy = { id, ...tokens, outcome: 'busy' as const, retryAfterMs: null };
  let state: AllowanceState = unused;
  for (const storeId of [...Array.from({ length: 12 }, () => 'throttled'), 'sound']) {
    assert.equal(state.blockedUntil, 0);
    state = endCall({ ...view, ...state }, limits, { ...busy, storeId }).state;
  }
  assert.equal((state.blockedUntil - view.nowMicros) / 1_000_000, 1);
});

test('a request without an answer has no other wait', () => {
  const known = { ...view, failures: 3, blockedUntil: view.nowMicros - 1 };
  const lost = { id, storeId: 'a', tokens: 5, usedTokens: 5, outcome: 'none' as const, retryAfterMs: 90_000 };
  const { nowMicros: _now, callsUnderWay: _calls, ...state } = known;
  assert.deepEqual(endCall(known, limits, lost), { endedId: id, result: false, state });
});

test('stores that wait for the only slot call in turns', async () => {
  const time = { micros: 1_795_219_200_000_000 };
  const directory = inMemory(time);
  const oneSlot = { requestsPerMinute: 60_000, tokensPerMinute: 60_000_000, concurrency: 1 };
  // Each asks again in the moment in which its call ends, before the others look.
  const lanes = ['greedy', 'newcomer'].map((owner) => ({ directory, owner }));
  const plan = () => ({ tokens: 1, lastsMs: 1_030 });
  const calls = await simulateCalls(lanes, oneSlot, time, { lastsMs: minuteMs, plan });
  assert.ok(calls.length > 50, `${calls.length} calls`);
  for (const [index, { owner }] of calls.entries()) assert.notEqual(owner, calls[index - 1]?.owner);
});

test('small calls of one store leave tokens for a large one', () => {
  let state = unused;
  let nowMicros = view.nowMicros;
  const ask = (storeId: string, tokens: number) => {
    const planned = { id, owner: storeId, storeId, keptMs: 1, tokens };
    const decision = takeCall({ ...state, callsUnderWay: 0, nowMicros }, limits, planned);
    state = { ...decision.state, requestsAt: 0 };
    return decision.result === 0;
  };
  // A bucket of 600 tokens, of which 10 come in 100 ms.
  assert.ok(ask('small', 300));
  assert.ok(!ask('large', 600));
  let looks = 0;
  for (; looks < 100 && !ask('large', 600); looks += 1) {
    nowMicros += 100_000;
    ask('small', 10);
  }
  assert.ok(looks < 40, `${looks} looks`);
});

test('a store that misses its turn holds up no other', () => {
  const ask = (state: AllowanceState, storeId: string, nowMicros: number, callsUnderWay: number) =>
    takeCall({ ...state, callsUnderWay, nowMicros }, limits, {
      ...{ id, owner: storeId, storeId, keptMs: 1, tokens: 1 },
    });
  const nowMicros = 1_795_219_200_000_000;
  const { state } = ask(unused, 'gone', nowMicros, limits.concurrency);
  assert.equal(ask(state, 'other', nowMicros + 200_000, 0).result, 100);
  assert.equal(ask(state, 'gone', nowMicros + 200_000, 0).result, 0);
  assert.equal(ask(state, 'other', nowMicros + 1_100_000, 0).result, 0);
  // Set back by a day, a clock keeps no place for as long.
  assert.equal(ask(state, 'other', nowMicros - 86_400_000_000, 0).result, 0);
});
