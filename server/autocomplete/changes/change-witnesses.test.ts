import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalProduct, someTime } from '../../../test/support/storage-rows.ts';
import type { ChangeWitness } from '../../index-files/index-manifest.ts';
import type { StoredProduct } from '../../storage/records.ts';
import { addWitnesses } from './change-witnesses.ts';

function productAt(changeNumber: number, externalId: string, updatedAt = changeNumber): StoredProduct {
  return {
    ...canonicalProduct(externalId),
    id: externalId,
    suggestionPhrases: [],
    searchPhrases: [],
    type: null,
    createdAt: someTime,
    updatedAt,
    changeNumber,
  };
}

/** Pages of a history: each change has one product, of a few that change again and again. */
const histories = fc
  .array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 300 })
  .map((numbers) => numbers.map((number, index) => productAt(index + 1, `p${number}`)));

function witnessesOf(history: readonly StoredProduct[], pageLength: number): readonly ChangeWitness[] {
  let witnesses: readonly ChangeWitness[] = [];
  for (let start = 0; start < history.length; start += pageLength) {
    witnesses = addWitnesses(witnesses, history.slice(start, start + pageLength));
  }
  return witnesses;
}

test('witnesses are few, ordered and hold the latest product states', () => {
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 50 }), (history, pageLength) => {
      const latest = new Map(history.map((product) => [product.externalId, product]));
      // A page of an index holds each product once, as the database does.
      const read = history.filter((product) => latest.get(product.externalId) === product);
      const witnesses = witnessesOf(read, pageLength);
      assert.ok(witnesses.length <= 10);
      for (const { externalId, changeNumber, updatedAt } of witnesses) {
        const product = latest.get(externalId);
        assert.deepEqual([product?.changeNumber, product?.updatedAt], [changeNumber, updatedAt]);
      }
      const numbers = witnesses.map(({ changeNumber }) => changeNumber);
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((left, right) => left - right),
      );
      assert.equal(numbers.at(-1), read.at(-1)?.changeNumber);
    }),
  );
});

test('witnesses reach to the first change, fewer with age', () => {
  const history = Array.from({ length: 1_000 }, (_, index) => productAt(index + 1, `p${index}`));
  const ages = witnessesOf(history, 7).map(({ changeNumber }) => 1_000 - changeNumber);
  assert.equal(ages.at(-1), 0);
  for (const [index, age] of ages.slice(0, -1).entries()) assert.ok(age > (ages[index + 1] ?? 0));
  assert.ok((ages[0] ?? 0) >= 511);
});

test('a witness that was read again is replaced', () => {
  const first = addWitnesses([], [productAt(1, 'a'), productAt(2, 'b')]);
  const second = addWitnesses(first, [productAt(3, 'b')]);
  assert.deepEqual(
    second.map(({ externalId, changeNumber }) => [externalId, changeNumber]),
    [
      ['a', 1],
      ['b', 3],
    ],
  );
  assert.equal(addWitnesses(second, []), second);
});
