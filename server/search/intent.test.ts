import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field } from './fields.ts';
import { gradeIntent, wordPoints } from './intent.ts';

test('Contract §7 a word counts by its best field', () => {
  const whole = (mask: number) => wordPoints(mask, mask);
  assert.equal(whole(field.title | field.category), 4);
  assert.equal(whole(field.title | field.attributeValue), 3);
  assert.equal(whole(field.identifier), 3);
  assert.equal(whole(field.phrase), 2);
  assert.equal(whole(field.brand | field.attributeValue), 2);
  assert.equal(whole(field.attributeValue), 1);
  assert.equal(whole(field.attributeLabel), 0);
});

test('Contract §7 a beginning counts less than a whole word', () => {
  assert.equal(wordPoints(0, field.title), 2);
  assert.equal(wordPoints(0, field.attributeValue), 0);
  assert.equal(wordPoints(0, field.identifier), 0);
  assert.equal(wordPoints(field.attributeValue, field.title | field.attributeValue), 2);
  assert.equal(wordPoints(field.category, field.title | field.category), 3);
});

test('the worked example of the definition holds', () => {
  const wireless = wordPoints(field.title, field.title);
  const mou = wordPoints(0, field.title | field.attributeValue);
  assert.equal(gradeIntent(wireless + mou, 2, true), 9);
  const mouse = wordPoints(field.title | field.attributeValue, field.title | field.attributeValue);
  assert.equal(gradeIntent(wireless + mouse, 2, true), 11);
});

test('Contract §7 grades run from 0 to 14 without a phrase', () => {
  assert.equal(gradeIntent(0, 3, false), 0);
  assert.equal(gradeIntent(12, 3, true), 14);
});
