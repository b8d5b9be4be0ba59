/**
 * Answers the question how soon autocomplete shows a product after its PUT was sent: 300 writes on 50,000 products, in milliseconds,
 * p99 against 100. A product that is not shown within 10 s, or is refused, throws. It asks as quickly as it can, never by a fixed
 * wait.
 */
// Tests: none; `npm run bench` runs it.
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';

const productCount = 50_000;
const writeCount = 300;
const p99MaxMs = 100;
/** A product that is not shown by then never will be. */
const shownMaxMs = 10_000;

export const freshness: Question = {
  name: 'freshness',
  data: ['electronics'],
  title: `A write becomes visible, ${thousands(productCount)} products`,
  reading:
    `${writeCount} new products are sent by PUT, one after the other. Each is then asked for over HTTP until it is ` +
    'found. The time runs from sending the PUT to receiving the answer that contains the product.',
  async run() {
    progress(`pushing ${thousands(productCount)} products`);
    const { products } = await loadSeeds('electronics');
    const service = await startServiceUnderTest({ FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    try {
      await service.push([...blownUpCatalog(products, productCount)], 10_000);
      const times: number[] = [];
      for (let number = 0; number < writeCount; number += 1) {
        times.push(await timeUntilShown(service.origin, service.keys.secret, number));
      }
      return [figure('p50', percentile(times, 0.5)), figure('p99', percentile(times, 0.99))];
    } finally {
      await service.stop();
    }
  },
};

/** Milliseconds. */
async function timeUntilShown(origin: string, key: string, number: number): Promise<number> {
  const id = `fresh-${number}`;
  const word = `freshly${number}x`;
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const body = JSON.stringify({
    title: `Acme Lamp ${word} black`,
    price: '19.90',
    url: `https://shop.example/${id}`,
  });
  const start = performance.now();
  const written = await fetch(`${origin}/api/v1/products/${id}`, { method: 'PUT', headers, body });
  if (!written.ok) throw new Error(`a product was refused: ${written.status} ${await written.text()}`);
  await written.arrayBuffer();
  while (performance.now() - start < shownMaxMs) {
    const asked = await fetch(`${origin}/api/v1/autocomplete?q=${word}`, { headers });
    const { products } = (await asked.json()) as { products: readonly { readonly title: string }[] };
    if (products[0]?.title.includes(word) === true) return performance.now() - start;
  }
  throw new Error(`${id} is not shown ${shownMaxMs} ms after its write`);
}

function figure(part: string, ms: number): Figure {
  return {
    what: `PUT to visible, ${part} in ms`,
    measured: ms.toFixed(1),
    against: `${p99MaxMs} limit`,
    ratio: (ms / p99MaxMs).toFixed(2),
    goal: '≤ 1',
  };
}
