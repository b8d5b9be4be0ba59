/**
 * Goal: an editor learns what keeps the widget from working on a page of the shop, and nothing about other stores.
 * Method: the dashboard's call on a real service, with a real server of pages.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ShopCheck } from '../../contract/shop-check.ts';
import { joinAs, newVisitor, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { newAddress, privateFeeds, useFeedServer } from '../support/feeds.ts';
import { useService } from '../support/use-service.ts';

for (const engine of engines) {
  describe(`checks of a shop (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    /** Serves a page, and gives its address. */
    function servePage(html: string, headers: Readonly<Record<string, string>> = {}): string {
      const { url } = newAddress(server.current());
      server.current().answer(new URL(url).pathname, { body: html, headers });
      return url;
    }

    async function check(storeId: string, url: string, visitor = operator): Promise<ShopCheck> {
      const answer = await visitor.call('POST', `/stores/${storeId}/shop-check`, { url });
      assert.equal(answer.status, 200, answer.text);
      return answer.as<{ check: ShopCheck }>().check;
    }

    const lineOf = (key: string) =>
      `<script async src="${service.current().origin}/widget.js" data-api-key="${key}" data-theme="sharp"></script>`;
    const codesOf = ({ findings }: ShopCheck) => findings.map(({ code }) => code);

    test('a page with the line is found good, its parts are listed', async () => {
      const { store, keys } = await service.createStore();
      const url = servePage(`${lineOf(keys.storefront)}<input type="search" name="q">`);
      const result = await check(store.id, url);
      assert.deepEqual(codesOf(result), ['line_found', 'key_live', 'inputs_bound']);
      assert.deepEqual(result.attributes, [{ name: 'data-theme', value: 'sharp' }]);
      assert.deepEqual(result.inputs, [
        { kind: 'search', id: null, name: 'q', placeholder: null, is_bound: true },
      ]);
    });

    test('the key of another store is no key of this', async () => {
      const [own, other] = [await service.createStore(), await service.createStore()];
      const of = async (key: string) => codesOf(await check(own.store.id, servePage(lineOf(key))));
      assert.equal((await of(other.keys.storefront))[0], 'key_foreign');
      const path = `/stores/${other.store.id}/keys`;
      const { keys } = (await operator.call('GET', path)).as<{ keys: { id: string; scope: string }[] }>();
      for (const { id } of keys) await operator.call('DELETE', `${path}/${id}`);
      assert.equal((await of(other.keys.storefront))[0], 'key_foreign', 'revoked or not');
      assert.equal((await of(`${own.keys.storefront}x`))[0], 'key_malformed');
      assert.deepEqual((await of(own.keys.secret)).slice(0, 2), ['secret_key', 'key_secret']);
    });

    test('bound and revoked keys have findings of their own', async () => {
      const { store, keys } = await service.createStore();
      const path = `/stores/${store.id}/keys`;
      const all = (await operator.call('GET', path)).as<{ keys: { id: string; scope: string }[] }>().keys;
      const key = `${path}/${all.find(({ scope }) => scope === 'storefront')?.id}`;
      const url = servePage(lineOf(keys.storefront));
      await operator.call('PATCH', key, { allowed_origins: ['https://shop.example'] });
      assert.equal(codesOf(await check(store.id, url))[0], 'origin_not_allowed');
      await operator.call('PATCH', key, { allowed_origins: [new URL(url).origin] });
      assert.ok(codesOf(await check(store.id, url)).includes('key_live'));
      await operator.call('DELETE', key);
      assert.equal(codesOf(await check(store.id, url))[0], 'key_revoked');
    });

    test('only editors of the store may check pages', async () => {
      const { store } = await service.createStore();
      const other = await service.createStore();
      const url = servePage('');
      const asked = server.current().requests.length;
      const path = `/stores/${store.id}/shop-check`;
      const viewer = await joinAs(service, operator, store.id, { email: 'v@check.example', role: 'viewer' });
      const editor = await joinAs(service, operator, store.id, { email: 'e@check.example', role: 'editor' });
      expectError(await viewer.call('POST', path, { url }), 'insufficient_role');
      expectError(await viewer.call('POST', `${path}/feed`, { url }), 'insufficient_role');
      expectError(await newVisitor(service).call('POST', path, { url }), 'signed_out');
      expectError(await editor.call('POST', `/stores/${other.store.id}/shop-check`, { url }), 'not_found');
      expectError(await editor.call('POST', path, { url: '' }), 'validation_failed');
      expectError(await editor.call('POST', `${path}/feed`, { url: 'shop.example' }), 'validation_failed');
      expectError(await editor.call('POST', path, { url: 'shop.example' }), 'validation_failed');
      assert.equal(server.current().requests.length, asked, 'nothing was fetched');
      assert.deepEqual(codesOf(await check(store.id, url, editor)), ['line_missing', 'inputs_none']);
    });
  });
}
