/**
 * Documents of feeds that are whole, and what becomes of them when they are generated wrongly: cut off before they were sent, of
 * another kind, empty, too large, made to do harm. Each with how a run must end on it. It serves nothing and judges no run itself. 20
 * products a document; a place that a document does not have throws, so that no case goes untested.
 */
import type { DocumentFormat } from '../../contract/words/feeds.ts';

/** The end of a run: its error code and words of its error; or completed, with these rows failed. */
export type DocumentOutcome =
  | { readonly code: string; readonly words: RegExp }
  | { readonly failedRows: number };

/** A document as it was generated. */
export interface HostileDocument {
  readonly name: string;
  readonly body: Uint8Array;
  readonly contentType: string;
  readonly outcome: DocumentOutcome;
}

/** Products that every whole document holds; the last one is the one that grows. */
export const productCount = 20;

const contentTypes: Readonly<Record<DocumentFormat, string>> = {
  google_xml: 'application/xml; charset=utf-8',
  json: 'application/json',
  csv: 'text/csv; charset=utf-8',
};

/** A whole document; the last product's description is as given. */
export function documentOf(format: DocumentFormat, description = 'Warm light'): Buffer {
  const ids = Array.from({ length: productCount }, (_, index) => index + 1);
  const last = (id: number, otherwise: string) => (id === productCount ? description : otherwise);
  if (format === 'json') {
    const products = ids.map((id) => ({
      external_id: `${id}`,
      title: `Lämp "${id}"`,
      price: 19.9,
      url: `https://shop.example/${id}`,
      description: last(id, 'Warm \u{1F4A1} light'),
      attributes: { sizes: ['S', 'M'] },
    }));
    return Buffer.from(JSON.stringify({ total: productCount, products }));
  }
  if (format === 'csv') {
    const rows = ids.map(
      (id) => `${id},"Lämp ""${id}""",19.90,https://shop.example/${id},"${last(id, 'Warm,\nlight')}"`,
    );
    return Buffer.from(`external_id,title,price,url,description\n${rows.join('\n')}\n`);
  }
  const items = ids.map(
    (id) =>
      `<item>\n<g:id>${id}</g:id><title>Lämp &amp; &quot;${id}&quot;</title><!-- no ${id} -->` +
      `<g:price>19.90 USD</g:price><link rel="alternate">https://shop.example/${id}</link>` +
      `<g:description><![CDATA[${last(id, 'Warm <b>light</b>')}]]></g:description></item>\n`,
  );
  return Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">' +
      `<channel><title>Shop</title>\n${items.join('')}</channel>\n</rss>`,
  );
}

/** Everything that can be wrong with a document itself. */
export function hostileDocuments(format: DocumentFormat): HostileDocument[] {
  const of = (name: string, body: string | Uint8Array, outcome: DocumentOutcome): HostileDocument => ({
    name: `${format}: ${name}`,
    outcome,
    body: Buffer.from(body),
    contentType: contentTypes[format],
  });
  const empty = (words: RegExp) => ({ code: 'document_empty', words });
  const otherKind = { code: 'document_type', words: /web page|begin|not text|column|list of products/ };
  const html = '<!doctype html><html><head><title>Sign in</title></head><body><form></form></body></html>';
  return [
    of('nothing', '', empty(/empty/)),
    of('blanks', ' \n\t\n ', empty(/empty/)),
    of('no items', withoutItems[format], empty(/holds no products|no products below/)),
    of(
      'no valid row',
      documentOf(format)
        .toString()
        .replaceAll(/19\.90?/g, format === 'json' ? '"free"' : 'free'),
      {
        code: 'no_valid_rows',
        words: /None of the 20 rows .*say why/,
      },
    ),
    of('a sign-in page', html, otherKind),
    of('an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), {
      code: 'document_type',
      words: /This is a picture/,
    }),
    of('an error in JSON', '{"error":"rate limited"}', { code: 'document_type', words: /JSON|list|begin/ }),
    of('an item of 10 MB', documentOf(format, 'light '.repeat(1_700_000)), { failedRows: 1 }),
    ...(format === 'csv' ? [] : cutDocuments(format, of)),
    ...(format === 'google_xml' ? harmfulXml.map(([name, body]) => of(name, body, dtd)) : []),
  ];
}

const dtd: DocumentOutcome = { code: 'document_dtd', words: /<!DOCTYPE.*leave it out/ };

const withoutItems: Readonly<Record<DocumentFormat, string>> = {
  google_xml: '<rss version="2.0"><channel><title>Shop</title></channel></rss>',
  json: '{"products": []}',
  csv: 'external_id,title,price,url\n',
};

type Make = (name: string, body: Uint8Array, outcome: DocumentOutcome) => HostileDocument;

/** Cut where generators stop: in the middle of everything that a document consists of. */
const places: Readonly<Record<'google_xml' | 'json', readonly string[]>> = {
  google_xml: [
    ...[
      '<?xm',
      '<rss vers',
      'xmlns:g="http:',
      '<channel>',
      '<ite',
      '<g:id>1',
      '</g:i',
      '<title>L\u00C3',
      '&am',
    ],
    ...['<!-- n', '<![CDATA[War', ']]', '</item', '</item>\n', '</channel>', '</rss'],
  ],
  json: [
    ...['{', '{"tot', '"products":[', '"external_id":"1', '"price":19', '"L\u00C3', '\\', '"https:', '["S"'],
    ...['},', '"M"]', '}]'],
  ],
};

function cutDocuments(format: 'google_xml' | 'json', make: Make): HostileDocument[] {
  const whole = documentOf(format);
  return places[format].map((place) => {
    // By bytes: one place is in the middle of a character.
    const at = whole.lastIndexOf(Buffer.from(place, 'latin1'));
    if (at === -1) throw new Error(`the document has no ${place}`);
    const body = whole.subarray(0, at + Buffer.from(place, 'latin1').length);
    return make(`cut behind ${JSON.stringify(place)}`, body, {
      code: 'document_truncated',
      words: /breaks off/,
    });
  });
}

const bomb = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
const harmfulXml: readonly (readonly [string, string])[] = [
  [
    'an entity bomb',
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "lol">${bomb}]><rss><channel><item>&e9;</item></channel></rss>`,
  ],
  [
    'a file as an entity',
    '<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel>&f;</channel></rss>',
  ],
  ['a DTD of elsewhere', '<!DOCTYPE rss SYSTEM "http://127.0.0.1:1/rss.dtd"><rss></rss>'],
  [
    'a quadratic bomb',
    `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(50_000)}">]><rss>${'&a;'.repeat(50_000)}</rss>`,
  ],
];
