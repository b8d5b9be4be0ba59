import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsWithWord, intentOfClick, textsThatGoOn } from './search-intents.ts';

function ofTitle(typed: string, clickedTitle: string, ...typeNouns: string[]): string | null {
  return intentOfClick({ typed, clickedPhrase: null, clickedTitle, typeNouns });
}

test('a click on a suggestion means that suggestion', () => {
  const click = { typed: 'usb c c', clickedPhrase: 'USB-C cable', clickedTitle: null, typeNouns: [] };
  assert.equal(intentOfClick(click), 'USB-C cable');
});

test('the clicked title completes the last word', () => {
  const cases: readonly (readonly [typed: string, title: string, intent: string | null])[] = [
    ['usb c c', 'Anker USB-C Cable, 2 m', 'usb c Cable'],
    ['usb c', 'Anker USB-C Cable, 2 m', 'usb c'],
    ['lap', 'Lap Desk', 'lap'],
    ['canta', 'Deri Çanta', 'canta'],
    ['kirmizi ca', 'Deri Çanta', 'kirmizi Çanta'],
    ['15.6 lap', 'Acer 15.6" Laptop', '15.6 Laptop'],
    ['usb-c ca', 'USB-C Cable', 'usb-c Cable'],
    ['lamp', 'Desk', null],
    ['!?', 'Desk', null],
    // A word that was typed before stands for one word of the title.
    ['tea te', 'Tea', null],
    ['tea te', 'Tea for Tea Pots', 'tea Tea'],
  ];
  for (const [typed, title, intent] of cases) assert.equal(ofTitle(typed, title), intent, typed);
});

test('a product’s type completes a word before its title', () => {
  const cases: readonly (readonly [typed: string, title: string, type: string, intent: string])[] = [
    ['lap', 'Acer Aspire 5', 'laptop', 'laptop'],
    ['acer lap', 'Acer Lapis Laptop', 'laptop', 'acer laptop'],
    ['power b', 'Anker Power Black Bank', 'bank', 'power bank'],
    ['anker power b', 'Anker 737', 'bank', 'anker power bank'],
    ['power', 'Anker Power Bank', 'bank', 'power'],
  ];
  for (const [typed, title, type, intent] of cases) assert.equal(ofTitle(typed, title, type), intent, typed);
  assert.equal(ofTitle('lap', 'Acer Aspire 5', 'notebook', 'laptop'), 'laptop');
});

test('words of scripts without spaces end where words end', () => {
  assert.equal(ofTitle('กระเป๋า', 'กระเป๋าสะพายหลัง'), 'กระเป๋า');
  assert.equal(ofTitle('กระเ', 'กระเป๋าสะพายหลัง'), 'กระเป๋า');
});

test('a text ends with a word of the dictionary, once', () => {
  const isWord = (word: string) => ['usb', 'c', 'cable'].includes(word);
  assert.equal(endsWithWord('USB-C', isWord), true);
  assert.equal(endsWithWord('usb c c', isWord), false);
  assert.equal(endsWithWord('usb c cab', isWord), false);
  assert.equal(endsWithWord('…', isWord), false);
});

test('longer texts come shortest first', () => {
  const texts = ['usb c charger', 'usb c cable', 'usb c', 'USB C caddy', 'cable'];
  assert.deepEqual(textsThatGoOn('usb c c', texts), ['USB C caddy', 'usb c cable', 'usb c charger']);
  assert.deepEqual(textsThatGoOn('Usb C Ch', texts), ['usb c charger']);
  assert.deepEqual(textsThatGoOn('cable', texts), []);
});
