import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fillPath } from './fill-path.ts';
import { ForetypeError } from './foretype-error.ts';

const route = '/products/:external_id/phrases';

test('each id comes out of its address as given', () => {
  const ids = fc.string({
    unit: fc.constantFrom('.', '/', '%', '2', 'E', '?', '#', '\\', ' ', 'ü', '💡'),
    minLength: 1,
  });
  fc.assert(
    fc.property(ids, (external_id) => {
      fc.pre(!/^\.{1,2}$/.test(external_id));
      const { pathname } = new URL(`https://search.example${fillPath(route, { external_id })}`);
      const [, products, id, phrases, ...rest] = pathname.split('/');
      assert.deepEqual(
        [products, decodeURIComponent(id ?? ''), phrases, rest],
        ['products', external_id, 'phrases', []],
      );
    }),
  );
});

test('ids that no address can hold are refused', () => {
  for (const params of [
    { external_id: '.' },
    { external_id: '..' },
    { external_id: '' },
    {},
    { external_id: '\ud83d' },
  ]) {
    assert.throws(
      () => fillPath(route, params as Record<string, string>),
      (error) =>
        error instanceof ForetypeError && error.code === 'path_invalid' && error.place === 'external_id',
      JSON.stringify(params),
    );
  }
});
