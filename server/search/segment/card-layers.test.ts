import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab } from '../../../test/search/columns.ts';
import { sameRanks } from '../columns/posting-table.ts';
import type { CardLayer } from '../engine.ts';
import { CardColumn, CardColumnDraft } from './card-column.ts';
import { CardLayerDraft, openLayer } from './card-layers.ts';

const documentCount = 40;
const productIds = Array.from({ length: documentCount }, (_, document) => `p-${document}`);
const titles = productIds.map((id) => `Title of ${id}`);

function cardOf(document: number, price: number) {
  const [productId = '', title = ''] = [productIds[document], titles[document]];
  const card = ['{"id":', `"${productId}"`, ',"title":', `"${title}"`, ',"price":', `${price}`, '}'];
  return { card, productId, title };
}

/** The cards of a segment in which every price is 0. */
function base(): CardColumn {
  const draft = new CardColumnDraft();
  for (let document = 0; document < documentCount; document += 1) {
    const { card, productId, title } = cardOf(document, 0);
    draft.add(card, productId, title);
  }
  const { templates, own, numbers } = draft.finish(sameRanks(documentCount));
  const stored = { templates: openSlab(templates), numbers, own: openSlab(own) };
  return new CardColumn(stored, { productIds: columnOf(productIds), titles: columnOf(titles) });
}

/** The newest card of a document, found as a reader does. */
function readCard(layers: readonly CardLayer[], column: CardColumn, document: number): string {
  const columns = [...layers.toReversed().map((layer) => openLayer(layer, column)), column];
  const newest = columns.find((cards) => cards.find(document) >= 0);
  return Buffer.from(newest?.card(newest.find(document)) ?? []).toString();
}

function countUp(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

const batches = fc.array(fc.array(fc.nat(documentCount - 1), { minLength: 1, maxLength: 30 }), {
  maxLength: 30,
});

test('the newest layer with a document gives its card', () => {
  const column = base();
  fc.assert(
    fc.property(batches, (changes) => {
      const expected = new Map<number, number>();
      const newId = countUp();
      let layers: readonly CardLayer[] = [];
      let price = 0;
      for (const documents of changes) {
        const draft = new CardLayerDraft();
        for (const document of documents) {
          price += 1;
          draft.add(document, cardOf(document, price));
          expected.set(document, price);
        }
        layers = draft.finish(layers, column, newId);
        for (let document = 0; document < documentCount; document += 1) {
          const card = cardOf(document, expected.get(document) ?? 0).card.join('');
          assert.equal(readCard(layers, column, document), card);
        }
        // Each has more than twice the cards of the next.
        const lengths = layers.map((layer) => openLayer(layer, column).length);
        for (const [place, length] of lengths.slice(1).entries())
          assert.ok((lengths[place] ?? 0) > length * 2);
        assert.equal(new Set(layers.map(({ id }) => id)).size, layers.length);
      }
    }),
  );
});
