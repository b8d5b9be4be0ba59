import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WordTable } from './word-table.ts';

test('a word table holds exactly the words of its map', () => {
  const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'ы', '한', '𝔘'), maxLength: 40 });
  fc.assert(
    fc.property(fc.array(anyWord), anyWord, fc.nat(5), (words, other, from) => {
      const known = words.filter((word) => word !== '');
      const values = new Map(known.map((word, place) => [word, place]));
      const table = new WordTable(values);
      for (const word of [...known, other]) {
        assert.equal(table.get(word), values.get(word));
        assert.equal(table.get(word, from), values.get(word.slice(from)));
        assert.equal(table.get(`b${word}`, 1), values.get(word));
      }
    }),
  );
});
