/**
 * Goal: what a Google feed says of a product is read, whoever wrote the XML, and nothing else. Method: small feeds
 * written by hand, and generated ones against what they were made of.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDocument } from '../../../test/support/read-document.ts';

const namespace = 'http://base.google.com/ns/1.0';

function feed(items: string, attributes = `xmlns:g="${namespace}"`): string {
  return `<?xml version="1.0"?>\n<rss version="2.0" ${attributes}>\n<channel><title>Shop</title>\n${items}\n</channel>\n</rss>\n`;
}

/** The value of the only product. */
function productOf(item: string, attributes?: string): unknown {
  const { rows, message } = readDocument('google_xml', feed(`<item>${item}</item>`, attributes));
  assert.deepEqual([message, rows.length], [null, 1]);
  return rows[0]?.value;
}

test('Contract §6 elements of a Google feed become fields, others attributes', () => {
  const item = `<g:id> 7 </g:id><g:title>Tea &amp; cake</g:title><g:description><![CDATA[<p>Fine</p>]]> and more</g:description>
    <g:link>https://x/7?a=1&amp;b=2</g:link><g:image_link>https://x/7.jpg</g:image_link>
    <g:additional_image_link>https://x/8.jpg</g:additional_image_link><g:additional_image_link>https://x/9.jpg</g:additional_image_link>
    <g:price>5.00 EUR</g:price><g:availability>in stock</g:availability><g:brand>B</g:brand><g:gtin>123</g:gtin><g:mpn>m</g:mpn>
    <g:google_product_category>A &gt; B</g:google_product_category><g:google_product_category>499</g:google_product_category>
    <g:item_group_id>g7</g:item_group_id><g:color>red</g:color><g:product_highlight>one</g:product_highlight><g:product_highlight>two</g:product_highlight><g:size/>`;
  assert.deepEqual(productOf(item), {
    external_id: '7',
    title: 'Tea & cake',
    description: '<p>Fine</p> and more',
    url: 'https://x/7?a=1&b=2',
    image_url: 'https://x/7.jpg',
    images: ['https://x/8.jpg', 'https://x/9.jpg'],
    availability: 'in stock',
    brand: 'B',
    gtin: '123',
    mpn: 'm',
    price: '5.00 EUR',
    category: 'A > B',
    item_group_id: 'g7',
    attributes: { color: 'red', product_highlight: ['one', 'two'] },
  });
});

test('Contract §6 the children of g:shipping are not the product’s fields', () => {
  const item = `<g:id>1</g:id><g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price><g:id>99</g:id></g:shipping>
    <g:installment>text<g:amount>1 EUR</g:amount></g:installment><g:tax><g:rate>19</g:rate></g:tax><g:price>9 EUR</g:price>`;
  assert.deepEqual(productOf(item), { external_id: '1', price: '9 EUR' });
});

test('markup inside a description is read as its text', () => {
  const value = productOf('<g:id>1</g:id><g:description>Soft <b>and</b> warm<br/>wool</g:description>');
  assert.deepEqual(value, { external_id: '1', description: 'Soft  and  warm  wool' });
});

test('Contract §6 the namespace counts, not its prefix', () => {
  const expected = { external_id: '1', title: 'T', attributes: { color: 'red' } };
  const named = (prefix: string) =>
    `<${prefix}id>1</${prefix}id><${prefix}title>T</${prefix}title><${prefix}color>red</${prefix}color>`;
  assert.deepEqual(productOf(named('g:')), expected);
  assert.deepEqual(productOf(named('goo:'), `xmlns:goo="${namespace}"`), expected);
  assert.deepEqual(productOf(named(''), `xmlns="${namespace}"`), expected);
  assert.deepEqual(productOf(named('g:'), ''), expected);
  const redeclared = `<g:id>1</g:id><x:title xmlns:x="${namespace}">T</x:title><g:color>red</g:color>`;
  assert.deepEqual(productOf(redeclared), expected);
  const foreign = `<g:id xmlns:g="urn:other">2</g:id><o:price xmlns:o="urn:o">3</o:price>${named('g:')}<price>4</price>`;
  assert.deepEqual(productOf(foreign), expected);
});

test('RSS and Atom fields stand in for Google’s absent ones', () => {
  const plain = '<title>P</title><link>https://x/p</link><description>D</description><guid>9</guid>';
  assert.deepEqual(productOf(`${plain}<g:id>1</g:id>`), {
    external_id: '1',
    title: 'P',
    url: 'https://x/p',
    description: 'D',
  });
  assert.deepEqual(productOf(`${plain}<g:id>1</g:id><g:title>G</g:title><g:link>https://x/g</g:link>`), {
    external_id: '1',
    title: 'G',
    url: 'https://x/g',
    description: 'D',
  });
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="${namespace}"><title>S</title><link href="https://x"/>
    <entry><id>urn:1</id><title>A</title><link rel="self" href="https://x/self"/><link href="https://x/a"/><summary>Sum</summary>
    <content>Con</content><author><name>N</name></author><g:id>1</g:id><g:price>1 EUR</g:price></entry></feed>`;
  assert.deepEqual(readDocument('google_xml', atom).rows[0]?.value, {
    external_id: '1',
    title: 'A',
    url: 'https://x/a',
    description: 'Sum',
    price: '1 EUR',
  });
});

test('Contract §6 a sale price counts on its days; an impossible one is noted', () => {
  const sale = (price: string, period: string) => {
    const dates = period === '' ? '' : `<g:sale_price_effective_date>${period}</g:sale_price_effective_date>`;
    const item = `<item><g:id>1</g:id><g:price>20 EUR</g:price><g:sale_price>${price}</g:sale_price>${dates}</item>`;
    const [row] = readDocument('google_xml', feed(item)).rows;
    const value = row?.value as Record<string, unknown>;
    return [value.price, value.compare_at_price, row?.notes?.[0]?.code];
  };
  assert.deepEqual(sale('15 EUR', ''), ['15 EUR', '20 EUR', undefined]);
  assert.deepEqual(sale('15 EUR', '2026-11-01T00:00Z/2026-11-30T00:00Z'), ['15 EUR', '20 EUR', undefined]);
  assert.deepEqual(sale('15 EUR', '2026-12-01T00:00Z/2026-12-30T00:00Z'), ['20 EUR', undefined, undefined]);
  assert.deepEqual(sale('0.50 EUR', ''), ['20 EUR', undefined, 'sale_price_invalid']);
});

test('each product has number, line and id, even a failed one', () => {
  const items =
    '<item><g:id>1</g:id><g:title>a\u0001b</g:title></item>\n<item>\n<g:id>2</g:id><g:title>&nbsp;</g:title></item>\n<item><g:title>T ]]></g:title></item>';
  const { rows } = readDocument('google_xml', `\n\n${feed(items)}`);
  assert.deepEqual(
    rows.map(({ row, line, id, fault }) => [row, line, id, fault?.code]),
    [
      [1, 6, '1', 'text_invalid'],
      [2, 7, '2', 'row_malformed'],
      [3, 9, null, 'row_malformed'],
    ],
  );
});

test('elements named like object properties are ordinary attributes', () => {
  const value = productOf('<g:id>1</g:id><g:__proto__>p</g:__proto__><g:constructor>c</g:constructor>');
  assert.deepEqual(Object.entries((value as { attributes: object }).attributes), [
    ['__proto__', 'p'],
    ['constructor', 'c'],
  ]);
});

const label = fc.constantFrom('id', 'title', 'brand', 'color', 'size', 'mpn');
const text = fc
  .string({ unit: fc.constantFrom('a', 'é', '€', '😀', '<', '>', '&', '"', ']', ' ', '\n', ';') })
  .map((raw) => `x${raw}x`);
const writing = fc.constantFrom('entities', 'cdata', 'references', 'mixed');
const noise = fc.constantFrom(
  '',
  ' ',
  '\r\n',
  '<!-- <g:id>9</g:id> -->',
  '<?php g ?>',
  '<other>1</other>',
  '<g:shipping><g:id>8</g:id></g:shipping>',
);

function write(value: string, how: string): string {
  const references = (part: string) =>
    part.replace(
      /[<>&"\]]/g,
      (sign) => `&#${how === 'references' ? sign.charCodeAt(0) : `x${sign.charCodeAt(0).toString(16)}`};`,
    );
  const cdata = (part: string) => `<![CDATA[${part.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  if (how === 'cdata') return cdata(value);
  if (how === 'mixed')
    return references([...value].slice(0, 3).join('')) + cdata([...value].slice(3).join(''));
  return references(value);
}

test('products survive any spelling and cutting of their document', () => {
  const item = fc.tuple(
    fc.uniqueArray(fc.tuple(label, text, writing, noise), { selector: ([name]) => name, minLength: 1 }),
    noise,
  );
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(3_000), { maxLength: 5 }),
      (items, cuts) => {
        const written = items.map(([fields, last]) => {
          const elements = fields.map(
            ([name, value, how, before]) => `${before}<g:${name}>${write(value, how)}</g:${name}>`,
          );
          return `<item>${elements.join('')}${last}</item>`;
        });
        const bytes = Buffer.from(feed(written.join('\n')));
        const sorted = cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b);
        const { rows, fault } = readDocument('google_xml', bytes, { cuts: sorted });
        assert.equal(fault, null);
        const got = rows.map(({ value }) => {
          const { attributes, ...fields } = value as {
            attributes?: Record<string, string>;
            external_id?: string;
          };
          const { external_id: id, ...others } = fields;
          return { ...(id === undefined ? {} : { id }), ...others, ...attributes };
        });
        assert.deepEqual(
          got,
          items.map(([fields]) => Object.fromEntries(fields.map(([name, value]) => [name, value]))),
        );
      },
    ),
    { numRuns: 200 },
  );
});
