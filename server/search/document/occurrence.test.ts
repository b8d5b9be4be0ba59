import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, titleFields } from './fields.ts';
import { mainBit, occurrenceMax, occurrenceOf, pointBits, shortTitleBit } from './occurrence.ts';

const { titleNoun, titleName, titleUse, titleEarly, titleRepeated, titleShort, topicForm } = field;
const { category, brand, phrase, value, label } = field;

function read(fields: number) {
  const occurrence = occurrenceOf(fields);
  return {
    points: occurrence & pointBits,
    main: (occurrence & mainBit) !== 0,
    short: (occurrence & shortTitleBit) !== 0,
  };
}

test('Contract §7 the noun of a title counts before its name, and that before what the thing goes with', () => {
  const cases: readonly (readonly [fields: number, points: number, main: boolean])[] = [
    [titleNoun, 10, true],
    [titleName, 8, true],
    [titleUse, 5, false],
    [titleNoun | titleName | titleUse, 10, true],
    [titleName | titleUse, 8, true],
    [titleName | titleEarly, 9, true],
    [titleName | titleRepeated, 9, true],
    [titleUse | titleEarly | titleRepeated, 7, false],
    [titleName | value | label, 8, true],
  ];
  for (const [fields, points, main] of cases) {
    assert.deepEqual(read(fields), { points, main, short: false }, fields.toString(2));
  }
});

test('Contract §7 category and brand bear a title out once', () => {
  for (const topic of [category, brand, topicForm]) {
    assert.equal(read(titleNoun | topic).points, 12);
    assert.equal(read(titleName | topic).points, 10);
    assert.equal(read(titleUse | topic).points, 7);
  }
  assert.equal(read(titleNoun | topicForm | category | brand | phrase).points, 12);
  assert.equal(read(titleNoun | topicForm | titleEarly | titleRepeated).points, 14);
});

test('a phrase that repeats the words of a title says nothing about them', () => {
  assert.equal(read(titleNoun | phrase).points, 10);
  assert.equal(read(titleUse | phrase).points, 5);
});

test('Contract §7 outside of the title category and brand count before values, and these before labels', () => {
  const cases: readonly (readonly [fields: number, points: number])[] = [
    [category, 5],
    [brand, 5],
    [phrase, 5],
    [category | brand | phrase | value | label, 5],
    [value, 2],
    [value | label, 2],
    [label, 0],
  ];
  for (const [fields, points] of cases) {
    assert.deepEqual(read(fields), { points, main: true, short: false }, fields.toString(2));
  }
});

test('a title of few words marks the words that it holds only', () => {
  assert.deepEqual(read(titleUse | titleShort), { points: 5, main: false, short: true });
  assert.deepEqual(read(titleNoun | titleShort), { points: 10, main: true, short: true });
  assert.equal(read(category | value).short, false);
});

test('any fields fit into an occurrence, and a word of the title has more points than any other', () => {
  const all = Object.values(field).reduce((bits, bit) => bits | bit, 0);
  for (let fields = 0; fields <= all; fields += 1) {
    assert.ok(occurrenceOf(fields) <= occurrenceMax);
    const { points } = read(fields);
    assert.ok((fields & titleFields) === 0 ? points <= 5 : points >= 5 && points <= 14, fields.toString(2));
  }
});
