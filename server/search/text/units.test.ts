import assert from 'node:assert/strict';
import { test } from 'node:test';
import namesByUnit from '../../language/units.json' with { type: 'json' };
import { wordsOfLines } from '../../language/words.ts';
import { fold } from './fold.ts';
import { unitOf } from './units.ts';

test('a unit is known by its names in every language', () => {
  const cases: readonly (readonly [unit: string, names: string])[] = [
    ['in', 'inch INCHES Zoll pouces pulgadas pollici polegadas дюймов inç بوصة אינץ 인치 インチ 英寸 นิ้ว'],
    ['cm', 'cm Zentimeter centimètres centímetros см سم 厘米 センチ ซม'],
    ['kg', 'kg Kilogramm kilos кг 公斤 กก'],
    ['g', 'g gr Gramm grammes gramos грамм 克 グラム กรัม'],
    ['l', 'l Liter litres litros литра لتر ลิตร 升'],
    ['tb', 'TB Terabyte тб'],
    ['m2', 'm² qm м²'],
    ['c', '℃ °C ºC'],
  ];
  for (const [unit, names] of cases) {
    for (const name of names.split(' ')) {
      assert.equal(unitOf(fold(name).replace(/^°/, '')), unit, name);
      assert.equal(unitOf(`15${fold(name).replace(/^°/, '')}`, 2), unit, name);
    }
  }
});

test('no name belongs to two units, and each unit names itself', () => {
  const seen = new Set<string>();
  for (const [unit, names] of Object.entries(namesByUnit)) {
    assert.equal(unitOf(unit), unit);
    for (const name of wordsOfLines(names).map(fold)) {
      assert.equal(unitOf(name), unit, name);
      assert.ok(!seen.has(name), `${name} is named twice`);
      seen.add(name);
    }
  }
});

test('other words are no units', () => {
  for (const word of ['', 'x', 'of', 'once', 'size', 'incher', 'mmm', '2', '__proto__', 'a'.repeat(50)]) {
    assert.equal(unitOf(word), null, word);
  }
  assert.equal(unitOf('15in', 4), null);
});
