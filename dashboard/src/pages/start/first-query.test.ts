import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstQueryOf } from './first-query.ts';

const titles = ['قهوة عربية', 'Shea Butter', 'Hand Cream, Almond', 'The Year of Bees', 'Day Cream 50 ml'];

test('a word that several titles share is begun', () => {
  assert.equal(firstQueryOf(titles, 'en'), 'cre');
  assert.equal(firstQueryOf(['Stehlampe Föhr', 'Hocker Sylt'], 'de-DE'), 'ste');
});

test('titles in the script of the language come first', () => {
  assert.equal(firstQueryOf(titles, 'ar'), 'قهو');
  assert.equal(firstQueryOf(['お茶', 'Tea'], 'ja'), 'お茶');
  assert.equal(firstQueryOf(['Кофе'], 'en'), 'Коф');
  assert.equal(firstQueryOf([], 'not a locale'), '');
});
