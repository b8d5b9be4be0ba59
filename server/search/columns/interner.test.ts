import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Interner } from './interner.ts';

test('an interner numbers strings by first appearance', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3 }), { maxLength: 600 }), (texts) => {
      const interner = new Interner();
      const distinct = [...new Set(texts)];
      const ids = texts.map((text) => interner.id(text));
      assert.deepEqual(
        ids,
        texts.map((text) => distinct.indexOf(text)),
      );
      assert.deepEqual(interner.texts, distinct);
    }),
  );
});

test('a part of a string has the equal string’s number', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), fc.boolean(), (texts, isCrowded) => {
      const interner = isCrowded ? new Interner(() => 7) : new Interner();
      for (const [from, one] of texts.entries()) {
        const start = Math.min(from % 3, one.length);
        const id = interner.idOfPart(one, start, one.length);
        assert.equal(interner.texts[id], one.slice(start));
        assert.equal(interner.id(one.slice(start)), id);
      }
      assert.equal(new Set(interner.texts).size, interner.texts.length);
    }),
  );
});

test('strings of one hash are numbered as quickly as others', { timeout: 5_000 }, () => {
  const interner = new Interner(() => 7);
  const texts = Array.from({ length: 100_000 }, (_, number) => `word${number}`);
  for (const round of [1, 2]) {
    texts.forEach((text, number) => {
      assert.equal(interner.id(text), number, `round ${round}`);
    });
  }
});
