/**
 * Draws feeds of XML as their generators write them, plain and nasty (fast-check arbitraries). It reads none: nothing is wrong here.
 * Lengths are characters, about the reader's bounds; small, so that a run draws many.
 */
import fc from 'fast-check';

const google = 'http://base.google.com/ns/1.0';

function often(plain: readonly string[], nasty: readonly string[], weight = 20): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...plain), weight },
    { arbitrary: fc.constantFrom(...nasty), weight: 1 },
  );
}

/** Stands for a byte that is not UTF-8. */
export const wrongByte = '\uE0FF';
const blanks = often(
  ['', '\n', ' ', '\n\t '],
  ['\r\n', '\r', 'text', ']]', '>', '\u00A0', '&amp;', '&x;', '<!---->', ']]>'],
);
const text = fc
  .array(
    fc.oneof(
      {
        arbitrary: fc.constantFrom(
          ...[
            'a',
            'Tea ',
            '7',
            'é',
            '€',
            '😀',
            '&amp;',
            '&lt;',
            '&gt;',
            '&quot;',
            '&apos;',
            '\n',
            ' ',
            '>',
            ';',
            ']',
          ],
          ...['"', '1 EUR', '0.01 EUR', '499', 'A &gt; B', '2026-01-01/2027-01-01'],
        ),
        weight: 80,
      },
      // Texts that only their own product may suffer from.
      {
        arbitrary: fc.constantFrom(
          ...[
            '&#38;',
            '&#x1F600;',
            '&#xe9;',
            '&#13;',
            '&#10;',
            '&#000065;',
            '&#0;',
            '&#xD800;',
            '&#xFFFE;',
            '&#X41;',
            '&#x110000;',
          ],
          ...[
            '&#;',
            '&#99999999999;',
            '&nbsp;',
            '&constructor;',
            '&__proto__;',
            ']]',
            ']]>',
            ']]&gt;',
            '\r\n',
            '\r',
            '\u0001',
          ],
          ...['\u007F', '\u0085', '\u2028', '\uFFFE', '\uD83D', '\uDE00', '\0', wrongByte, wrongByte],
          ...['<b>x</b>', '<br/>', '<!-- </item> -->', '<?p </item> ?>'],
        ),
        weight: 6,
      },
      {
        arbitrary: fc.constantFrom(
          '&;',
          '&',
          '& ',
          '&amp',
          '<',
          '</',
          '<a',
          '<a b="</item>">',
          '</item>',
          '<item>',
        ),
        weight: 1,
      },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const cdata = fc
  .array(
    often(
      ['a', '<b>', '&amp;', 'é', '\n', ']'],
      [']]', ']]]', '\r\n', '\r', '</item>', '\u0001', '<![CDATA[', '😀'],
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => `<![CDATA[${parts.join('')}]]>`);
const content = fc
  .array(fc.oneof({ arbitrary: text, weight: 4 }, { arbitrary: cdata, weight: 1 }), { maxLength: 2 })
  .map((parts) => parts.join(''));

const names = often(
  [
    ...[
      'g:id',
      'g:id',
      'g:title',
      'g:description',
      'g:link',
      'g:price',
      'g:sale_price',
      'g:brand',
      'g:color',
      'g:size',
    ],
    ...[
      'g:additional_image_link',
      'g:availability',
      'g:product_type',
      'g:google_product_category',
      'title',
      'link',
    ],
    ...[
      'description',
      'summary',
      'content',
      'guid',
      'g:sale_price_effective_date',
      'g:custom_label_0',
      'author',
    ],
  ],
  [
    'x:y',
    'y:title',
    'a:b:c',
    ':a',
    'g:',
    'é',
    '-a',
    '1',
    'item',
    'entry',
    'g:__proto__',
    'g:constructor',
    'a'.repeat(120),
    'A.b-c',
  ],
);
const attributes = often(
  [''],
  [
    ...[
      ' ',
      '\n',
      '/',
      ' /',
      ' a="1"',
      " a='&lt;'",
      ' a="&x;"',
      ' a=1',
      ' a',
      ' a="1" a="1"',
      ' href="https://x/h"',
      '/ ',
    ],
    ...[
      ' xmlns:g="urn:x"',
      ` xmlns="${google}"`,
      ` xmlns:y="${google}"`,
      ' rel="self" href="h"',
      ' a="<"',
      ' a=">"',
      '\r\n',
    ],
  ],
  30,
);

function element(name: string, tag: string, inside: string, end: string): string {
  return `<${name}${tag}>${inside}${end.replace('NAME', name)}`;
}

const ends = often(
  ['</NAME>'],
  ['</NAME >', '</NAME\n>', '</NAMEx>', '</>', '', '</NAME', '</NAME a="">', '</x>'],
  60,
);
const leaf = fc.tuple(names, attributes, content, ends).map((parts) => element(...parts));
const nested = fc
  .tuple(
    fc.constantFrom('g:shipping', 'g:tax', 'g:title', 'description', 'author'),
    fc.array(fc.oneof(leaf, text), { maxLength: 3 }),
  )
  .map(([name, inside]) => element(name, '', inside.join(''), '</NAME>'));
const deep = fc
  .tuple(leaf, fc.integer({ min: 1, max: 34 }))
  .map(([inside, depth]) => `${'<d>'.repeat(depth)}${inside}${'</d>'.repeat(depth)}`);
/** Lengths about which something is bounded: what is read at a time, an item, a token. */
const filling = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.integer({ min: 64_000, max: 66_000 }), weight: 8 },
      { arbitrary: fc.integer({ min: 1_048_000, max: 1_049_000 }), weight: 1 },
    ),
    fc.constantFrom(
      ['<g:color>', 'a', '</g:color>'],
      ['<g:x>', '<y/>', '</g:x>'],
      ['<!--', 'b', '-->'],
      ['', '\n', ''],
      ['', '<g:size>5</g:size>\n', ''],
    ),
  )
  .map(
    ([length, [before = '', piece = '', after = '']]) =>
      before + piece.repeat(Math.ceil(length / piece.length)) + after,
  );
const field = fc.oneof(
  { arbitrary: leaf, weight: 60 },
  { arbitrary: nested, weight: 6 },
  { arbitrary: deep, weight: 1 },
  { arbitrary: filling, weight: 1 },
);
const itemTags = often(
  ['<item>|</item>', '<item>|</item>', '<entry>|</entry>'],
  [
    '<item >|</item>',
    '<item a="1">|</item>',
    '<item>|</item >',
    '<item>|</entry>',
    '<rss:item>|</rss:item>',
    '<item>|',
    '<thing>|</thing>',
    '<item/>|',
  ],
  40,
);
const item = fc
  .tuple(itemTags, fc.array(fc.tuple(blanks, field), { maxLength: 6 }), blanks)
  .map(([tags, fields, last]) => `${tags.replace('|', () => fields.flat().join('') + last)}`);
const between = fc.oneof(
  { arbitrary: blanks, weight: 60 },
  {
    arbitrary: fc.constantFrom(
      ...[
        '<title>Shop</title>',
        '<!-- <item><g:id>c</g:id></item> -->',
        '<?p <item></item> ?>',
        '<![CDATA[<item></item>]]>',
      ],
      ...[
        '</channel><channel>',
        `</channel><channel xmlns:g="urn:x">`,
        '<item/>',
        '<!-- <item></item><item></item> -->',
        '<![CDATA[\n<item></item>\n<item></item>]]>',
        '<other><item><g:id>o</g:id></item></other>',
        '&nbsp;',
      ],
      ...['\r', '\r\n', ' '.repeat(66_000), '</channel>', '</channel></rss>', '<!DOCTYPE x>'],
    ),
    weight: 8,
  },
);

const prologs = often(
  ['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>\n', '<?xml version="1.1"?>'],
  [
    ...['\uFEFF', '\n\n', '\r\n\r', '<!-- <item></item> -->', '<?xml version="1.2"?>', '<?xml version="2"?>'],
    ...[
      '<?xml version="1.0" encoding="ISO-8859-1"?>',
      '<?xml version="1.0" encoding="x"?>',
      '<!DOCTYPE rss>',
      '<?p?>',
    ],
  ],
  3,
);
const frames = often(
  [
    `<rss version="2.0" xmlns:g="${google}"><channel>|</channel></rss>`,
    `<rss xmlns:g="${google}"><channel>|</channel><channel xmlns:g="urn:x" xmlns:y="${google}">|</channel></rss>`,
    `<rss xmlns:g="${google}">\n<channel>\n|\n</channel>\n</rss>\n`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="${google}">|</feed>`,
  ],
  [
    ...[
      '<rss><channel>|</channel></rss>',
      '<rss xmlns:g="urn:x"><channel>|</channel></rss>',
      '<products>|</products>',
    ],
    ...[
      `<rss xmlns="${google}"><channel>|</channel></rss>`,
      `<rdf:RDF xmlns:g="${google}"><channel/>|</rdf:RDF>`,
    ],
    ...[
      '<rss><channel><channel>|</channel></channel></rss>',
      '|',
      '<rss>|<channel>|</channel>|</rss>',
      '<rss><other>|</other></rss>',
    ],
  ],
  3,
);
/** Documents as text. */
export const xmlDocuments: fc.Arbitrary<string> = fc
  .tuple(prologs, frames, fc.array(fc.tuple(item, between), { maxLength: 6 }))
  .map(([prolog, frame, items]) => prolog + frame.replaceAll('|', () => items.flat().join('')));
