/**
 * Imports many products into a running service, batch by batch, in a process of its own so that making them takes no time of the
 * process that measures. Prints the seconds that it took. It never repeats a batch: one that is refused throws, and the process ends with a code
 * other than 0.
 */
// Tests: none; `npm run bench` runs it.
import { blownUpCatalog, inPages } from './blown-up-catalog.ts';
import { pushBatch } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';

/** The address to push to, and the products to push. */
export interface PushOrder {
  readonly origin: string;
  readonly secretKey: string;
  readonly count: number;
  readonly rowsPerBatch: number;
}

const { origin, secretKey, count, rowsPerBatch } = JSON.parse(process.argv[2] ?? '{}') as PushOrder;
const { products } = await loadSeeds('electronics');
const start = performance.now();
for (const page of inPages(blownUpCatalog(products, count), rowsPerBatch)) {
  // Other ids than those of the store that is asked meanwhile.
  const batch = page.map((product) => ({ ...product, external_id: `more-${String(product.external_id)}` }));
  await pushBatch(origin, secretKey, batch);
}
process.stdout.write(`${(performance.now() - start) / 1_000}\n`);
