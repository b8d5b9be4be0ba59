import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  field,
  mainBit,
  occurrenceMax,
  occurrenceOf,
  pointBits,
  shortTitleBit,
  titleFields,
  typeBit,
} from './occurrence.ts';

const { titleNoun, titleName, titleUse, titleEarly, titleShort, topicForm } = field;
const { category, brand, phrase, value, label } = field;

function read(fields: number) {
  const occurrence = occurrenceOf(fields);
  return {
    points: occurrence & pointBits,
    main: (occurrence & mainBit) !== 0,
    short: (occurrence & shortTitleBit) !== 0,
  };
}

test('Contract §7 a title’s noun counts before its name, then its companion', () => {
  const cases: readonly (readonly [fields: number, points: number, main: boolean])[] = [
    [titleNoun, 5, true],
    [titleName, 4, true],
    [titleUse, 3, false],
    [titleNoun | titleName | titleUse, 5, true],
    [titleName | titleUse, 4, true],
    [titleName | titleEarly, 5, true],
    [titleUse | titleEarly, 3, false],
    [titleName | value | label, 4, true],
  ];
  for (const [fields, points, main] of cases) {
    assert.deepEqual(read(fields), { points, main, short: false }, fields.toString(2));
  }
});

test('Contract §7 category and brand bear a title out once', () => {
  for (const topic of [category, brand, topicForm]) {
    assert.equal(read(titleNoun | topic).points, 6);
    assert.equal(read(titleName | topic).points, 5);
    assert.equal(read(titleUse | topic).points, 4);
  }
  assert.equal(read(titleNoun | topicForm | category | brand | phrase).points, 6);
  assert.equal(read(titleNoun | topicForm | titleEarly).points, 7);
});

test('a phrase that repeats the title adds nothing', () => {
  assert.equal(read(titleNoun | phrase).points, 5);
  assert.equal(read(titleUse | phrase).points, 3);
});

test('Contract §7 category and brand count before values, then labels', () => {
  const cases: readonly (readonly [fields: number, points: number])[] = [
    [category, 3],
    [brand, 3],
    [phrase, 3],
    [category | brand | phrase | value | label, 3],
    [value, 1],
    [value | label, 1],
    [label, 0],
  ];
  for (const [fields, points] of cases) {
    assert.deepEqual(read(fields), { points, main: true, short: false }, fields.toString(2));
  }
});

test('a short title marks only the words it holds', () => {
  assert.deepEqual(read(titleUse | titleShort), { points: 3, main: false, short: true });
  assert.deepEqual(read(titleNoun | titleShort), { points: 5, main: true, short: true });
  assert.equal(read(category | value).short, false);
});

test('any fields fit, and title words have the most points', () => {
  const all = Object.values(field).reduce((bits, bit) => bits | bit, 0);
  for (let fields = 0; fields <= all; fields += 1) {
    assert.ok(occurrenceOf(fields) <= occurrenceMax);
    const { points } = read(fields);
    assert.ok((fields & titleFields) === 0 ? points <= 3 : points >= 3, fields.toString(2));
  }
});

test('Contract §7 a type counts wherever the product names it', () => {
  assert.equal(occurrenceOf(field.type) & typeBit, typeBit);
  assert.equal(occurrenceOf(field.type | titleUse) & typeBit, typeBit);
  assert.deepEqual(read(field.type | titleUse), { points: 5, main: true, short: false });
  assert.equal(occurrenceOf(titleNoun | category) & typeBit, 0);
});
