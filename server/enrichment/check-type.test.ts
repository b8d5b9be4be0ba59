/** What becomes of a type by the rules that its phrases pass. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { mouse, unknownStore } from '../../test/support/checked-phrases.ts';
import type { ProductType } from '../catalog/product-type.ts';
import { checkPhrases } from './check-phrases.ts';

const context = { ...unknownStore, locale: 'en', blocklist: ['gadget'], otherBrands: new Set<string>() };

function check(type: Partial<ProductType>, source: ProductType['evidence'][number]['source'] = 'provider') {
  const whole: ProductType = {
    ...{ name: 'mouse', otherNames: [], confidence: 0.8 },
    evidence: [{ source, text: type.name ?? 'mouse' }],
    ...type,
  };
  return checkPhrases(mouse, { suggestionPhrases: ['mouse'], searchPhrases: [], type: whole }, context);
}

test('a type keeps the rules that phrases keep', () => {
  assert.equal(check({ name: 'Wireless Mouse' }).type?.name, 'wireless mouse');
  for (const [name, rule] of [
    ['<b>mouse</b>', 'markup'],
    ['buy mouse now', 'promotion'],
    ['sofa', 'unrelated'],
    ['mouse '.repeat(20), 'too_long'],
    ['мышь', 'wrong_script'],
    ['mouse gadget', 'blocked'],
    ['one two three four five six mouse', 'too_long'],
  ] as const) {
    const { type, suggestionPhrases, dropped } = check({ name });
    assert.deepEqual([type, suggestionPhrases], [null, ['mouse']], name);
    assert.deepEqual(
      dropped.map((one) => one.rule),
      [rule],
      name,
    );
  }
});

test('a type from the catalog needs no word of the product', () => {
  assert.equal(check({ name: 'trackball' }).type, null);
  for (const source of ['title', 'category', 'attribute', 'catalog'] as const)
    assert.equal(check({ name: 'trackball' }, source).type?.name, 'trackball');
});

test('other names are held against the rules one by one', () => {
  const { type, dropped } = check({ otherNames: ['mice', 'Mouse', 'buy mouse now', 'wireless mouse'] });
  assert.deepEqual(type?.otherNames, ['mice', 'wireless mouse']);
  assert.deepEqual(
    dropped.map(({ rule }) => rule),
    ['duplicate', 'promotion'],
  );
});

test('a type stays within its bounds', () => {
  const many = Array.from({ length: 20 }, (_, index) => `mouse ${String.fromCharCode(97 + index)}x`);
  const evidence = Array.from({ length: 9 }, () => ({ source: 'title', text: 'mouse '.repeat(99) }) as const);
  const { type } = check({ otherNames: many, confidence: 7, evidence });
  assert.ok(type !== null);
  assert.deepEqual([type.otherNames.length, type.confidence], [limits.typeOtherNames, 1]);
  assert.equal(type.evidence.length, limits.typeEvidence);
  assert.ok(type.evidence.every(({ text }) => text.length <= limits.typeEvidenceMaxLength));
  assert.equal(check({ confidence: 0.876 }).type?.confidence, 0.88);
});
