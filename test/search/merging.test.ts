/**
 * Goal: an index answers the same whenever its merges are planned, carried out and adopted, and whatever is written,
 * given up or restarted between. Method: random interleavings, after each of which the index is compared with one
 * that was built from its documents in one go.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { IndexReader, IndexWriter, MergePlan, SearchResult } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { mergeSegments } from '../../server/search/indexing/merge-plan.ts';
import { caseCount } from '../support/case-count.ts';
import { findIds, indexOf, noSignals, productDocument } from './documents.ts';

const words = ['red lamp', 'red chair', 'blue lamp', 'lamp shade'];

/** A product of a number whose title and category follow from its version. */
function versionOf(number: number, version: number): SearchDocument {
  const title = words[version % words.length] ?? '';
  return productDocument(`p${number}`, { title, categoryPath: [title], inStock: version % 3 !== 0 });
}

function answersOf(reader: IndexReader): unknown {
  // Whether lists sufficed depends on how the products lie in segments; what they give does not.
  const present = ({ products, fromGraph: _, ...rest }: SearchResult) => ({
    ...rest,
    products: products.map(({ productId, tiers }) => ({ productId, tiers })),
  });
  return {
    documents: reader.documentCount,
    answers: ['lamp', 'red', 'shade l', 'blue'].map((query) => present(reader.search(query, 20, noSignals))),
    discovered: present(reader.discover(20, noSignals)),
  };
}

/** An index in the course of its life, with its plans and the documents that it holds. */
interface Life {
  writer: IndexWriter;
  readonly plans: MergePlan[];
  readonly documents: Map<string, SearchDocument>;
}

type Step =
  | { readonly kind: 'write'; readonly numbers: readonly number[]; readonly version: number }
  | { readonly kind: 'plan' | 'adopt' | 'abandon' | 'restart' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      numbers: fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 5 }),
      version: fc.nat(11),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'plan' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'adopt' }) },
  fc.constant<Step>({ kind: 'abandon' }),
  fc.constant<Step>({ kind: 'restart' }),
);

/** The oldest plan is adopted first or given up, so that plans overlap. */
function take(life: Life, step: Step): void {
  const { writer, plans, documents } = life;
  if (step.kind === 'write') {
    const written = step.numbers.map((number) => versionOf(number, step.version + number));
    writer.apply(written);
    for (const document of written) documents.set(document.productId, document);
  } else if (step.kind === 'plan') {
    const plan = writer.planMerge();
    if (plan !== null) plans.push(plan);
  } else if (step.kind === 'restart') {
    plans.length = 0;
    life.writer = createIndexWriter({ locale: 'en', segments: writer.snapshot().segments });
  } else {
    const plan = plans.shift();
    if (plan === undefined) return;
    if (step.kind === 'adopt') writer.adopt(plan, mergeSegments(plan));
    else writer.abandon(plan);
  }
}

test('any interleaving of writes, merges and restarts answers alike', () => {
  const property = fc.property(fc.array(steps, { maxLength: 40 }), (life) => {
    const state: Life = { writer: createIndexWriter({ locale: 'en' }), plans: [], documents: new Map() };
    let reader: IndexReader | undefined;
    for (const step of life) {
      take(state, step);
      reader = openIndex(state.writer.snapshot(), reader);
      assert.deepEqual(answersOf(reader), answersOf(indexOf([...state.documents.values()])));
    }
  });
  fc.assert(property, { numRuns: caseCount(150) });
});

/** An index of four segments of one product each. */
function fourSegments(): IndexWriter {
  const writer = createIndexWriter({ locale: 'en' });
  for (const number of [1, 2, 3, 4]) writer.apply([versionOf(number, 1)]);
  return writer;
}

/** The plan that is due; fails where none is. */
function planOf(writer: IndexWriter): MergePlan {
  const plan = writer.planMerge();
  assert.ok(plan !== null, 'a merge is due');
  return plan;
}

test('products written during a merge are dead in its segment', () => {
  const writer = fourSegments();
  const plan = planOf(writer);
  writer.apply([productDocument('p1', { title: 'green sofa' })]);
  writer.adopt(plan, mergeSegments(plan));
  const reader = openIndex(writer.snapshot());
  assert.deepEqual([findIds(reader, 'red'), findIds(reader, 'sofa')], [['p2', 'p3', 'p4'], ['p1']]);
  assert.equal(reader.documentCount, 4);
  assert.equal(writer.snapshot().segments.length, 2);
});

test('a merge of rewritten products leaves no segment', () => {
  const writer = fourSegments();
  const plan = planOf(writer);
  writer.apply([1, 2, 3, 4].map((number) => versionOf(number, 2)));
  writer.adopt(plan, mergeSegments(plan));
  assert.equal(writer.snapshot().segments.length, 1);
  assert.equal(writer.documentCount, 4);
});

test('segments of a running plan are in no other plan', () => {
  const writer = fourSegments();
  const plan = planOf(writer);
  assert.equal(writer.planMerge(), null);
  writer.abandon(plan);
  assert.deepEqual(planOf(writer).segments, plan.segments);
});

test('a plan is taken once', () => {
  const writer = fourSegments();
  const plan = planOf(writer);
  const merged = mergeSegments(plan);
  writer.adopt(plan, merged);
  assert.throws(() => writer.adopt(plan, merged), /not under way/);
  assert.throws(() => writer.abandon(plan), /not under way/);
});

test('a merge keeps its document limit, smallest segments first', () => {
  const writer = fourSegments();
  assert.equal(writer.planMerge({ maxDocuments: 3 }), null);
  writer.apply([versionOf(5, 1), versionOf(6, 1)]);
  writer.apply([versionOf(7, 1)]);
  const plan = writer.planMerge({ maxDocuments: 6 });
  assert.equal(plan?.documentCount, 5);
  assert.deepEqual(
    plan?.segments.map(({ id }) => id),
    [1, 2, 3, 4, 6],
  );
});

test('a writer that resumes from segments gives fresh ids', () => {
  const before = fourSegments();
  const writer = createIndexWriter({ locale: 'en', segments: before.snapshot().segments });
  writer.apply([versionOf(5, 1)]);
  const ids = writer.snapshot().segments.map(({ id }) => id);
  assert.equal(new Set(ids).size, 5);
  assert.equal(openIndex(writer.snapshot()).documentCount, 5);
});

test('wrong tombstones and foreign bytes are refused at restart', () => {
  const [segment] = fourSegments().snapshot().segments;
  assert.ok(segment !== undefined);
  const restart = (change: Partial<typeof segment>) => () =>
    createIndexWriter({ locale: 'en', segments: [{ ...segment, ...change }] });
  assert.throws(restart({ tombstones: new SharedArrayBuffer(8) }), /tombstones/);
  assert.throws(restart({ data: new SharedArrayBuffer(4_096) }), /not an index segment/);
});
