import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pollEvery } from './poll.ts';
import { failureOf, unreachable } from './request.ts';

const every = pollEvery<string>((data) => (data === undefined ? 1 : 2));
const failed = (status: number, code: string) => failureOf(status, JSON.stringify({ message: 'No.', code }));

test('a missing or damaged resource is not polled again', () => {
  for (const error of [failed(503, 'store_unavailable'), failed(404, 'not_found')]) {
    assert.equal(every({ state: { data: undefined, error } }), false);
    assert.equal(every({ state: { data: 'seen before', error } }), 2);
  }
});

test('a service that is away is asked again', () => {
  for (const error of [unreachable(), failed(503, 'unavailable'), failed(429, 'rate_limited'), null]) {
    assert.equal(every({ state: { data: undefined, error } }), 1);
  }
});
