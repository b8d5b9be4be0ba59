/**
 * A catalog of any size for measurements, made from the demo catalog: the same words in new combinations, so that terms are shared as
 * in a real shop. Deterministic: the same size gives the same products on every machine. Rows are never invalid. A count of 0 gives
 * none; it is limited by memory only.
 */
// Tests: none; `npm run bench` runs it.
import { loadDemoCatalog } from '../demo/demo-catalog.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { createRandom, pick, type Random } from './random.ts';

/** `count` valid products with distinct ids. */
export async function syntheticCatalog(count: number): Promise<RawProduct[]> {
  const seeds = await loadDemoCatalog();
  const random = createRandom(20_261_121);
  return Array.from({ length: count }, (_, index) => {
    const seed = pick(seeds, random);
    const other = pick(seeds, random);
    const words = [
      ...String(seed.title).split(' '),
      pick(String(other.title).split(' '), random),
      modelCode(random),
    ];
    const { gtin: _gtin, ...rest } = seed;
    return {
      ...rest,
      external_id: `bench-${index}`,
      title: words.join(' ').slice(0, 250),
      price: (random() * 500).toFixed(2),
      url: `https://bench.example/p/${index}`,
      sku: `SKU-${index.toString(36).toUpperCase()}`,
    };
  });
}

/** Queries as they are typed: every beginning of some words of titles, the short ones more often. */
export function typedQueries(products: readonly RawProduct[], count: number): string[] {
  const random = createRandom(7);
  return Array.from({ length: count }, () => {
    const title = String(products[Math.floor(random() * products.length)]?.title ?? '');
    const words = title.toLowerCase().split(' ');
    const start = Math.floor(random() * words.length);
    const text = words.slice(start, start + 1 + Math.floor(random() * 3)).join(' ');
    return text.slice(0, 1 + Math.floor(random() * text.length));
  });
}

function modelCode(random: Random): string {
  return Math.floor(random() * 36 ** 4)
    .toString(36)
    .toUpperCase()
    .padStart(4, '0');
}
