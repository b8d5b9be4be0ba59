/**
 * Makes the material with which the thread that answers warms up (server/autocomplete/answering/warm-up.ts): the demo catalog as an
 * index, and keystrokes
 * of every kind. It is made when the program is packed, since to build an index takes a new process as long as to ask all of that. 600
 * keystrokes over three editions of each product. It holds no data of a merchant. A demo catalog that cannot be read throws while
 * packing, never at a start.
 */
// Tests: server/autocomplete/answering/warm-up.test.ts, test/api/warm-up.test.ts.
import { loadDemoCatalog } from '../demo/demo-catalog.ts';
import type { WarmUpMaterial } from '../server/autocomplete/answering/warm-up.ts';
import { toDocument } from '../server/autocomplete/changes/to-document.ts';
import { parseProduct } from '../server/catalog/parse-product.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import { createIndexWriter } from '../server/search/index-writer.ts';

/** Each product comes so often, with another half of its title: of few products hardly a word is common. Chosen. */
const editions = 3;
/** They take a thread about 280 ms where it has a processor for itself; twice as many gained little more. Measured. */
const keystrokeCount = 600;

/** The same from the same sources. */
export async function makeWarmUp(): Promise<WarmUpMaterial> {
  const products = await loadDemoCatalog();
  const titles = products.map(({ title }) => String(title));
  const varied = Array.from({ length: editions }, (_, edition) =>
    products.map((product, place) => vary(product, titles[(place + 13) % titles.length] ?? '', edition)),
  ).flat();
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(varied.flatMap(documentOf));
  return { snapshot: writer.snapshot(), keystrokes: typeTitles(titles) };
}

function vary(product: RawProduct, other: string, edition: number): RawProduct {
  if (edition === 0) return product;
  const half = (text: string, from: number, to: number) => text.split(' ').slice(from, to).join(' ');
  const title = `${half(String(product.title), 0, 2 + edition)} ${half(other, -2 - edition, 99)}`;
  return { ...product, external_id: `${product.external_id}-${edition}`, title };
}

function documentOf(raw: RawProduct, place: number): SearchDocument[] {
  const parsed = parseProduct(raw, { currency: 'EUR', locale: 'en' });
  if (!parsed.ok) return [];
  const phrases = { suggestionPhrases: [], searchPhrases: [], type: null };
  const id = `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;
  return [
    toDocument(
      { ...parsed.product, ...phrases, id, createdAt: place, updatedAt: place, changeNumber: 1 },
      'EUR',
      'en',
    ),
  ];
}

/** Beginnings of one to four words of titles, some with a wrong letter, some behind a word of another title. */
function typeTitles(titles: readonly string[]): string[] {
  const wordsOf = (number: number) => (titles[number % titles.length] ?? '').toLowerCase().split(' ');
  return Array.from({ length: keystrokeCount }, (_, number) => {
    const words = wordsOf(number * 37);
    const start = number % words.length;
    const text = words.slice(start, start + 1 + (number % 4)).join(' ');
    const begun = text.slice(0, 1 + ((number * 5) % text.length));
    if (number % 7 === 3) return `${begun.slice(0, begun.length / 2)}x${begun.slice(begun.length / 2 + 1)}`;
    return number % 5 === 1 ? `${wordsOf(number * 11 + 1)[0]} ${begun}` : begun;
  });
}
