import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergePatch } from './merge-patch.ts';
import { parseProduct } from './parse-product.ts';
import type { RawProduct } from './product.ts';

test('Contract §4 a merge patch follows the cases of RFC 7396', () => {
  const cases: [RawProduct, RawProduct, RawProduct][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];
  for (const [target, patch, merged] of cases) assert.deepEqual(mergePatch(target, patch), merged);
});

test('a patch leaves the stored row and itself unchanged', () => {
  const target = { attributes: { a: 1 }, name: 'n' };
  const patch = { attributes: { b: 2 }, title: null };
  const before = structuredClone([target, patch]);
  mergePatch(target, patch);
  assert.deepEqual([target, patch], before);
});

test('Contract §4 an alias yields to a patch of its field', () => {
  assert.deepEqual(mergePatch({ name: 'Old', id: 1 }, { title: 'New' }), { id: 1, title: 'New' });
  assert.deepEqual(mergePatch({ name: 'Old' }, { title: null }), {});
  assert.deepEqual(mergePatch({ product_type: 'Mugs' }, { category: null }), {});
  assert.deepEqual(mergePatch({ name: 'Old' }, { title: 'New', name: 'Mine' }), {
    title: 'New',
    name: 'Mine',
  });
  assert.deepEqual(mergePatch({ name: 'Old' }, { name: 'New' }), { name: 'New' });
});

test('a patch replaces attributes stored as text', () => {
  assert.deepEqual(mergePatch({ attributes: 'a: b' }, { attributes: { c: 'd', e: null } }), {
    attributes: { c: 'd' },
  });
});

test('Contract §4 __proto__ in a patch stays an ordinary key', () => {
  const patch: RawProduct = JSON.parse('{"__proto__":{"polluted":1},"attributes":{"__proto__":{"x":2}}}');
  const merged = mergePatch({ attributes: { a: 1 } }, patch);
  assert.equal(
    JSON.stringify(merged),
    '{"attributes":{"a":1,"__proto__":{"x":2}},"__proto__":{"polluted":1}}',
  );
  assert.equal(Object.getPrototypeOf(merged), Object.prototype);
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});

test('a deeply nested patch does not overflow the stack', () => {
  const levels = 100_000;
  const patch: RawProduct = JSON.parse(`${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}`);
  assert.equal(JSON.stringify(mergePatch({}, patch)), JSON.stringify(patch));
});

test('a patched row is a row like any other', () => {
  const raw = { external_id: '1', name: 'Mug', price: '12', link: 'https://a.example/1', color: 'red' };
  const parsed = parseProduct(mergePatch(raw, { price: '9,50 EUR', color: null }), {
    currency: 'USD',
    locale: 'en',
  });
  assert.ok(parsed.ok);
  assert.equal(parsed.product.title, 'Mug');
  assert.equal(parsed.product.price, '9.50');
  assert.equal(parsed.product.currency, 'EUR');
  assert.deepEqual(parsed.product.attributes, []);
});

test('patching with a row without nulls twice changes nothing more', () => {
  const row = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(row, row, (target, patch) => {
      const once = mergePatch(target, patch);
      assert.deepEqual(mergePatch(once, patch), once);
    }),
  );
});
