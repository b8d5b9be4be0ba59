import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outbound } from '../../outbound/outbound.ts';
import { ShopApi } from './shop-api.ts';

test('only a shop that asked is said to ask', async () => {
  const api = new ShopApi({
    outbound: {} as Outbound,
    clock: { monotonicMs: () => 0, nowMicros: () => 0 },
    connector: { name: 'WooCommerce', describeRefusal: () => '' },
    root: new URL('https://shop.example/'),
    credentials: null,
    signal: new AbortController().signal,
    totalTimeoutMs: 1_000,
  });
  await assert.rejects(api.wait(5_000), /did not send all products in time/);
  await assert.rejects(api.wait(5_000, true), /asks to wait for 5 seconds/);
});
