/** The demo's pages (Contract §1) where no demo store is: what they say, and what they may not show. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { useService } from '../support/use-service.ts';

interface DemoConfig {
  readonly apiKey: string | null;
  readonly storeName: string | null;
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);

    test('Contract §1 without a demo store the page has no key', async () => {
      const config = await service.request('GET', '/demo/config.json');
      assert.deepEqual(config.as<DemoConfig>(), { apiKey: null, storeName: null });
      const { createdDemo, demo } = service.current().running;
      assert.deepEqual([createdDemo, demo], [null, null]);
      assert.deepEqual(await service.current().storage.directory.listStores(), []);
    });

    test('the bare address leads to the demo page', async () => {
      const answer = await fetch(`${service.current().origin}/`, { redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/demo']);
    });

    test('the demo page and its files are served under a strict policy', async () => {
      const files = [
        ['/demo', 'text/html'],
        ['/demo/storefront.css', 'text/css'],
        ['/demo/storefront.js', 'text/javascript'],
      ] as const;
      for (const [path, type] of files) {
        const { status, headers, text } = await service.request('GET', path);
        assert.equal(status, 200, path);
        assert.ok(headers.get('content-type')?.startsWith(type), path);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        const policy = headers.get('content-security-policy') ?? '';
        assert.match(policy, /default-src 'none'/);
        assert.doesNotMatch(policy, /unsafe-(?:inline|eval)/);
        assert.ok(text.length > 100);
      }
    });

    test('without a demo store each page explains how to get one', async () => {
      for (const path of ['/demo', '/demo/search?q=a', '/demo/p/SH-1022']) {
        const { status, text } = await service.request('GET', path);
        assert.equal(status, 200);
        assert.match(text, /FORETYPE_DEMO=on/);
        assert.doesNotMatch(text, /<script/);
      }
    });

    test('no other file of the demo folder can be read', async () => {
      for (const path of [
        '/demo/demo-catalog.ts',
        '/demo/catalog/books.json',
        '/demo/..%2fpackage.json',
        '/demo/',
      ]) {
        expectError(await service.request('GET', path), 'not_found');
      }
    });
  });
}
