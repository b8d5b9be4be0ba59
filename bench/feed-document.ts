/**
 * Writes a Google Merchant document of a blown-up real catalog, and serves it at a local address with an entity tag. Texts are cut to
 * 400 characters, so that an item has about a thousand bytes. It holds valid items only; the server knows one document at a time,
 * listens on 127.0.0.1 only, and answers 304 where the tag is known.
 */
// Tests: none; `npm run bench` runs it.
import { once } from 'node:events';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawProduct } from '../server/catalog/product.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';

/** The merchant's words for the catalog's fields (Contract §6). */
const elements = [
  ...[['id', 'external_id'] as const, ['title', 'title'] as const, ['link', 'url'] as const],
  ...[
    ['image_link', 'image_url'] as const,
    ['product_type', 'category'] as const,
    ['brand', 'brand'] as const,
  ],
  ...[['gtin', 'gtin'] as const, ['mpn', 'mpn'] as const, ['description', 'description'] as const],
];

/** The price of every `changedEvery`th product is another one; 0 changes none. */
export async function writeFeedDocument(
  path: string,
  seeds: readonly RawProduct[],
  { items, changedEvery }: { readonly items: number; readonly changedEvery: number },
): Promise<void> {
  const file = createWriteStream(path);
  let text = '<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n';
  let number = 0;
  for (const product of blownUpCatalog(seeds, items)) {
    number += 1;
    text += itemOf(product, changedEvery > 0 && number % changedEvery === 0);
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(`${text}</channel></rss>\n`);
  await once(file, 'finish');
}

function itemOf(product: RawProduct, isChanged: boolean): string {
  const fields = elements.map(([name, field]) => {
    const value = product[field];
    return value === undefined || value === null ? '' : `<g:${name}>${escapeXml(String(value))}</g:${name}>`;
  });
  const price = isChanged ? Number(product.price) + 1 : Number(product.price);
  const stock = product.in_stock === true ? 'in_stock' : 'out_of_stock';
  return `<item>${fields.join('')}<g:price>${price.toFixed(2)} USD</g:price><g:availability>${stock}</g:availability></item>\n`;
}

/** Descriptions are cut, so that an item has about a thousand bytes. */
const textMaxLength = 400;

function escapeXml(text: string): string {
  const cut = text.slice(0, textMaxLength).toWellFormed();
  return cut.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A server of one document at a time, with an entity tag. */
export interface DocumentServer {
  readonly url: string;
  /** Serves this file from now on. */
  show(path: string): void;
  stop(): void;
}

/** Listens on a free port of this machine. */
export async function serveDocument(): Promise<DocumentServer> {
  let shown = '';
  const server = createServer((request, response) => {
    const etag = `"${shown.length}-${statSync(shown).mtimeMs}"`;
    const headers = { etag, 'content-type': 'application/xml', 'content-length': statSync(shown).size };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    response.writeHead(200, headers);
    createReadStream(shown, { highWaterMark: 1 << 20 }).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`,
    show(path) {
      shown = path;
    },
    stop: () => server.close(),
  };
}
