import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ascendingBelow } from '../../../test/search/columns.ts';
import { occurrenceShift } from '../segment/word-entries.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { PostingLookUp, ReadingLookUp } from './word-look-up.ts';

const documentCount = 30;
const termCount = 6;
const meaning = Uint8Array.of(3, 9, 6, 1);

test('postings and document words agree for any order of questions', () => {
  const holders = fc.array(ascendingBelow(documentCount), { minLength: termCount, maxLength: termCount });
  const runs = fc
    .uniqueArray(fc.nat(termCount), { minLength: 2, maxLength: 5 })
    .map((bounds) => bounds.sort((left, right) => left - right))
    .map((bounds) =>
      bounds.slice(1).map((end, place) => ({ start: bounds[place] ?? 0, end, values: meaning })),
    );
  fc.assert(
    fc.property(holders, runs, fc.array(fc.nat(documentCount - 1)), (terms, wanted, questions) => {
      const occurrenceOf = (term: number, document: number) => (term + document) % meaning.length;
      const wantedTerms = wanted.flatMap(({ start, end }) =>
        Array.from({ length: end - start }, (_, place) => start + place),
      );
      const byPostings = new PostingLookUp(
        wantedTerms.map((term) => {
          const documents = Uint32Array.from(terms[term] ?? []);
          const bytes = Uint8Array.from(documents, (document) => occurrenceOf(term, document));
          const end = documents.length;
          return { documents, bytes, start: 0, end, lists: Uint32Array.of(0, end), meaning, isBound: false };
        }),
      );
      const words = Array.from({ length: documentCount }, (_, document) =>
        Array.from(terms.keys()).filter((term) => terms[term]?.includes(document)),
      );
      let end = 0;
      const byReading = new ReadingLookUp(
        {
          offsets: Uint32Array.from([0, ...words.map((held) => (end += held.length))]),
          entries: Uint32Array.from(
            words.flatMap((held, document) =>
              held.map((term) => term | (occurrenceOf(term, document) << occurrenceShift)),
            ),
          ),
        },
        wanted,
        unlimitedBudget(),
      );
      for (const document of questions) {
        const held = (words[document] ?? []).filter((term) => wantedTerms.includes(term));
        const expected = Math.max(0, ...held.map((term) => meaning[occurrenceOf(term, document)] ?? 0));
        assert.equal(byPostings.valueOf(document), expected, 'postings');
        assert.equal(byReading.valueOf(document), expected, 'reading');
      }
    }),
  );
});

test('many words read in a document spend the budget', () => {
  const termCount = 2_000;
  const words = {
    offsets: Uint32Array.of(0, termCount),
    entries: Uint32Array.from({ length: termCount }, (_, term) => term),
  };
  const spentBy = (ascend: boolean, start: number, end: number) => {
    const budget = unlimitedBudget();
    const lookUp = new ReadingLookUp({ ...words, ascend }, [{ start, end, values: meaning }], budget);
    assert.equal(lookUp.valueOf(0), start < termCount ? 3 : 0);
    return budget.spent;
  };
  assert.equal(spentBy(true, 100, 110), 0);
  assert.equal(spentBy(true, termCount, termCount + 10), 0);
  assert.ok(spentBy(true, 0, 1_000) >= 400);
  assert.ok(spentBy(false, 100, 110) >= 900);
});
