import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productDocument } from '../../test/search/documents.ts';
import { segmentsOf } from '../../test/search/segments.ts';
import { type Candidate, compareCandidates } from './product-rank.ts';
import { ProductTop } from './product-top.ts';

/** Two segments of six products; titles alternate, so that the alphabet leads from one to the other and back. */
const lives = segmentsOf(
  [0, 1].map((segment) =>
    Array.from({ length: 6 }, (_, number) =>
      productDocument(`p${segment}${number}`, { title: `t${number * 2 + segment}` }),
    ),
  ),
);

const candidates: fc.Arbitrary<Candidate> = fc
  .record({ tiers: fc.nat(2), popularity: fc.constantFrom(0, 0, 1, 2), from: fc.nat(1), document: fc.nat(5) })
  .map(({ from, ...rest }) => ({ ...rest, live: lives[from] ?? assert.fail() }));

/** The best ones by sorting all; of a document that is offered twice with different tiers the first offer counts. */
const distinct = fc.uniqueArray(candidates, {
  selector: ({ live, document }) => `${live.id} ${document}`,
  maxLength: 12,
});

function topOf(limit: number, offers: readonly Candidate[]): ProductTop {
  const top = new ProductTop(limit);
  for (const offer of offers) top.offer(offer);
  return top;
}

test('the best candidates stay in the order of their rank, each once', () => {
  fc.assert(
    fc.property(distinct, fc.integer({ min: 1, max: 5 }), (offers, limit) => {
      const top = topOf(limit, [...offers, ...offers]);
      assert.deepEqual(top.items, offers.toSorted(compareCandidates).slice(0, limit));
      assert.equal(top.isFull, offers.length >= limit);
    }),
  );
});

test('what is closed or beyond cannot enter, nor can any later document of its segment', () => {
  fc.assert(
    fc.property(
      distinct,
      fc.integer({ min: 1, max: 4 }),
      candidates,
      fc.nat(2),
      fc.nat(5),
      (offers, limit, one, more, later) => {
        const top = topOf(limit, offers);
        const before = [...top.items];
        const isClosed = top.isClosed(one.tiers, one.live, one.document);
        if (isClosed) {
          top.offer({
            ...one,
            tiers: one.tiers + more,
            popularity: 0,
            document: Math.min(one.document + later, 5),
          });
        } else if (top.isBeyond(one.tiers)) {
          top.offer(one);
        }
        assert.deepEqual(top.items, before);
      },
    ),
  );
});

test('a stream is closed as soon as its next document comes too late, and not before', () => {
  const [left, right] = lives;
  assert.ok(left !== undefined && right !== undefined);
  const worst = { tiers: 1, popularity: 0, live: left, document: 3 };
  const top = topOf(1, [worst]);
  const cases: readonly (readonly [tiers: number, live: typeof left, document: number, isClosed: boolean])[] =
    [
      [0, left, 5, false],
      [2, left, 0, true],
      [1, left, 2, false],
      [1, left, 3, true],
      [1, left, 4, true],
      [1, right, 2, false],
      [1, right, 3, true],
    ];
  for (const [tiers, live, document, isClosed] of cases) {
    assert.equal(top.isClosed(tiers, live, document), isClosed, `${tiers} ${document}`);
  }
  const popular = topOf(1, [{ ...worst, popularity: 1 }]);
  assert.equal(popular.isClosed(1, left, 0), true);
  assert.equal(popular.isBeyond(1), false);
  assert.equal(topOf(2, [worst]).isClosed(9, left, 5), false);
});
