/**
 * The documents of the demo shop for calls that name its address on this machine: its feed, and its front page as a browser gets it, but
 * without products. It opens no connection. A shop without a store shows the page that says so.
 */
// Tests: test/api/demo-feed.test.ts.
import { readChoices } from '../../../demo/choices.ts';
import { makeDemoFeed } from '../../../demo/demo-catalog.ts';
import { renderNoStore, shopPageHeaders } from '../../../demo/shop-page.ts';
import { renderFront } from '../../../demo/shop-pages.ts';
import type { Clock } from '../../clock.ts';
import { isOwnDocument, type OwnDocuments, withOwnDocuments } from '../../feeds/own-feed.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Storage } from '../../storage/storage.ts';
import { findDemoStore } from '../../stores/demo-store.ts';

/** The calls to strangers with the demo shop's documents answered here, and which addresses these are. */
export function withOwnShop(outbound: Outbound, storage: Storage, clock: Clock) {
  return { outbound: withOwnDocuments(outbound, ownDocuments(storage), clock), isOwnDocument };
}

function ownDocuments(storage: Storage): OwnDocuments {
  return {
    feed: makeDemoFeed,
    async page(origin) {
      const demo = await findDemoStore(storage);
      if (demo === null) return renderNoStore().text;
      const { storeName, storefrontKey: apiKey } = demo;
      const frame = { choices: readChoices({}), path: '/demo', query: '', storeName, apiKey, origin };
      return renderFront(frame, []).text;
    },
    pageHeaders: shopPageHeaders,
  };
}
