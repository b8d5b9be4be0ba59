/** Goal: product, snapshot and history shown together are of one moment. Method: a real store, written to after each statement. */
import assert from 'node:assert/strict';
import { createActingReader } from '../../../test/support/acting-reader.ts';
import { onAnyEngine } from '../../../test/support/engines.ts';
import { openIngestShop } from '../../../test/support/ingest-shop.ts';
import { makeProductBody } from '../../../test/support/make-product.ts';
import { readCall } from '../../../test/support/read-call.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { productReads } from './read-products.ts';

interface Shown {
  readonly product: { readonly price: string };
  readonly raw: { readonly price: string };
  readonly history: readonly { readonly fields: readonly { readonly to: unknown }[] }[];
}

onAnyEngine('a product, its snapshot and its history fit together', async ({ storage }) => {
  for (const place of [1, 2, 3, 4]) {
    const shop = await openIngestShop(storage, { id: uuidOf(place) });
    await shop.put('a', makeProductBody({ price: '10.00' }));
    await shop.put('a', makeProductBody({ price: '11.00' }));
    const act = () => shop.put('a', makeProductBody({ price: '12.00' }));
    const reader = createActingReader(storage, shop.storeId, { place, act });
    const context: ReadContext = {
      ...{ clock: shop.clock, store: await shop.store(), reader },
      accounts: storage.accounts,
      deletions: storage.deletions,
      directory: storage.directory,
      inTurns: () => assert.fail('it is a short read'),
    };
    const params = { external_id: 'a' };
    const call = { ...readCall(shop.storeId, params, { limit: 9 }), caller: 'member' } as const;
    const bytes = (await productReads.showProductHistory(call, context)) as Uint8Array;
    const { product, raw, history } = JSON.parse(new TextDecoder().decode(bytes)) as Shown;
    assert.equal(product.price, raw.price);
    assert.equal(history[0]?.fields[0]?.to, product.price, `the newest change, after ${place} statements`);
  }
});
