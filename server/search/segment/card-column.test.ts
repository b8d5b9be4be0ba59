import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab, textsOf } from '../../../test/search/columns.ts';
import { sameRanks } from '../columns/posting-table.ts';
import type { CardPieces } from '../document/document.ts';
import { CardColumn, CardColumnDraft, type CardSlabs, mergeCards } from './card-column.ts';

interface Product {
  readonly productId: string;
  readonly title: string;
  readonly card: CardPieces;
}

function open({ templates, own, numbers }: CardSlabs, products: readonly Product[]): CardColumn {
  return new CardColumn(
    { templates: openSlab(templates), numbers, own: openSlab(own) },
    {
      productIds: columnOf(products.map(({ productId }) => productId)),
      titles: columnOf(products.map(({ title }) => title)),
    },
  );
}

function store(products: readonly Product[]): CardColumn {
  const draft = new CardColumnDraft();
  for (const { card, productId, title } of products) draft.add(card, productId, title);
  return open(draft.finish(sameRanks(products.length)), products);
}

function assertCards(column: CardColumn, products: readonly Product[]): void {
  products.forEach(({ card }, document) => {
    assert.equal(Buffer.from(column.card(document)).toString(), card.join(''));
  });
}

/** Cards as the service makes them, and others: pieces may be anything. */
const products = fc.array(
  fc
    .record({
      productId: fc.constantFrom('', 'p-1', 'p-2', '0197-é'),
      title: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', 'Lamp', 'say "hi" \\', 'https://x.example/?a=1'),
      ),
      others: fc.array(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\0', '手'.repeat(90))),
        { maxLength: 5 },
      ),
      isUsual: fc.boolean(),
    })
    .map(({ productId, title, others, isUsual }): Product => {
      const [url = ''] = others;
      const usual = [
        '{"id":',
        `"${productId}"`,
        ',"title":',
        JSON.stringify(title),
        ',"url":',
        JSON.stringify(url),
        '}',
      ];
      return { productId, title, card: isUsual ? usual : others };
    }),
  { maxLength: 6 },
);

test('a card of any pieces comes back byte for byte', () => {
  fc.assert(fc.property(products, (all) => assertCards(store(all), all)));
});

test('cards are taken over from older segments in any order', () => {
  fc.assert(
    fc.property(products, products, (left, right) => {
      const taken = [
        ...right.map((product, document) => ({ product, document, source: 1 })),
        ...left.map((product, document) => ({ product, document, source: 0 })).reverse(),
      ];
      const merged = mergeCards([store(left), store(right)], {
        sources: Uint16Array.from(taken, ({ source }) => source),
        items: Uint32Array.from(taken, ({ document }) => document),
      });
      const all = taken.map(({ product }) => product);
      assertCards(open(merged, all), all);
    }),
  );
});

test('a title equal to its address or with escapes survives', () => {
  const url = 'https://x.example/';
  const all: Product[] = [
    {
      productId: 'p',
      title: url,
      card: ['{"title":', JSON.stringify(url), ',"url":', JSON.stringify(url), '}'],
    },
    { productId: 'p', title: 'a "b"', card: ['{"title":', '"a \\"b\\""', '}'] },
    { productId: 'p', title: 'a/b', card: ['{"title":', '"a\\/b"', '}'] },
    { productId: 'a/b', title: 'a/b', card: ['{"id":', '"a/b"', ',"title":', '"a/b"', '}'] },
  ];
  assertCards(store(all), all);
});

test('repeated card text is stored once, column text not again', () => {
  const product = (number: number): Product => {
    const title = `Lamp ${number}`.repeat(20);
    return {
      productId: `p${number}`,
      title,
      card: ['{"id":', `"p${number}"`, ',"title":', JSON.stringify(title), '}'],
    };
  };
  const draft = new CardColumnDraft();
  for (const number of [1, 2, 3]) {
    const { card, productId, title } = product(number);
    draft.add(card, productId, title);
  }
  const { templates, own, numbers } = draft.finish(Uint32Array.of(2, 0, 1));
  assert.deepEqual(textsOf(openSlab(templates)), ['["{\\"id\\":",",\\"title\\":","}"]']);
  assert.deepEqual([numbers, own.bytes.length], [Uint32Array.of(0, 0, 0), 6]);
});

test('cards of many bytes find room', () => {
  const long = 'x'.repeat(70_000);
  const all = [1, 2, 3].map((number) => ({
    productId: 'p',
    title: 't',
    card: ['', `${number}${long}`, '', 'end'],
  }));
  assertCards(store(all), all);
});

test('fields behind the usual pieces are only in whole cards', () => {
  const usual = ['{', '1', ',', '2', ',', '3', ',', '4', ',', '5', ','];
  const card = [...usual, '', '"was":', '"9"', '}'];
  const all = [
    { productId: 'p-1', title: 'Lamp', card },
    { productId: 'p-2', title: 'Lamp', card: usual },
  ];
  const column = store(all);
  const write = (document: number, isWhole: boolean) => {
    const bytes = Buffer.alloc(column.bytesMax(document));
    return bytes.toString('utf8', 0, column.write(document, bytes, 0, isWhole));
  };
  assert.deepEqual([write(0, false), write(0, true)], ['{1,2,3,4,5,}', '{1,2,3,4,5,"was":"9"}']);
  assert.deepEqual([write(1, false), write(1, true)], ['{1,2,3,4,5,', '{1,2,3,4,5,']);
});
