import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productDocument } from '../../../test/search/documents.ts';
import { segmentsOf } from '../../../test/search/segments.ts';
import { compareRanked, type RankedDocument } from './product-rank.ts';
import { AnswerTop, type ProductTop } from './product-top.ts';

/** Two segments of six products; titles alternate, so that the alphabet leads from one to the other and back. */
const lives = segmentsOf(
  [0, 1].map((segment) =>
    Array.from({ length: 6 }, (_, number) =>
      productDocument(`p${segment}${number}`, { title: `t${number * 2 + segment}` }),
    ),
  ),
);

const candidates: fc.Arbitrary<RankedDocument> = fc
  .record({ tiers: fc.nat(2), popularity: fc.constantFrom(0, 0, 1, 2), from: fc.nat(1), document: fc.nat(5) })
  .map(({ from, ...rest }) => ({ ...rest, live: lives[from] ?? assert.fail(), group: 0, boosts: 0 }));

/** The best ones by sorting all; of a document that is offered twice with different tiers the first offer counts. */
const distinct = fc.uniqueArray(candidates, {
  selector: ({ live, document }) => `${live.id} ${document}`,
  maxLength: 12,
});

function topOf(limit: number, offers: readonly RankedDocument[]): ProductTop {
  const top = new AnswerTop(limit);
  for (const offer of offers) top.offer(offer);
  return top;
}

test('the best candidates keep rank order, each once', () => {
  fc.assert(
    fc.property(distinct, fc.integer({ min: 1, max: 5 }), (offers, limit) => {
      const top = topOf(limit, [...offers, ...offers]);
      assert.deepEqual(top.items, offers.toSorted(compareRanked).slice(0, limit));
      assert.equal(top.toBeat !== undefined, offers.length >= limit);
    }),
  );
});

test('popularity lifts no product over the last place’s tiers', () => {
  fc.assert(
    fc.property(distinct, fc.integer({ min: 1, max: 4 }), candidates, (offers, limit, one) => {
      const top = topOf(limit, offers);
      const before = [...top.items];
      const isBeyond = top.isBeyond(one.tiers);
      assert.equal(isBeyond, before.length === limit && one.tiers > (before.at(-1)?.tiers ?? 0));
      top.offer({ ...one, popularity: 9 });
      if (isBeyond) assert.deepEqual(top.items, before);
    }),
  );
});
