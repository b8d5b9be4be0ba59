import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOf } from '../../../test/support/checked-phrases.ts';

test('prices, addresses, contacts and offers need the product’s support', () => {
  const lamp = { product: { title: 'Brass desk lamp', brand: null, category: null } };
  const dropped: Readonly<Record<string, readonly string[]>> = {
    price: ['brass lamp 9,99', 'lamp 19.95', 'lamp 20 bucks', 'lamp twenty dollars'],
    personal_data: [
      ...['call 555-0123 lamp', 'lamp john at gmail', 'lamp telegram evil', 'lamp whatsapp us'],
      ...['lamp 12 baker street london', 'lampe hauptstraße 12', 'lamp rue de rivoli 5'],
    ],
    web_address: ['lamp shop.example'],
    profanity: ['f*ck lamp', 'fuuck lamp', 'sh1t lamp', 'nazi lamp', 'fuuuucking lamp'],
    promotion: [
      ...['summer sale lamp', 'lamp clearance', 'lamp deal', 'order your lamp today', 'lamp sale'],
      ...['lamp is a scam', 'lamp today'],
    ],
  };
  for (const [rule, phrases] of Object.entries(dropped)) {
    for (const phrase of phrases) assert.equal(ruleOf(phrase, lamp), rule, phrase);
  }
  const german = { locale: 'de', product: { title: 'Schreibtischlampe', brand: null, category: null } };
  for (const phrase of ['lampe angebot', 'schreibtischlampe gratis', 'schreibtischlampe angebot'])
    assert.equal(ruleOf(phrase, german), 'promotion', phrase);
  const named = [
    ['cable 2.75', 'Cable 2.75'],
    ['baker street 12 mug', 'Mug 12 Baker Street'],
    ['12 baker street mug', 'Mug 12 Baker Street'],
    ['clearance light', 'Truck clearance light'],
    ['telegram paper', 'Telegram paper'],
    ['dollars banknote print', 'Banknote print dollars'],
    ['kitchen scale 5 kg', 'Kitchen scale'],
    ['lamp 2.5 m', 'Lamp'],
    ['bookshelf', 'Shelf'],
    ['5x3 lamp', 'Lamp'],
  ] as const;
  for (const [phrase, title] of named) {
    assert.equal(ruleOf(phrase, { product: { title, brand: null, category: null } }), 'kept', phrase);
  }
  // Salt, in Italian.
  const salt = { locale: 'it', product: { title: 'Lampada himalaya', brand: null, category: null } };
  assert.equal(ruleOf('lampada sale', salt), 'kept');
});
