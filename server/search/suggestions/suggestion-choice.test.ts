import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Suggestion } from './known-suggestions.ts';
import {
  type ChoiceContext,
  choose,
  compareSuggestions,
  createNearness,
  type SuggestionCandidate,
} from './suggestion-choice.ts';

/** `wholes`: those of which it is a half. A candidate of one word is a type. */
function candidate(key: string, count: number, clicks = 0, wholes: Suggestion[] = []): SuggestionCandidate {
  const stems = key.replace(/s\b/g, '');
  const verdict = { shownFor: 'any query', numbers: [] } as const;
  const subject = key.split(' ').at(-1) ?? null;
  const typed = subject === key ? 1 : 0;
  const counts = { key, count, named: 0, typed, breaksBefore: 0, breaksBehind: 0, places: [] };
  return { suggestion: { ...counts, verdict, stems, subject, wholes, display: key }, clicks };
}

function contextOf(typed: string, blocked = '-'): ChoiceContext {
  return {
    isShown: ({ count }) => count > 0,
    isLeftOut: ({ key }) => key.includes(blocked),
    isNear: ({ key }) => !key.includes('far'),
    isBegunType: (suggestion) => typed !== '' && suggestion.typed > 0 && suggestion.key.startsWith(typed),
    subjectOf: ({ subject }) => (subject === typed ? null : subject),
  };
}

function keys(candidates: readonly SuggestionCandidate[], limit = 5, typed = ''): string[] {
  const ordered = candidates.toSorted(compareSuggestions);
  return choose(ordered, limit, contextOf(typed)).chosen.map(({ suggestion }) => suggestion.key);
}

test('Contract §7 candidates order by clicks, then products, then alphabet', () => {
  assert.deepEqual(keys([candidate('b', 2), candidate('c', 3), candidate('d', 1, 0.5), candidate('a', 2)]), [
    'd',
    'c',
    'a',
    'b',
  ]);
});

test('suggestions that differ only in endings are shown once', () => {
  assert.deepEqual(keys([candidate('desk lamp', 2), candidate('desks lamps', 3), candidate('lamp', 9)]), [
    'lamp',
    'desks lamps',
  ]);
});

test('halves yield to others unless somebody clicked them', () => {
  const longer = candidate('red lamp', 4);
  const wholes = [longer.suggestion];
  assert.deepEqual(keys([candidate('lamp', 5, 0, wholes), longer, candidate('x', 1)], 2), ['red lamp', 'x']);
  assert.deepEqual(keys([candidate('lamp', 5, 1, wholes), longer], 2), ['lamp', 'red lamp']);
  assert.deepEqual(keys([candidate('lamp', 5, 0, [candidate('old lamp', 0).suggestion])]), ['lamp']);
});

test('types whose name is begun are chosen before all others', () => {
  const candidates = [candidate('wall charger', 90), candidate('usb charger', 60), candidate('charger', 2)];
  assert.deepEqual(keys(candidates, 2, 'cha'), ['wall charger', 'charger']);
  assert.deepEqual(keys(candidates, 2, ''), ['wall charger', 'usb charger']);
  assert.deepEqual(keys([...candidates, candidate('chalk', 1, 3)], 1, 'char'), ['chalk']);
});

test('two lines are about one type while others say something', () => {
  const cases = ['a case', 'b case', 'c case', 'd case'].map((key, place) => candidate(key, 40 - place));
  const others = [candidate('x cable', 9), candidate('y lamp', 1)];
  assert.deepEqual(keys([...cases, ...others], 4), ['a case', 'b case', 'c case', 'x cable']);
  assert.deepEqual(keys([...cases, ...others], 3, 'case'), ['a case', 'b case', 'c case']);
});

test('a choice is final when nothing unmet can change it', () => {
  const finalBelow = (candidates: readonly SuggestionCandidate[], limit: number, typed = '') =>
    choose(candidates, limit, contextOf(typed)).finalBelow;
  const two = [candidate('a', 20), candidate('b', 10)];
  assert.equal(finalBelow(two, 2), 10);
  assert.equal(finalBelow(two, 3), 0);
  assert.equal(finalBelow([candidate('a', 1, 1)], 1), Number.POSITIVE_INFINITY);
  assert.equal(finalBelow([candidate('apple', 3)], 1, 'app'), Number.POSITIVE_INFINITY);
  const alike = ['a case', 'b case', 'c case'].map((key) => candidate(key, 32));
  assert.equal(finalBelow(alike, 3), 2);
});

test('a suggestion that continues the typed text excludes others', () => {
  const near = candidate('near case', 2);
  assert.deepEqual(keys([candidate('far lamp', 32), near, candidate('far cable', 1)]), ['near case']);
  assert.deepEqual(keys([candidate('far lamp', 33), near]), ['far lamp', 'near case']);
  assert.deepEqual(keys([candidate('far lamp', 9, 1), near]), ['far lamp', 'near case']);
  const far = [candidate('far lamp', 32), candidate('far cable', 30)];
  assert.equal(choose(far, 2, contextOf('')).finalBelow, 2);
});

test('a clicked suggestion ends no search for variety', () => {
  const cases = ['a case', 'b case', 'c case'].map((key, place) => candidate(key, 40 - place));
  const clicked = candidate('old thing', 1, 2);
  assert.deepEqual(keys([...cases, candidate('x cable', 9), clicked], 4), [
    'old thing',
    'a case',
    'b case',
    'x cable',
  ]);
});

test('a suggestion that is never chosen hides no other', () => {
  const whole = candidate('far flat cable', 9);
  const half = candidate('near cable', 9, 0, [whole.suggestion]);
  assert.deepEqual(keys([half, whole]), ['far flat cable']);
  const blocked = [candidate('near lamp', 90), candidate('far lamp', 2), candidate('far cable', 2)];
  const { chosen } = choose(blocked.toSorted(compareSuggestions), 5, contextOf('', 'near'));
  assert.deepEqual(
    chosen.map(({ suggestion }) => suggestion.key),
    ['far cable', 'far lamp'],
  );
});

const stem = (word: string) => word.replace(/s$/, '');

function near(typed: string, key: string, subject: string | null = null, nounFirst = false): boolean {
  return createNearness(typed, { nounFirst, stem })(key, subject);
}

test('typed words begin words of a suggestion in order', () => {
  assert.equal(near('power b', 'power bank'), true);
  assert.equal(near('power b', 'black power adapter'), false);
  assert.equal(near('women ja', 'women’s rain jacket', 'jacket'), true);
  assert.equal(near('led l', 'led cubes'), false);
  assert.equal(near('cases', 'iphone case', 'case'), true);
  assert.equal(near('usb-c c', 'usb-c cable'), true);
});

test('one typed word begins the phrase or its type', () => {
  assert.equal(near('tea', 'green tea', 'tea'), true);
  assert.equal(near('tea', 'deep teal swimsuit', 'swimsuit'), false);
  assert.equal(near('tea', 'tea rose dress', 'dress'), true);
  assert.equal(near('wool', 'red wool scarf', 'scarf'), true);
  assert.equal(near('woo', 'red wool scarf', 'scarf'), false);
  assert.equal(near('woo', 'red wool scarf'), true);
});

test('noun-first languages begin a type at its noun', () => {
  assert.equal(near('sac', 'petit sac rouge', 'petit sac', true), true);
  assert.equal(near('rou', 'sac rouge', 'sac', true), false);
});
