import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { typeEvidenceSources } from '../../../contract/words/enrichment.ts';
import type { ProductType } from '../../catalog/product-type.ts';
import {
  isTypeDetails,
  isWholeType,
  packTypeDetails,
  packWholeType,
  unpackType,
  unpackWholeType,
} from './packed-type.ts';

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !/[\n]/.test(text));
const types: fc.Arbitrary<ProductType> = fc
  .tuple(
    fc.tuple(line, fc.array(line, { maxLength: 8 }), fc.integer({ min: 0, max: 100 })),
    fc.array(fc.tuple(fc.constantFrom(...typeEvidenceSources), line), { maxLength: 4 }),
  )
  .map(([[name, otherNames, percent], evidence]) => ({
    name,
    otherNames,
    confidence: percent / 100,
    evidence: evidence.map(([source, text]) => ({ source, text })),
  }));

test('a packed type comes back as it was', () => {
  fc.assert(
    fc.property(types, (type) => {
      const details = packTypeDetails(type);
      const whole = packWholeType(type);
      assert.ok(isTypeDetails(details) && whole !== null && isWholeType(whole));
      assert.deepEqual(unpackType(type.name, details), type);
      assert.deepEqual(unpackWholeType(whole), type);
    }),
  );
});

test('details of a usual type take few bytes', () => {
  const evidence = [
    { source: 'title', text: 'laptop' },
    { source: 'category', text: 'Laptops' },
  ] as const;
  const type = { name: 'laptop', otherNames: [], confidence: 0.93, evidence };
  assert.equal(packTypeDetails(type), '93\nt\ncLaptops');
});

test('texts of another form are recognized', () => {
  for (const text of ['', '101', '-1', '9.5', '93 ', '93\n', '93\nxlaptop', '{'])
    assert.equal(isTypeDetails(text), false);
  for (const text of ['', 'laptop', '\n93', 'laptop\n', '{']) assert.equal(isWholeType(text), false);
});
