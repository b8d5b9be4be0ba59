import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createShownAnswers } from './shown-answers.ts';
import { createShownMemory, type ShownMemory } from './shown-table.ts';

const store = '0198a5d2-0000-7000-8000-000000000001';
const today = { day: '2026-11-21', salt: 'one' };
const tomorrow = { day: '2026-11-22', salt: 'two' };
const question = { storeId: store, address: '203.0.113.7', typed: ' DÉSK  lamp' };

function open(memory: ShownMemory = createShownMemory(false, 1_024)) {
  const clock = createDrivenClock();
  return { clock, memory, shown: createShownAnswers(memory, clock) };
}

test('a question is found by network, store and folded query', () => {
  const { shown } = open();
  shown.beginDay(today);
  shown.note(store, '::ffff:203.0.113.7', 'desk lamp');
  shown.note(store, '203.0.113.7', 'desk lamp');
  assert.equal(shown.find(question)?.shown, 2);
  assert.equal(shown.find({ ...question, address: '203.0.113.8' }), null);
  assert.equal(shown.find({ ...question, typed: 'desk' }), null);
  assert.equal(shown.find({ ...question, storeId: store.replace(/1$/, '2') }), null);
  shown.note(store, '2001:db8::1', '');
  assert.equal(shown.find({ storeId: store, address: '2001:db8::ffff', typed: '' })?.shown, 1);
});

test('questions of a flood leave other stores their evidence', () => {
  const { shown } = open();
  shown.beginDay(today);
  shown.note(store, '203.0.113.7', 'desk lamp');
  const flooded = store.replace(/1$/, '2');
  for (let number = 0; number < 20_000; number += 1) shown.note(flooded, '203.0.113.9', `query ${number}`);
  assert.equal(shown.find(question)?.shown, 1);
});

test('no question is noted before the first day', () => {
  const { shown } = open();
  shown.note(store, '203.0.113.7', 'desk lamp');
  shown.beginDay(today);
  assert.equal(shown.find(question), null);
});

test('yesterday’s question is found over midnight, with its time', () => {
  const { clock, shown } = open();
  shown.beginDay(today);
  shown.note(store, '203.0.113.7', 'desk lamp');
  shown.beginDay(tomorrow);
  shown.beginDay(tomorrow);
  const evidence = shown.find(question);
  assert.equal(evidence?.shown, 1);
  shown.note(store, '203.0.113.7', 'desk lamp');
  assert.notEqual(shown.find(question)?.name, evidence.name);
  clock.advanceMs(46 * 60_000);
  assert.equal(shown.find(question), null);
});

test('threads share their notes, which another salt hides', () => {
  const { memory, shown } = open();
  const other = open(memory).shown;
  shown.beginDay(today);
  other.beginDay(today);
  shown.note(store, '203.0.113.7', 'desk lamp');
  assert.equal(other.find(question)?.shown, 1);
  const stranger = open(memory).shown;
  stranger.beginDay({ ...today, salt: 'another' });
  assert.equal(stranger.find(question), null);
});
