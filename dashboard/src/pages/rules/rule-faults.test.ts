import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestFailure } from '../../api/request.ts';
import { blankRule, newBoost } from './rule-draft.ts';
import { faultsOf, isWebAddress, refusalsOf } from './rule-faults.ts';

test('rule faults appear beside their fields, in local time', () => {
  const faults = faultsOf({
    ...blankRule,
    ...{ query: ' - ', startsAt: '2026-11-27T08:00', endsAt: '2026-11-27T08:00', pinText: 'boo' },
    ...{ pins: ['a', 'b'], hides: ['b'], redirectUrl: 'shop' },
    boosts: [{ ...newBoost(0), value: 'Acme', weight: '' }],
  });
  const fields = ['query', 'endsAt', 'pins', 'hides', 'boosts', 'redirectTitle', 'redirectUrl'];
  assert.deepEqual(Object.keys(faults), fields);
  assert.match(faults.endsAt ?? '', /after .*2026.*0?8:00/);
  assert.match(faults.pins ?? '', /“boo”/);
});

test('only a rule without effect is a fault as a whole', () => {
  assert.deepEqual(Object.keys(faultsOf(blankRule)), ['rule']);
  assert.deepEqual(faultsOf({ ...blankRule, hides: ['a'] }), {});
  assert.deepEqual(Object.keys(faultsOf({ ...blankRule, match: 'prefix', hides: ['a'] })), ['query']);
});

test('a complete address has http or https and a host', () => {
  for (const address of ['https://shop.example/', 'http://a', 'HTTPS://shop.example?x=1'])
    assert.ok(isWebAddress(address), address);
  for (const text of ['', 'shop', 'https://', 'https:///x', 'ftp://shop.example', 'javascript:alert(1)'])
    assert.ok(!isWebAddress(text), text);
});

test('refused values show at their fields, other faults above', () => {
  const errors = ['query', 'redirect/title', 'pins/2', 'id'].map((place) => ({
    ...{ path: `/rule/after/${place}`, code: 'value_invalid' as const, message: place },
  }));
  assert.deepEqual(refusalsOf(new RequestFailure(422, { errors })), {
    ...{ query: 'query', redirectTitle: 'redirect/title', pins: 'pins/2', rule: 'id' },
  });
  assert.deepEqual(refusalsOf(new RequestFailure(409, { message: 'Changed.' })), { rule: 'Changed.' });
  assert.deepEqual(refusalsOf(null), {});
});
