import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { bodyLongestMsOf, bodyMaxBytesOf, budgetOf, limitsFault } from './route-limits.ts';

test('a route that declares no limits gets the strict ones', () => {
  assert.equal(bodyMaxBytesOf({}), 64 * 1024);
  assert.equal(bodyLongestMsOf({}), limits.requestTimeoutMs);
  assert.equal(budgetOf({}), 'anonymous');
  assert.equal(budgetOf({ access: 'storefront' }), 'autocomplete');
  assert.equal(budgetOf({ access: 'health' }), 'none');
  assert.equal(budgetOf({ access: 'secret' }), 'none');
  assert.equal(budgetOf({ access: 'signed' }), 'anonymous');
  assert.equal(budgetOf({ access: 'open', budget: 'signIn' }), 'signIn');
});

test('a route whose limits make no sense is refused', () => {
  const { bodyMaxBytes, bodyDefaultMaxBytes, fileMaxBytes, orderMaxBytes } = limits;
  const cases = [
    ['POST', { access: 'secret', body: { maxBytes: bodyMaxBytes } }, null],
    ['POST', { access: 'editor', body: { maxBytes: fileMaxBytes, isStreamed: true } }, null],
    ['POST', { access: 'open', body: { maxBytes: 1_000 } }, null],
    ['GET', { access: 'open', budget: 'none' }, null],
    ['POST', { access: 'secret', body: { maxBytes: bodyMaxBytes + 1 } }, /are allowed/],
    ['POST', { access: 'secret', body: { maxBytes: 0 } }, /are allowed/],
    ['POST', { access: 'secret', body: { maxBytes: Number.NaN } }, /are allowed/],
    ['GET', { access: 'secret', body: { maxBytes: 1_000 } }, /has none/],
    ['POST', { access: 'open', body: { maxBytes: bodyDefaultMaxBytes + 1 } }, /from strangers/],
    ['POST', { access: 'storefront', body: { maxBytes: bodyMaxBytes } }, /from strangers/],
    ['POST', { access: 'signed', body: { maxBytes: orderMaxBytes } }, null],
    ['POST', { access: 'signed', body: { maxBytes: orderMaxBytes + 1 } }, /from strangers/],
    ['POST', { access: 'signed', budget: 'none' }, /no budget/],
    ['POST', { access: 'signed', storeRate: 'keysPerStore' }, /any person may call it/],
    ['POST', { body: { maxBytes: 1_000, isStreamed: true } }, /from strangers/],
    ['GET', { access: 'storefront', budget: 'none' }, /no budget/],
    ['POST', { access: 'owner', storeRate: 'keysPerStore' }, null],
    ['POST', { access: 'signed_in', storeRate: 'keysPerStore' }, /any person may call it/],
    ['GET', { access: 'open', budget: 'plenty' as 'none' }, /^names the unknown budget "plenty"$/],
  ] as const;
  for (const [method, declared, fault] of cases) {
    const found = limitsFault([method], declared);
    if (fault === null) assert.equal(found, null, JSON.stringify(declared));
    else assert.match(found ?? '', fault, JSON.stringify(declared));
  }
});
