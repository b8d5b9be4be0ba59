import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDetails, nameOfActor, sentenceOfAction, subjectOf } from './audit.ts';
import { formatDateTime } from './times.ts';

test('an audit entry is shown in words for any details', () => {
  assert.equal(sentenceOfAction('member.role_changed'), 'Member role changed');
  const end = '2027-01-01T12:00:00.000000Z';
  const told: readonly (readonly [unknown, readonly string[]])[] = [
    [{ currency: { from: 'USD', to: 'EUR' } }, ['Currency changed from USD to EUR']],
    [{ from: 'viewer', to: 'editor' }, ['From viewer to editor']],
    [{ name: 'Shop', allowed_origins: [] }, ['Name: Shop', 'Allowed origins: none']],
    [{ kind: { a: 1, b_c: [true] } }, ['Kind: a 1, b c yes']],
    [{ ends_at: end }, [`Ends at: ${formatDateTime(end)}`]],
    [{}, []],
    [null, []],
  ];
  for (const [details, lines] of told) assert.deepEqual(describeDetails(details), lines);
});

test('changes of feeds use the words of their form', () => {
  assert.deepEqual(
    describeDetails({ url: 'changed', maxRemovalPercent: 20, refreshInterval: '1h', isActive: false }),
    ['Address: changed', 'Removes at most (%): 20', 'Fetched every: 1h', 'Active: no'],
  );
});

test('an audit entry names a person, a key or the service', () => {
  assert.equal(nameOfActor({ name: 'Ada', email: 'ada@shop.example' }), 'Ada');
  assert.equal(nameOfActor({ name: 'Server', email: null }), 'Key Server');
  assert.equal(nameOfActor(null), 'The service');
});

test('an audit entry does not repeat its subject', () => {
  assert.equal(subjectOf({ action: 'merchandising.changed', subject: 'Merchandising' }), '');
  assert.equal(subjectOf({ action: 'feed.changed', subject: 'Main' }), 'Main');
});
