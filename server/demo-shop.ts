/**
 * The products of the demo shop: put into its store by the first start, and given their new addresses where the service is found at
 * another one, since pages and pictures of the shop are the service's own. It never changes what people edited, and touches no other
 * store. A start that was cut short is made good by the next one; a move that fails is logged and tried at the next start. A worker
 * does nothing here.
 */
// Tests: test/api/demo.test.ts.
import { arrivals, isDemoAddress, loadDemoCatalog, placeInShop } from '../demo/demo-catalog.ts';
import type { Clock } from './clock.ts';
import { ownCall } from './operations/own-call.ts';
import type { Log } from './process/log.ts';
import type { Config } from './settings/config.ts';
import { passDamage } from './storage/damage/damage.ts';
import type { Storage } from './storage/storage.ts';
import { type DemoStore, findDemoStore, markDemoFilled, restoreDemoKey } from './stores/demo-store.ts';
import type { IndexClient } from './threads/index-thread/index-client.ts';
import type { PipelineClient } from './threads/pipeline-thread/pipeline-client.ts';

interface DemoShop {
  readonly storage: Storage;
  readonly pipeline: PipelineClient;
  readonly clock: Clock;
  readonly index: IndexClient;
  readonly log: Log;
  readonly role: Config['role'];
  /** The origin of the shop's pages. */
  readonly origin: string;
}

/**
 * Makes the demo store's products ready, where there is such a store: a worker has no pages of the shop at its address
 * and leaves them alone. Work beside everything else is stopped with the service.
 */
export async function openDemoShop(shop: DemoShop, started: AsyncDisposableStack): Promise<DemoStore | null> {
  if (shop.role === 'worker') return findDemoStore(shop.storage);
  const demo = await fillDemoShop(shop);
  if (demo !== null) started.defer(startMovingDemoShop(shop, demo.storeId));
  return demo;
}

/** Puts the demo catalog into the demo store, if there is one; a start that was cut short before is made good by the next. */
async function fillDemoShop({ storage, pipeline, clock, origin }: DemoShop): Promise<DemoStore | null> {
  const demo = await findDemoStore(storage);
  // While keys cannot be read, nothing is known to be lost.
  if (demo !== null) await restoreDemoKey(storage, clock, demo).catch(passDamage);
  if (demo === null || demo.filled) return demo;
  for (const delivery of arrivals(placeInShop(await loadDemoCatalog(), origin))) {
    const body = Buffer.from(JSON.stringify({ products: delivery }));
    const query = { dry_run: false };
    await pipeline.operate(ownCall('importProducts', { storeId: demo.storeId, query, body }));
  }
  await markDemoFilled(storage, clock);
  return demo;
}

/**
 * Gives products of the shop the addresses that they have here, one after the other beside everything else. What people
 * changed stays: only addresses that are the shop's own are written over. The function that it gives stops it.
 */
function startMovingDemoShop(shop: DemoShop, storeId: string): () => Promise<void> {
  let stopping = false;
  const moving = moveShop(shop, storeId, () => stopping).catch((error: unknown) => {
    if (!stopping)
      shop.log.warn({ err: error }, 'the demo shop keeps addresses of before; the next start tries again');
  });
  return async () => {
    stopping = true;
    await moving;
  };
}

async function moveShop(
  { storage, pipeline, index, origin }: DemoShop,
  storeId: string,
  isStopping: () => boolean,
): Promise<void> {
  const reader = storage.reader(storeId);
  let moved = 0;
  for (const { external_id: id, url, image_url } of placeInShop(await loadDemoCatalog(), origin)) {
    if (isStopping()) return;
    const externalId = String(id);
    const held = await reader.products.find(externalId);
    if (held === null || held.url === url || !isDemoAddress(held.url)) continue;
    const body = Buffer.from(JSON.stringify({ url, image_url }));
    await pipeline.operate(ownCall('patchProduct', { storeId, params: { external_id: externalId }, body }));
    moved += 1;
  }
  if (moved > 0) await index.follow(storeId);
}
