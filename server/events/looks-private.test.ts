import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
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
  'jane_doe at gmail.com',
  'jane.doe at gmail dot com',
  'jane at shop [dot] example',
  'jane_at_gmail',
  'gmail.com jane',
  'jane%40gmail.com',
  'jane%2540gmail.com',
  'jane @ shop.example',
  '٠١٢٣٤٥٦٧٨٩',
  '०१२३४५६७८९',
  '0170_123_4567',
  '0170*123*4567',
  '0170x123x4567',
  '555x123x4567',
  '0170\u200b1234567',
  '+49\u00ad170\u20601234567',
  'eyjhbgcioijiuzi1nij9.e30.abc',
  'akiaiosfodnn7example',
  'jane.doe@',
  'shoes jane@',
  '@janedoe',
  'by @jane_doe',
  'jane-doe.de',
  'lamp JaneDoe.com',
  'jane.doe.co.uk',
  'ft_sk_abc',
  'key FT_PK_1',
  'Max Muster 12.03.1985',
  '1985-03-12 max muster',
  'jane doe 3/12/1985',
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
  'matratze 200x300x400',
  'brett 2000 x 600 mm',
  'look at me t-shirt',
  'one at a time',
  'polka dot dress',
  '100% cotton',
  'donaudampfschifffahrtsgesellschaft'.slice(0, 30),
  'sony wh-1000xm5',
  'kalender 01.01.2027',
  'schraube 10-20-3000',
  'desk lamp 1.5 2.5 10.5 m',
  'kabel 3.5 mm auf usb.c',
  'dr.martens boots',
  'st.no 5',
  'node.js buch',
  'ab 18.00 uhr',
  'led e.g. 10-12-14 cm',
  'c.de',
  'bohrer set 10.12.14 mm',
];

test('Contract §7 privacy: addresses, phone and card numbers, tokens and blocked words look private', () => {
  for (const text of privateTexts) assert.ok(looksPrivate(text), text);
});

test('Contract §7 privacy: ordinary shopper searches do not look private', () => {
  for (const text of shownTexts) assert.ok(!looksPrivate(text), text);
});

test('Contract §7 privacy: nine digits look private in any script with any separators', () => {
  const zeros = ['0', '٠', '۰', '०', '০', '๐', '０', '𝟎'].map((zero) => zero.codePointAt(0) ?? 0);
  const digit = fc
    .tuple(fc.constantFrom(...zeros), fc.nat(9))
    .map(([zero, value]) => String.fromCodePoint(zero + value));
  const gap = fc.constantFrom(
    '',
    ' ',
    '-',
    '_',
    '*',
    'x',
    '.',
    '/',
    ' - ',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '%20',
    '·',
  );
  const digits = fc.array(fc.tuple(digit, gap), { minLength: 10, maxLength: 16 });
  fc.assert(
    fc.property(digits, fc.constantFrom('', 'lamp ', 'tel:'), (pairs, before) =>
      looksPrivate(`${before}${pairs.flat().join('')}`),
    ),
  );
});

test('Contract §7 privacy: an e-mail looks private in any spelling of its signs', () => {
  const name = fc.stringMatching(/^[a-z]{3,8}[._]?[a-z]{2,8}$/);
  const sign = fc.constantFrom(
    '@',
    '%40',
    ' @ ',
    '＠',
    ' at ',
    '(at)',
    ' [at] ',
    '_at_',
    ' <at> ',
    '\u200b@',
  );
  const point = fc.constantFrom('.', ' dot ', '(dot)', ' [dot] ', '%2e', '．', ' . ');
  fc.assert(
    fc.property(name, sign, name, point, (local, between, host, dot) =>
      looksPrivate(`${local}${between}${host.replace(/[._]/u, '')}${dot}com`.toUpperCase()),
    ),
  );
});
