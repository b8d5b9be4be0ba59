/**
 * The demo catalog: a general store written for this project, as plain JSON files that a merchant could have sent (§2.1). Brands,
 * people, shops and ISBNs are invented. This file only reads; it never checks or changes a product, since the demo store is filled
 * through the same pipeline as every other store. A file that is no list of products throws. There are no limits but those of the
 * public API, by whose batches `arrivals` goes.
 */
// Tests: ./demo-catalog.test.ts.
import { readdir, readFile } from 'node:fs/promises';
import type { RawProduct } from '../server/catalog/product.ts';
import { pictureNameOf } from './product-pictures.ts';

const catalogFolder = new URL('./catalog/', import.meta.url);

/**
 * Every product of the demo catalog in the shape of §2.1, in the order of the files' names, then as written.
 * Throws an Error that names the file where one is not a JSON array of objects: the files ship with the
 * project, so a broken one is a defect and not a merchant's mistake.
 */
export async function loadDemoCatalog(): Promise<readonly RawProduct[]> {
  const names = (await readdir(catalogFolder)).filter((name) => name.endsWith('.json')).sort();
  const lists = await Promise.all(
    names.map(async (name) => parseCatalogFile(name, await readFile(new URL(name, catalogFolder), 'utf8'))),
  );
  return lists.flat();
}

/** The products of one file's text; `name` is for the message of the Error. */
export function parseCatalogFile(name: string, text: string): readonly RawProduct[] {
  const content: unknown = JSON.parse(text);
  if (!Array.isArray(content) || !content.every(isRawProduct)) {
    throw new Error(`demo/catalog/${name} must be a JSON array of product objects.`);
  }
  return content;
}

function isRawProduct(value: unknown): value is RawProduct {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The names of a product's colour in catalogs of several languages. */
const colourLabel = /^(?:colou?r|farbe|couleur|renk|χρώμα|色|สี)$/iu;

/**
 * The products as the demo shop at `origin` sells them: with the address of their page there, and of their picture. In
 * the files they have addresses that exist nowhere, since the address of the shop is not known there.
 */
export function placeInShop(products: readonly RawProduct[], origin: string): readonly RawProduct[] {
  return products.map((product) => {
    const { external_id: id, title, category, brand, attributes = {} } = product;
    const colour = Object.entries(attributes as object).find(([label]) => colourLabel.test(label))?.[1];
    const picture = pictureNameOf({
      title: String(title),
      category: String(category),
      brand: String(brand ?? ''),
      colour: colour === undefined ? null : String(colour),
    });
    return { ...product, url: `${origin}/demo/p/${id}`, image_url: `${origin}/demo/pictures/${picture}` };
  });
}

/** Whether a product's page is one of this shop, here or elsewhere, or the one that its file names. */
export function isDemoAddress(address: string): boolean {
  return /^https:\/\/demo\.foretype\.example\/|\/demo\/p\/[A-Z]{2}-\d{4}$/.test(address);
}

/** The products that the shop got last, so that an empty search box has something of many departments to show. */
const novelties = new Set(
  'EL-1061 GA-1183 HO-1094 KI-1122 KI-1245 OU-1069 SH-1022 TO-1036 TO-1072 BK-1077'.split(' '),
);

/** The products in the order in which the shop got them: deliveries, the newest last. */
export function arrivals(products: readonly RawProduct[]): readonly (readonly RawProduct[])[] {
  const isNovelty = ({ external_id: id }: RawProduct) => novelties.has(String(id));
  return [products.filter((product) => !isNovelty(product)), products.filter(isNovelty)];
}

/** The catalog as a feed in JSON, as the demo shop at `origin` sells it. */
export async function makeDemoFeed(origin: string): Promise<string> {
  return JSON.stringify(placeInShop(await loadDemoCatalog(), origin));
}
