/**
 * A catalog of any size for measurements, made from the demo catalog: the same words in new combinations, so that
 * terms are shared as in a real shop. Deterministic: the same size gives the same products on every machine.
 */
import { loadDemoCatalog } from '../demo/demo-catalog.ts';
import type { RawProduct } from '../server/catalog/product.ts';

/** `count` valid products with distinct ids. */
export async function syntheticCatalog(count: number): Promise<RawProduct[]> {
  const seeds = await loadDemoCatalog();
  const random = createRandom(20_261_121);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: count }, (_, index) => {
    const seed = pick(seeds);
    const other = pick(seeds);
    const words = [...String(seed.title).split(' '), pick(String(other.title).split(' ')), modelCode(random)];
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

function modelCode(random: () => number): string {
  return Math.floor(random() * 36 ** 4)
    .toString(36)
    .toUpperCase()
    .padStart(4, '0');
}

/** Mulberry32: a small generator whose sequence is fixed by its seed (Tommy Ettinger, public domain). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
