import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PhraseBatch, PhraseProduct } from '../../phrase-generator.ts';
import { estimateTextTokens } from '../../token-estimate.ts';
import { writeRequest } from './request-text.ts';

const text = fc.string({ unit: 'binary', maxLength: 200 });
const product: fc.Arbitrary<PhraseProduct> = fc.record({
  id: fc.uuid(),
  title: text,
  description: fc.option(text),
  category: fc.option(text),
  brand: fc.option(text),
  author: fc.option(text),
  attributes: fc.array(fc.tuple(text, text), { maxLength: 5 }),
  identifiers: fc.array(fc.constant('4006381333931'), { maxLength: 2 }),
});

function batchOf(products: readonly PhraseProduct[], locale = 'th'): PhraseBatch {
  return { storeId: 'store', locale, products };
}

test('the document holds one entry per product, for any text', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 5 }), (products) => {
      const { data, idOf } = writeRequest(batchOf(products));
      const document = JSON.parse(data) as { language: string; products: { id: string; title: string }[] };
      assert.deepEqual(Object.keys(document), ['language', 'products']);
      assert.deepEqual(
        document.products.map(({ id }) => idOf.get(id)),
        products.map(({ id }) => id),
      );
      for (const { id } of products) assert.ok(!data.includes(id));
      assert.doesNotMatch(data, /[<>\p{Cc}\u202A-\u202E]/u);
    }),
  );
});

test('long products are cut to a bound on their tokens', () => {
  for (const word of ['lightweight waterproof ', 'กันน้ำ', '防水', '9.99;']) {
    const long: PhraseProduct = {
      id: 'id',
      title: 'Lamp',
      description: word.repeat(10_000 / word.length),
      category: 'Home',
      brand: 'Lumo',
      author: null,
      attributes: Array.from({ length: 100 }, (_, index) => [
        `label ${index}`,
        word.repeat(1_000 / word.length),
      ]),
      identifiers: [],
    };
    const { data } = writeRequest(batchOf([long]));
    const tokens = estimateTextTokens(data);
    assert.ok(tokens > 300 && tokens < 1_500, `${word}: ${tokens}`);
  }
});

test('the language is named, an unknown one passed on', () => {
  const languageOf = (locale: string) =>
    (JSON.parse(writeRequest(batchOf([], locale)).data) as { language: string }).language;
  assert.equal(languageOf('th'), 'Thai (th)');
  assert.match(languageOf('de-CH'), /German.*\(de-CH\)/);
  assert.equal(languageOf('not a locale'), 'not a locale');
});
