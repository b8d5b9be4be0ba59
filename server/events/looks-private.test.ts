import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksPrivate } from './looks-private.ts';

const privateTexts = [
  'jane.doe@example.com',
  'send to jane@shop',
  'jane (at) example.com',
  '+49 170 1234567',
  '(555) 123-4567',
  '0170/1234567',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  '４１１１１１１１１１１１１１１１',
  'DE89 3704 0044 0532 0130 00',
  'https://example.com/reset',
  'www.example.com',
  'ft_sk_0123456789abcdefABCDEF0123456789ab',
  'Fucking lamp',
];

const shownTexts = [
  'red shoes',
  'galaxy s5',
  'iphone 15 pro max 256gb',
  'lampe 15,6 zoll',
  'hdmi 2.1 cable 3m',
  'müsli',
  'ddr4-3200 16 gb',
  'windows 10',
  '1/2 inch bolt',
  'scunthorpe united shirt',
  'grape juice',
  '赤い靴',
];

test('Contract §7 privacy: addresses, numbers of phones and cards, tokens and blocked words look private', () => {
  for (const text of privateTexts) assert.ok(looksPrivate(text), text);
});

test('Contract §7 privacy: what shoppers look for does not look private', () => {
  for (const text of shownTexts) assert.ok(!looksPrivate(text), text);
});
