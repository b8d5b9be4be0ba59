/**
 * Goal: what a caller typed is counted as the searches that it was, whoever else types at the same time and whenever
 * somebody looks; nothing is shown of a query of fewer than three callers, however many processes counted.
 * Method: random histories against a naive reading of the definition (docs/analytics.md), and real typing.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { caseCount } from '../../test/support/case-count.ts';
import { sharedDataOrSkip } from '../../test/support/shared-data.ts';
import { createSearchCounter, type SearchCounter, searchText } from './search-counter.ts';
import { addTally, emptyTally, type SearchTally } from './search-tally.ts';
import { areEnough } from './visitor-marks.ts';

const storeId = 'store';
const today = { day: '2026-11-21', salt: 'salt of the day' };

function callerOf(number: number) {
  return { storeId, address: `10.0.0.${number}`, agent: 'Browser' };
}

function createCounter() {
  const clock = { nowMs: 0 };
  const counter = createSearchCounter({ monotonicMs: () => clock.nowMs });
  counter.beginDay(today);
  return { clock, counter };
}

/** Everything that a counter counted. */
function sumOf(counter: SearchCounter, sum: SearchTally = emptyTally()): SearchTally {
  for (const { tally } of counter.takeAll()) addTally(sum, tally);
  return sum;
}

interface Step {
  readonly caller: number;
  readonly afterMs: number;
  readonly text: string;
  /** Null for a keystroke; without a phrase, a click on a product. */
  readonly click: { readonly phrase: string | null; readonly isShown: boolean } | null;
  /** Somebody takes what was counted so far. */
  readonly isTaken: boolean;
}

const texts = ['', '-', 'a', 'ab', 'abc', 'abcd', 'abcde', 'abcdefg', 'abx', 'b', 'bc'];
const step: fc.Arbitrary<Step> = fc.record({
  caller: fc.nat(2),
  afterMs: fc.constantFrom(1, 200, 9_000, 15_000, 30_000, 30_001, 70_000),
  text: fc.constantFrom(...texts),
  click: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({ phrase: fc.constantFrom(null, 'bc', 'abcde'), isShown: fc.boolean() }),
    },
  ),
  isTaken: fc.boolean(),
});

/** Makes a click on a product, for a search of what was typed. */
function productClick(query: string) {
  const made = { query, intent: query, phrase: null, position: 1, isShown: () => true };
  return { ...made, region: 'products' } as const;
}

/** Makes a click on a suggestion, whose phrase says what the search was for. */
function phraseClick(query: string, phrase: string | null, isShown = true) {
  const made = { ...productClick(query), intent: phrase, phrase, isShown: () => isShown };
  return { ...made, region: 'suggestions' } as const;
}

const isFound = (text: string) => text.length % 2 === 0;

/** `text: searches, searches without a result, clicks`, sorted. */
type Counts = readonly string[];

/** A run of texts of one caller, which is one search. */
interface Run {
  readonly texts: string[];
  atMs: number;
  isOver: boolean;
  /** Whether it was counted as one that found something. */
  isFound: boolean;
  isClicked: boolean;
  phrase: string | null;
  /** Under which text it was counted. */
  name: string;
}

/** The text before the letters that were taken off last. */
function peakOf({ texts: typed }: Run): string {
  let place = typed.length - 1;
  while (place > 0 && (typed[place - 1] ?? '').startsWith(typed[place] ?? '')) place -= 1;
  return typed[place] ?? '';
}

function isEmptied(run: Run): boolean {
  return 2 * (run.texts.at(-1) ?? '').length < peakOf(run).length;
}

function areRelated(left: string, right: string): boolean {
  return left.startsWith(right) || right.startsWith(left);
}

/** Each caller alone, text by text. */
function countNaively(steps: readonly Step[]): Counts {
  const counts = new Map<string, [number, number, number]>();
  const add = (text: string, place: 0 | 1 | 2) => {
    const of = counts.get(text) ?? [0, 0, 0];
    of[place] += 1;
    counts.set(text, of);
  };
  for (const caller of [0, 1, 2]) {
    let run: Run | null = null;
    const close = (ended: Run | null, by: { readonly name: string } | null = null) => {
      if (ended === null || ended.isOver) return;
      const text = isEmptied(ended) ? peakOf(ended) : (ended.texts.at(-1) ?? '');
      ended.texts.splice(0, ended.texts.length, text);
      ended.isOver = true;
      ended.name = by?.name ?? text;
      add(ended.name, 0);
      ended.isFound = by !== null || isFound(text);
      if (!ended.isFound) add(ended.name, 1);
    };
    let nowMs = 0;
    for (const { caller: who, afterMs, text, click } of steps) {
      nowMs += afterMs;
      if (who !== caller) continue;
      const isSoon: boolean = run !== null && nowMs - run.atMs <= 30_000;
      if (!isSoon) close(run);
      const last: string = run?.texts.at(-1) ?? '';
      if (text === '' || text === '-') {
        if (click === null) close(run);
      } else if (click !== null) {
        if (run === null || !(areRelated(last, text) || run.phrase === text)) continue;
        const isKnown = run.isOver || text === last || text === peakOf(run);
        if (isKnown && !(run.isOver ? run.isFound : isFound(text))) continue;
        if (!click.isShown) continue;
        if (!run.isOver) {
          run.texts.splice(0, run.texts.length, text);
          close(run, { name: click.phrase ?? text });
        }
        run.atMs = nowMs;
        run.phrase = click.phrase;
        if (!run.isClicked) add(run.name, 2);
        run.isClicked = true;
      } else if (run !== null && isSoon && run.isOver && run.isClicked && [last, run.phrase].includes(text)) {
        run.atMs = nowMs;
      } else if (
        run !== null &&
        isSoon &&
        !run.isOver &&
        areRelated(last, text) &&
        (text.length <= last.length || !isEmptied(run))
      ) {
        run.texts.push(text);
        run.atMs = nowMs;
      } else {
        close(run);
        const open = { isOver: false, isFound: false, isClicked: false, phrase: null, name: '' };
        run = { ...open, texts: [text], atMs: nowMs };
      }
    }
    close(run);
  }
  return Array.from(counts, ([text, of]) => `${text}: ${of.join()}`).sort();
}

function countsOf({ queries }: SearchTally): Counts {
  return Array.from(
    queries,
    ([text, { searches, noResults, clicked }]) => `${text}: ${searches},${noResults},${clicked}`,
  ).sort();
}

test('any typing and clicking counts as the definition says', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, counter } = createCounter();
      const sum = emptyTally();
      for (const { caller, afterMs, text, click, isTaken } of steps) {
        clock.nowMs += afterMs;
        if (click === null) counter.countQuery(callerOf(caller), text, isFound(text));
        else {
          const { phrase, isShown } = click;
          const region = phrase === null ? 'products' : 'suggestions';
          const made = phraseClick(text, phrase, isShown);
          counter.countClick(callerOf(caller), { ...made, region, intent: phrase ?? text });
        }
        if (isTaken) for (const { tally } of counter.take()) addTally(sum, tally);
      }
      sumOf(counter, sum);
      assert.deepEqual(countsOf(sum), countNaively(steps));
      const queries = [...sum.queries.values()];
      const total = (pick: (of: (typeof queries)[number]) => number) =>
        queries.reduce((all, of) => all + pick(of), 0);
      assert.equal(
        sum.searches,
        total(({ searches }) => searches),
      );
      assert.equal(
        sum.noResults,
        total(({ noResults }) => noResults),
      );
      assert.equal(
        sum.clicked,
        total(({ clicked }) => clicked),
      );
      assert.equal(
        sum.clicked,
        sum.letters.reduce((all, count) => all + count, 0),
      );
      // Clicked, not clicked and nothing found are three parts of one whole.
      for (const { searches, noResults, clicked } of queries) assert.ok(clicked + noResults <= searches);
    }),
    { numRuns: caseCount(1_500) },
  );
});

test('controls of a typed text are not counted with it', () => {
  for (const [typed, counted] of [
    ['desk\u0000 lamp\u0001', 'desk lamp'],
    ['desk\t\n\u0000lamp', 'desk lamp'],
    ['\u0000', ''],
  ] as const)
    assert.equal(searchText(typed), counted);
});

test('typing counts as its last query, once a session', (t) => {
  const path = sharedDataOrSkip(t, 'converted/keystrokes.dev.ndjson.gz');
  if (path === null) return;
  const sessions = gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
  assert.ok(sessions.length > 1_000);
  const { clock, counter } = createCounter();
  const wanted = new Map<string, number>();
  for (const [number, line] of sessions.entries()) {
    const { events } = JSON.parse(line) as { events: readonly (readonly [number, string])[] };
    const caller = callerOf(number);
    for (const [afterMs, text] of events) {
      clock.nowMs += afterMs;
      counter.countQuery(caller, text, true);
    }
    const last = searchText(events.at(-1)?.[1] ?? '');
    wanted.set(last, (wanted.get(last) ?? 0) + 1);
  }
  const sum = sumOf(counter);
  // A correction of more than half of the text is taken for another search.
  const few = sessions.length / 1_000;
  assert.ok(Math.abs(sum.searches - sessions.length) <= few, String(sum.searches));
  const counted = Array.from(sum.queries, ([text, { searches }]) => [text, searches] as const);
  // A few of the data are a number of a product, which looks like somebody's own.
  assert.ok(counted.length > 0.99 * wanted.size);
  const others = counted.filter(([text, searches]) => searches !== wanted.get(text));
  assert.ok(others.length <= few, JSON.stringify(others));
});

test('three callers of a query show it, two never do', () => {
  const asked = fc.array(fc.record({ caller: fc.nat(3), node: fc.nat(3) }), { maxLength: 20 });
  fc.assert(
    fc.property(asked, fc.constantFrom('lamp', 'desk lamp', 'é'), (calls, query) => {
      const nodes = Array.from({ length: 4 }, createCounter);
      const sum = emptyTally();
      for (const { caller, node } of calls) {
        const at = nodes[node];
        at?.counter.countQuery(callerOf(caller), query, true);
        if (at !== undefined) sumOf(at.counter, sum);
      }
      const different = (of: readonly { readonly caller: number }[]) =>
        new Set(of.map(({ caller }) => caller)).size;
      const isShown = areEnough(sum.queries.get(query)?.visitors ?? 0);
      if (isShown) assert.ok(different(calls) >= limits.queryVisitorsMin);
      const atOne = Math.max(
        ...nodes.map((_, node) => different(calls.filter((call) => call.node === node))),
      );
      if (atOne >= limits.queryVisitorsMin) assert.ok(isShown);
    }),
  );
});

test('a caller is new each day without double counts at midnight', () => {
  const { counter } = createCounter();
  counter.countQuery(callerOf(1), 'lamp', true);
  counter.beginDay({ day: '2026-11-22', salt: 'another salt' });
  counter.countQuery(callerOf(1), 'lamps', true);
  const days = counter.takeAll().map(({ day, tally }) => [day, [...tally.queries.keys()], tally.searches]);
  assert.deepEqual(days, [
    ['2026-11-21', ['lamp'], 1],
    ['2026-11-22', ['lamps'], 1],
  ]);
});

test('private-looking texts count in totals and appear nowhere', () => {
  const { counter } = createCounter();
  for (const text of ['jane.doe@example.com', '+49 170 1234567', '4111 1111 1111 1111']) {
    for (const caller of [1, 2, 3]) {
      counter.countQuery(callerOf(caller), text, caller === 1);
      counter.countClick(callerOf(caller), { ...productClick(text), position: 2 });
    }
  }
  const sum = sumOf(counter);
  assert.deepEqual([sum.searches, sum.noResults, sum.clicked, sum.queries.size], [9, 6, 3, 0]);
});

test('nothing counts before the day begins, and failed writes are kept', () => {
  const counter = createSearchCounter({ monotonicMs: () => 0 });
  counter.countQuery(callerOf(1), 'lamp', true);
  assert.deepEqual(counter.takeAll(), []);
  counter.beginDay(today);
  counter.countQuery(callerOf(1), 'lamp', true);
  const [taken] = counter.takeAll();
  assert.ok(taken !== undefined);
  counter.restore(taken);
  assert.equal(sumOf(counter).searches, 1);
});

test('memory stays bounded, and forgotten entries are counted', () => {
  const { counter } = createCounter();
  const many = limits.callersRemembered + 500;
  for (let number = 0; number < many; number += 1) counter.countQuery(callerOf(number), `q${number}`, true);
  const [taken] = counter.take();
  assert.equal(taken?.tally.searches, 500);
  const sum = sumOf(counter);
  assert.equal(sum.searches, many - 500);
  assert.equal(sum.queries.size, limits.queriesPerStoreAndDay);
});

test('a busy store does not displace another’s callers', () => {
  const { clock, counter } = createCounter();
  const shopper = { storeId: 'calm', address: '10.0.0.1', agent: 'Browser' };
  counter.countQuery(shopper, 'lamp', true);
  for (let number = 0; number < limits.callersRemembered + 500; number += 1) {
    counter.countQuery({ storeId, address: `caller ${number}`, agent: 'Browser' }, `query ${number}`, true);
  }
  clock.nowMs += 1_000;
  counter.countClick(shopper, productClick('lamp'));
  const calm = counter.takeAll().find((searches) => searches.storeId === 'calm');
  assert.equal(calm?.tally.clicked, 1);
});

test('clicks without a search and letters before suggestions do not count', () => {
  const { counter } = createCounter();
  const forged = productClick('lamp');
  for (const number of [1, 2, 3, 4]) counter.countClick(callerOf(number), forged);
  counter.countQuery(callerOf(1), 'lamp', true);
  counter.countClick(callerOf(1), productClick('chair'));
  counter.countQuery(callerOf(2), 'puz', true);
  counter.countClick(callerOf(2), phraseClick('puz', 'Puzzle box'));
  counter.countClick(callerOf(2), productClick('puzzle box'));
  counter.countQuery(callerOf(3), 'hea', true);
  counter.countClick(callerOf(3), phraseClick('hea', null));
  const sum = sumOf(counter);
  assert.deepEqual([sum.searches, sum.clicked], [3, 2]);
  assert.deepEqual(countsOf(sum), ['lamp: 1,0,0', 'puzzle box: 1,0,1']);
});

test('a search counts as the query it was becoming', () => {
  const meant = new Map([
    ['lap', 'Laptop'],
    ['lamp', 'lamp'],
  ]);
  const counter = createSearchCounter({ monotonicMs: () => 0 }, (_store, text) => meant.get(text) ?? null);
  counter.beginDay(today);
  for (const caller of [1, 2, 3]) {
    counter.countQuery(callerOf(caller), 'lap', true);
    counter.countQuery(callerOf(caller), 'lamp', true);
    counter.countQuery(callerOf(caller), 'usb c c', true);
    if (caller === 1) counter.countClick(callerOf(1), { ...productClick('usb c c'), intent: 'USB C cable' });
    if (caller === 2) counter.countClick(callerOf(2), { ...productClick('usb c c'), intent: null });
    // No word of the store tells where this ends.
    counter.countQuery(callerOf(caller), 'playst', false);
  }
  const sum = sumOf(counter);
  assert.equal(sum.searches, 12);
  assert.deepEqual(countsOf(sum), ['lamp: 3,0,0', 'laptop: 3,0,0', 'playst: 3,3,0', 'usb c cable: 1,0,1']);
});

test('an empty answer is never clicked; punctuation is no search', () => {
  const { counter } = createCounter();
  for (const caller of [1, 2, 3]) {
    counter.countQuery(callerOf(caller), 'zzz', false);
    counter.countClick(callerOf(caller), productClick('zzz'));
    counter.countQuery(callerOf(caller), '?!', false);
    counter.countQuery(callerOf(caller), 'lamp', true);
    counter.countClick(callerOf(caller), phraseClick('lamp', 'made up', false));
  }
  const sum = sumOf(counter);
  assert.deepEqual([sum.searches, sum.noResults, sum.clicked], [6, 3, 0]);
  assert.deepEqual(countsOf(sum), ['lamp: 3,0,0', 'zzz: 3,3,0']);
});
