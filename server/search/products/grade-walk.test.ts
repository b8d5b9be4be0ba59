import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productDocument } from '../../../test/search/documents.ts';
import { segmentsOf } from '../../../test/search/segments.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { EntryGate } from './entry-gate.ts';
import { walkByGrade } from './grade-walk.ts';
import { compareRanked, packTiers, type RankedDocument } from './product-rank.ts';
import { ProductTop } from './product-top.ts';

const documentCount = 8;
/** Two segments; titles alternate, so that the alphabet leads from one to the other and back. */
const lives = segmentsOf(
  [0, 1].map((segment) =>
    Array.from({ length: documentCount }, (_, number) =>
      productDocument(`p${segment}${number}`, { title: `t${number * 2 + segment}`, inStock: number < 5 }),
    ),
  ),
);

const tiersOf = (grade: number, inStock: boolean) => packTiers(0, inStock, false, false, grade);

/** For each segment streams of (document, grade). */
const streams = fc.array(fc.array(fc.tuple(fc.nat(documentCount - 1), fc.nat(5)), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 3,
});

function repeated<Item>(items: readonly Item[]): Item[] {
  return items.length === 0 ? [] : Array.from({ length: Math.ceil(600 / items.length) }, () => items).flat();
}

/** A walk whose values are grades, lowered to the best of the title where that is known. */
function walk(
  live: LiveSegment,
  given: readonly (readonly [number, number])[][],
  top: ProductTop,
  bests: Uint8Array | null,
) {
  const visited: number[] = [];
  const { inStockCount } = live.segment;
  walkByGrade(
    given.map((pairs) => ({
      documents: Uint32Array.from(pairs, ([document]) => document),
      bytes: Uint8Array.from(pairs, ([, grade]) => grade),
      start: 0,
      end: pairs.length,
      meaning: Uint8Array.of(0, 1, 2, 3, 4, 5),
    })),
    {
      gate: new EntryGate(live, top, { scores: new Float64Array(0), byScore: new Uint32Array(0) }),
      inStockCount,
      budget: unlimitedBudget(),
      titlePoints: bests,
      gradeMaxOf: (value, best) => (bests === null ? value : Math.min(value, best)),
      tiersOf,
      visit: (document, value) => {
        const grade = Math.min(value, bests?.[document] ?? value);
        visited.push(grade);
        top.offer({ tiers: tiersOf(grade, document < inStockCount), popularity: 0, live, document });
      },
    },
  );
  return visited;
}

test('a walk finds what sorting all finds, and goes from the highest grade down', () => {
  fc.assert(
    fc.property(
      fc.tuple(streams, streams),
      fc.integer({ min: 1, max: 5 }),
      fc.option(fc.uint8Array({ minLength: documentCount, maxLength: documentCount, max: 5 })),
      fc.boolean(),
      (given, limit, bests, isLong) => {
        // Long streams look at titles before they visit.
        const bySegment = isLong ? given.map((all) => all.map(repeated)) : given;
        const top = new ProductTop(limit);
        const known = new Map<string, RankedDocument>();
        lives.forEach((live, index) => {
          const all = bySegment[index] ?? [];
          const visited = walk(live, all, top, bests);
          if (isLong || bests === null)
            assert.deepEqual(
              visited,
              visited.toSorted((left, right) => right - left),
            );
          for (const [document, value] of all.flat()) {
            const grade = Math.min(value, bests?.[document] ?? value);
            const tiers = tiersOf(grade, document < live.segment.inStockCount);
            if ((known.get(`${index} ${document}`)?.tiers ?? Number.POSITIVE_INFINITY) <= tiers) continue;
            known.set(`${index} ${document}`, { tiers, popularity: 0, live, document });
          }
        });
        assert.deepEqual(top.items, Array.from(known.values()).sort(compareRanked).slice(0, limit));
      },
    ),
  );
});

test('a gate admits exactly what an answer takes', () => {
  const candidates = fc
    .record({
      tiers: fc.nat(2),
      popularity: fc.constantFrom(0, 0, 1),
      from: fc.nat(1),
      document: fc.nat(documentCount - 1),
    })
    .map(({ from, ...rest }) => ({ ...rest, live: lives[from] ?? assert.fail() }))
    // Documents of the same tiers are all in stock or all not.
    .map((one) => ({ ...one, tiers: tiersOf(one.tiers, one.document < one.live.segment.inStockCount) }));
  fc.assert(
    fc.property(
      fc.array(candidates, { maxLength: 10 }),
      candidates,
      fc.integer({ min: 1, max: 4 }),
      (offers, one, limit) => {
        const top = new ProductTop(limit);
        const gate = new EntryGate(one.live, top, {
          scores: new Float64Array(0),
          byScore: new Uint32Array(0),
        });
        const plain = { ...one, popularity: 0 };
        for (const offer of offers) {
          // Asked in between, so that it has to follow.
          gate.admits(plain.tiers, plain.document);
          if (offer.live !== one.live || offer.document !== one.document) top.offer(offer);
        }
        const before = [...top.items];
        const isAdmitted = gate.admits(plain.tiers, plain.document);
        top.offer(plain);
        assert.equal(isAdmitted, !before.includes(plain) && top.items.includes(plain));
        assert.equal(gate.isOpen(plain.tiers) || !isAdmitted, true);
      },
    ),
  );
});
