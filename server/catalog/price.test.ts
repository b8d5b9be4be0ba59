import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatPrice, parsePrice } from './price.ts';

/** `12.90`, `12.90 EUR` or the problem's code. */
function read(value: unknown, currency = 'EUR'): string {
  const parsed = parsePrice(value, currency);
  if (!parsed.ok) return parsed.problem.code;
  return parsed.currency === null ? parsed.price : `${parsed.price} ${parsed.currency}`;
}

function assertReads(cases: readonly (readonly [unknown, string])[], currency?: string): void {
  for (const [value, expected] of cases) assert.equal(read(value, currency), expected, JSON.stringify(value));
}

test('Contract §4 the examples of the price rule are read as written', () => {
  assertReads([
    ['12.90', '12.90'],
    ['12,90', '12.90'],
    ['1.299,00 EUR', '1299.00 EUR'],
    ['USD 12.90', '12.90 USD'],
    ['15,990', '15990'],
    ['6.195 NOK', '6195 NOK'],
  ]);
});

test('Contract §4 a JSON number keeps its shortest decimal text', () => {
  assertReads([
    [12.9, '12.9'],
    [0, '0'],
    [-0, '0'],
    [12.345, '12.345'],
    [1e-7, '0.0000001'],
    [999_999_999_999.5, '999999999999.5'],
  ]);
});

test('Contract §4 a plain number with one point is a JSON number', () => {
  assertReads([
    ['12.345', '12.345'],
    ['1299', '1299'],
    ['0.5', '0.5'],
    ['0012.50', '12.50'],
    ['12.345678', '12.345678'],
    ['0', '0'],
    ['-0.00', '0.00'],
  ]);
});

test('Contract §4 with both separators the last one is the decimal sign', () => {
  assertReads([
    ['1,299.00', '1299.00'],
    ['1.299,5', '1299.5'],
    ['1,299,000.50', '1299000.50'],
    ['1.299,000', '1299.000'],
    ['1,29,900.00', '129900.00'],
  ]);
});

test('Contract §4 a single separator before three digits groups thousands', () => {
  assertReads([
    ['1,299', '1299'],
    ['12.345 EUR', '12345 EUR'],
    ['1,299,000', '1299000'],
    ['1.299.000', '1299000'],
  ]);
  assertReads([['$12.345', '12345']], 'USD');
});

test('Contract §4 a single separator before one or two digits is decimal', () => {
  assertReads([
    ['12,9', '12.9'],
    ['12.9 EUR', '12.9 EUR'],
    ['1299,00 EUR', '1299.00 EUR'],
    ['.5', '0.5'],
    [',50 EUR', '0.50 EUR'],
  ]);
});

test('Contract §4 three digits are decimals where the currency has three', () => {
  assertReads([
    ['1.234 KWD', '1.234 KWD'],
    ['1,234 KWD', '1.234 KWD'],
    ['1,234,567 KWD', '1234567 KWD'],
  ]);
  assertReads([['1,234', '1.234']], 'KWD');
  assertReads([['1,234 EUR', '1234 EUR']], 'KWD');
});

test('Contract §4 spaces and apostrophes may group thousands', () => {
  assertReads([
    ['1 299,00', '1299.00'],
    ["1'299.00", '1299.00'],
    ['1’299’000', '1299000'],
    ['1\u00a0299,00 €', '1299.00 EUR'],
    ['1\u202f299', '1299'],
    ['1 299.000 KWD', '1299.000 KWD'],
  ]);
});

test('Contract §4 a currency may stand before or after the amount', () => {
  assertReads([
    ['€ 12', '12 EUR'],
    ['12 €', '12 EUR'],
    ['€12.90', '12.90 EUR'],
    ['12.90USD', '12.90 USD'],
    ['usd12', '12 USD'],
    ['£9', '9 GBP'],
    ['49 zł', '49 PLN'],
    ['R$ 49,90', '49.90 BRL'],
    ['US$12 USD', '12 USD'],
    ['$12.90 USD', '12.90 USD'],
  ]);
});

test('a mark shared by several currencies names none', () => {
  assertReads([['$12.90', '12.90']], 'CAD');
  assertReads([['¥1,200', '1200']], 'CNY');
  assertReads([['12,90 kr.', '12.90']], 'SEK');
  assertReads([['Rs.500', '500']], 'INR');
  assertReads([['Rs 500', '500']], 'PKR');
});

test('Contract §4 a shared mark of another currency fails', () => {
  const foreign = ['$12.90', '¥1,200', '￥5', '5 kr', 'Rs.500', '$12.90 EUR', '5 kr EUR'];
  assertReads(foreign.map((text) => [text, 'currency_invalid'] as const));
  assertReads([['$12.90', 'currency_invalid']], 'SEK');
  assertReads([['5 kr', 'currency_invalid']], 'USD');
});

test('Contract §4 a price that the rule does not cover fails', () => {
  const texts = [
    'abc',
    '',
    ' ',
    '1e3',
    '12.',
    '12,',
    '1,2,3',
    '1.29.00',
    '1,29.00',
    '12,3456',
    '12.3456 EUR',
  ];
  const more = [
    '1 29',
    '1 299.000',
    '1,299.000.50',
    '.500',
    '12.90 /kg',
    '5-',
    '+5',
    '0x10',
    '12-15',
    '12.90 EURO',
  ];
  for (const text of [...texts, ...more, '١٢', '１２', '(5)', '--5', 'NaN', 'Infinity', "1'2.50"]) {
    assert.equal(read(text), 'price_invalid', JSON.stringify(text));
  }
});

test('a group with leading zero or excess digits is not guessed', () => {
  for (const text of ['0,990', '0.999 EUR', '1234,567', '01,299.00'])
    assert.equal(read(text), 'price_invalid', text);
});

test('values other than finite numbers and texts are no price', () => {
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    JSON.parse('1e400'),
    true,
    null,
    undefined,
    {},
    [12],
  ]) {
    assert.equal(read(value), 'price_invalid');
  }
});

test('§2.1 price: one below zero fails its row as negative', () => {
  const values = [-5, -1e-7, '-5', '−5', '-12,90 €', 'EUR -5', '-€5', '€ -5'];
  for (const value of values) assert.equal(read(value), 'price_negative', String(value));
});

test('Contract §4 at most twelve digits stand before the point', () => {
  assertReads([
    ['999999999999.99', '999999999999.99'],
    ['000999999999999', '999999999999'],
    ['1000000000000', 'price_invalid'],
    ['1,000,000,000,000', 'price_invalid'],
    [1e12, 'price_invalid'],
    [1e21, 'price_invalid'],
  ]);
});

test('a fraction or an absurdly long text is no price', () => {
  assertReads([
    [5e-324, 'price_invalid'],
    [`0.${'1'.repeat(33)}`, 'price_invalid'],
    [`${' '.repeat(80)}12.90`, '12.90'],
    [`${'EUR '.repeat(20)}12`, 'price_invalid'],
  ]);
});

test('Contract §4 a currency that is unknown or doubtful is invalid', () => {
  for (const text of ['12.90 XYZ', 'ABC 12', '€ 12 USD', 'EUR 12 USD']) {
    assert.equal(read(text), 'currency_invalid', text);
  }
});

test('a price problem names the fault and the remedy', () => {
  const parsed = parsePrice('abc', 'EUR', '/compare_at_price');
  assert.ok(!parsed.ok);
  assert.deepEqual(parsed.problem, {
    path: '/compare_at_price',
    code: 'price_invalid',
    message: 'The compare_at_price "abc" is not a number; give it like 12.90 or "12,90 EUR".',
    value: 'abc',
  });
});

test('Contract §4 prices are shown with the usual decimals of their currency', () => {
  const cases: [string, string, string][] = [
    ['19.9', 'EUR', '19.90'],
    ['1200', 'JPY', '1200'],
    ['1200.00', 'JPY', '1200'],
    ['1200.5', 'JPY', '1201'],
    ['1.5', 'KWD', '1.500'],
    ['12.345', 'USD', '12.35'],
    ['0.005', 'EUR', '0.01'],
  ];
  for (const [price, currency, shown] of cases) assert.equal(formatPrice(price, currency), shown);
});

test('a price shown is read back as the same amount', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999_999_999 });
  fc.assert(
    fc.property(cents, fc.constantFrom('EUR', 'USD', 'KWD'), (value, currency) => {
      const parsed = parsePrice(value / 100, currency);
      assert.ok(parsed.ok);
      const shown = formatPrice(parsed.price, currency);
      assert.equal(Number(shown), value / 100);
      assert.equal(formatPrice(read(shown, currency), currency), shown);
    }),
  );
});

test('a price in German or American writing is read exactly', () => {
  const formats = (['de-DE', 'en-US', 'de-CH', 'en-IN', 'fr-FR'] as const).map(
    (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.constantFrom(...formats), (cents, format) => {
      const text = format.format(cents / 100);
      assert.equal(read(`${text} EUR`), `${(cents / 100).toFixed(2)} EUR`, text);
    }),
  );
});

test('any text leads to a decimal or a problem, never an error', () => {
  const characters = fc.constantFrom(..."0123456789.,' -€$EUR");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(characters).map((parts) => parts.join('')),
      ),
      (text) => {
        const parsed = parsePrice(text, 'EUR');
        if (parsed.ok) assert.match(parsed.price, /^(0|[1-9]\d{0,11})(\.\d+)?$/);
      },
    ),
  );
});
