import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningsOf, prepareQuestions, recordAnswers } from './contestant.ts';

const judged = [
  { text: 'red', ratings: new Map([['a', 3]]) },
  { text: 'rug x', ratings: new Map([['b', 3]]) },
];

test('the beginnings of a text grow by one letter', () => {
  assert.deepEqual(beginningsOf('a😀é'), ['a', 'a😀', 'a😀é']);
  assert.deepEqual(beginningsOf(''), []);
});

test('a run asks each beginning once, timing all without sessions', () => {
  const questions = prepareQuestions(judged, [], { limit: 20, timedMax: 100 });
  assert.deepEqual(questions.queries, ['red', 'rug x']);
  assert.deepEqual(questions.beginnings, ['r', 're', 'red', 'ru', 'rug', 'rug ', 'rug x']);
  assert.equal(questions.timed.length, 8);
});

test('surplus keystrokes are thinned out evenly before timing', () => {
  const typed = Array.from({ length: 10 }, (_, index) => `t${index}`);
  const timedOf = (timedMax: number) => prepareQuestions(judged, typed, { limit: 20, timedMax }).timed;
  assert.deepEqual(timedOf(4), ['t0', 't2', 't5', 't7']);
  assert.deepEqual(timedOf(10), typed);
  assert.deepEqual(timedOf(99), typed);
});

test('an engine gets the run’s questions, timed in microseconds', async () => {
  const asked: string[] = [];
  let ms = 0;
  const search = (text: string, limit: number) => {
    asked.push(`${text} ${limit}`);
    ms += 0.25;
    return [text];
  };
  const questions = { queries: ['red'], limit: 12, beginnings: ['r'], timed: ['re', 'x'] };
  for (const contestant of [
    { name: 'at once', search },
    { name: 'later', search: async (text: string, limit: number) => search(text, limit) },
  ]) {
    asked.length = 0;
    const recording = await recordAnswers(contestant, questions, () => ms);
    assert.deepEqual(asked, ['red 12', 'r 5', 're 5', 'x 5']);
    assert.deepEqual(recording, {
      name: contestant.name,
      queries: new Map([['red', ['red']]]),
      beginnings: new Map([['r', ['r']]]),
      latenciesUs: [250, 250],
    });
  }
});
