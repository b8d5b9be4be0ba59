import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from './query.ts';

function patterns(text: string): string[] {
  return parseQuery(text).words.map(({ own, joined }) =>
    [own, ...joined].map((pattern) => pattern.text + (pattern.prefix ? '*' : '')).join(' '),
  );
}

test('Contract §7 only the last word of a query is a prefix', () => {
  assert.deepEqual(patterns('red'), ['red*']);
  assert.deepEqual(patterns('Big RED '), ['big bigred*', 'red* bigred*']);
});

test('Contract §7 words are joined with neighbours, compound and whole query', () => {
  assert.deepEqual(patterns('x a-12/3'), [
    'x xa xa123*',
    'a xa a12 a123* xa123*',
    '12 a12 123* a123* xa123*',
    '3* 123* a123* xa123*',
  ]);
});

test('Contract §7 a lone character without spaces is always a prefix', () => {
  assert.deepEqual(patterns('手 usb'), ['手*', 'usb*']);
  assert.deepEqual(patterns('手机壳'), ['手机', '机壳*']);
});

test('a query of symbols has no words', () => {
  assert.deepEqual(parseQuery(' *** 😀 ').words, []);
});
