/**
 * Goal: `foretype import` brings a file in with a running server and without one, and stopping it loses nothing.
 * Method: real processes on real data folders.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { AutocompleteAnswer } from '../../contract/autocomplete.ts';
import type { ImportBody } from '../../contract/imports.ts';
import { anyEngine, engineNamed, type TestEngine } from '../support/engines.ts';
import {
  openStorageOf,
  runForetype,
  type Settings,
  startCommand,
  startForetype,
  whileServing,
  withDataFolder,
} from '../support/foretype-process.ts';
import { waitUntil } from '../support/wait-until.ts';

interface CreatedStoreLine {
  readonly store: { readonly id: string };
  readonly keys: { readonly secret: string };
}

/** An empty data folder with a store and a file in it. */
async function withShop(
  rows: number,
  work: (shop: {
    readonly settings: Settings;
    readonly storeId: string;
    readonly secret: string;
    readonly file: string;
    readonly folder: string;
  }) => Promise<void>,
  engine: TestEngine = anyEngine,
): Promise<void> {
  await withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, FORETYPE_DEMO: 'off', LOG_LEVEL: 'fatal' };
    const { stdout } = await runForetype(['store', 'create', '--name', 'Shop', '--json'], settings);
    const { store, keys } = JSON.parse(stdout) as CreatedStoreLine;
    const file = join(folder, 'lamps.csv');
    const lines = Array.from(
      { length: rows },
      (_, row) => `l${row},Lamp ${row},5.50,https://shop.example/${row}`,
    );
    writeFileSync(file, ['external_id,title,price,url', ...lines].join('\n'));
    await work({ settings, storeId: store.id, secret: keys.secret, file, folder });
  }, engine);
}

function importOf(stdout: string): ImportBody {
  return (JSON.parse(stdout) as { import: ImportBody }).import;
}

test('Contract §1 the command itself imports a file without a server', async () => {
  await withShop(2_500, async ({ settings, storeId, file }) => {
    const { code, stdout, stderr } = await runForetype(
      ['import', file, '--store', storeId, '--json'],
      settings,
    );
    assert.equal(code, 0, stderr);
    const run = importOf(stdout);
    assert.deepEqual(
      [run.status, run.source, run.filename, run.created_rows],
      ['completed', 'csv', 'lamps.csv', 2_500],
    );
    assert.match(stderr, /Read as columns of a catalog, 4 columns separated by ","/);
    const again = await runForetype(['import', file, '--store', storeId], settings);
    assert.match(again.stdout, /2500 rows read; 0 products new, 0 changed, 2500 unchanged/);
    writeFileSync(
      file,
      [
        'external_id,title,price,url',
        ...[1, 2].map((price) => `new,New,${price},https://shop.example/new`),
      ].join('\n'),
    );
    const repeated = await runForetype(['import', file, '--store', storeId], settings);
    assert.match(repeated.stdout, /2 rows read; 1 product new/);
    assert.match(repeated.stdout, /^1 row replaced by a later row with the same id\.$/m);
  });
});

test('Contract §1 a running server imports the file and answers with it', async () => {
  await withShop(1_500, async ({ settings, storeId, secret, file }) => {
    const server = await startForetype(settings);
    const { code, stdout } = await runForetype(['import', file, '--store', storeId, '--json'], settings);
    assert.deepEqual([code, importOf(stdout).created_rows], [0, 1_500]);
    const { address } = server.started as { address: string };
    await waitUntil(
      'the products',
      async () => {
        const response = await fetch(`${address}/api/v1/autocomplete?q=lamp`, {
          headers: { 'x-api-key': secret },
        });
        return ((await response.json()) as AutocompleteAnswer).products.length === 5;
      },
      2_000,
    );
    assert.equal((await server.end()).code, 0);
  });
});

test('a trial run by the command writes nothing', async () => {
  await withShop(10, async ({ settings, storeId, file }) => {
    const trial = await runForetype(['import', file, '--store', storeId, '--dry-run'], settings);
    assert.match(trial.stdout, /10 products would be new/);
    const real = await runForetype(['import', file, '--store', storeId, '--json'], settings);
    assert.equal(importOf(real.stdout).created_rows, 10);
  });
});

test('a stopped command leaves an import that continues', async () => {
  await withShop(60_000, async ({ settings, storeId, file }) => {
    const { child, ended, logged } = startCommand(['import', file, '--store', storeId], settings);
    await waitUntil('the first rows', () => /importing/.test(logged()), 30_000);
    child.kill('SIGINT');
    assert.equal((await ended).code, 1);
    const [, importId = ''] = /foretype resume (\S+) --store/.exec(logged()) ?? [];
    const resumed = await runForetype(['resume', importId, '--store', storeId, '--json'], settings);
    assert.equal(resumed.code, 0, resumed.stderr);
    const { total_rows: total, created_rows: created } = importOf(resumed.stdout);
    assert.deepEqual([total, created], [60_000, 60_000]);
  });
});

test('a server waits for an import, and names it', async () => {
  await withShop(
    60_000,
    async ({ settings, storeId, file }) => {
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        const running = startCommand(['import', file, '--store', storeId], settings);
        await waitUntil('rows of the import', () => /importing/.test(running.logged()), 30_000);
        const serve = startCommand(['serve', '--json'], { ...settings, PORT: '0', LOG_LEVEL: 'warn' });
        const names = new RegExp(
          `foretype import \\(process ${running.child.pid}, since .+Z\\) uses .+sqlite`,
        );
        await waitUntil('the name of the import', () => names.test(serve.logged()), 30_000);
        running.child.kill(signal);
        await running.ended;
        // Also of a process that was killed the lock goes.
        const firstLine = await once(createInterface({ input: serve.child.stdout }), 'line');
        const { address } = JSON.parse(String(firstLine[0])) as { address: string };
        assert.equal((await fetch(`${address}/livez`)).status, 200);
        serve.child.kill('SIGTERM');
        assert.equal((await serve.ended).code, 0);
      }
    },
    engineNamed('sqlite'),
  );
});

test('Contract §1 JSON, JSON lines and Google XML are recognized by content and imported', async () => {
  await withShop(1, async ({ settings, storeId, folder }) => {
    const lamp = (id: string, title = `Lamp ${id}`) =>
      JSON.stringify({ id, title, price: 5.5, url: `https://shop.example/${id}` });
    const item = (id: string) =>
      `<item><g:id>${id}</g:id><title>Lamp ${id}</title><link>https://shop.example/${id}</link><g:price>5.50 EUR</g:price></item>`;
    const files: readonly (readonly [name: string, text: string, says: RegExp, counts: readonly number[]])[] =
      [
        // The last row of an id counts, and one that cannot be read fails alone.
        [
          'a.txt',
          `{"products":[${lamp('1')},${lamp('2')},${lamp('1', 'Lamp one')},{"id":"4"}]}`,
          /products in JSON/,
          [4, 2, 1],
        ],
        ['b.txt', `${lamp('5')}\n{"id":\n${lamp('6')}\n`, /products in JSON/, [3, 2, 1]],
        [
          'c.txt',
          `\uFEFF<?xml version="1.0"?><rss><channel>${item('7')}${item('8')}</channel></rss>`,
          /Google product feed/,
          [2, 2, 0],
        ],
      ];
    for (const [name, text, says, counts] of files) {
      const file = join(folder, name);
      writeFileSync(file, text);
      const { stdout, stderr } = await runForetype(['import', file, '--store', storeId, '--json'], settings);
      const run = importOf(stdout);
      assert.match(stderr, says);
      assert.deepEqual([run.total_rows, run.created_rows, run.failed_rows], counts, name);
    }
    const broken = join(folder, 'broken.xml');
    writeFileSync(broken, `<rss><channel>${item('9')}`);
    const { code, stdout } = await runForetype(['import', broken, '--store', storeId], settings);
    assert.equal(code, 1);
    assert.match(stdout, /breaks off before its end/);
  });
});

test('a file that is no catalog leaves a failed import', async () => {
  await withShop(1, async ({ settings, storeId, secret, file, folder }) => {
    const write = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const cases: readonly (readonly [words: readonly string[], says: RegExp])[] = [
      [[write('wrong.csv', 'external_id,title\n1,One\n')], /price/],
      [[write('empty.csv', '')], /empty/],
      [[write('book.csv', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]))], /workbook|archive/i],
      [[write('rows.csv', 'external_id,title,price,url\n')], /no products below/],
      [[write('cut.xml', '<rss><channel><item>')], /breaks off before its end/],
      [[join(folder, 'no-such.csv')], /no-such\.csv cannot be read/],
      [[folder], /is no file/],
      [[file, '--columns', 'Titles=title'], /no column "Titles" \(did you mean "title"\?\)/],
    ];
    await whileServing(settings, async (address) => {
      const headers = { 'x-api-key': secret };
      for (const [words, says] of cases) {
        const command = ['import', ...words, '--store', storeId, '--json'];
        const { code, stdout, stderr } = await runForetype(command, settings);
        assert.equal(code, 1, stderr);
        const run = importOf(stdout);
        assert.deepEqual([run.status, run.total_rows, run.dry_run], ['failed', 0, false]);
        assert.match(run.error ?? '', says);
        assert.deepEqual(await (await fetch(run.links.self, { headers })).json(), run);
      }
      const plain = await runForetype(['import', join(folder, 'wrong.csv'), '--store', storeId], settings);
      assert.match(plain.stdout, /^The import of wrong\.csv failed: .*price/);
      assert.ok(plain.stdout.includes(`${address}/dashboard/stores/${storeId}/imports/`));
      assert.match(plain.stderr, /The option is --columns/);
      const list = await fetch(`${address}/api/v1/product-imports`, { headers });
      const { imports } = (await list.json()) as { imports: readonly ImportBody[] };
      assert.deepEqual([imports.length, imports[0]?.filename], [cases.length + 1, 'wrong.csv']);
    });
  });
});

test('an import that is asked for wrongly leaves nothing', async () => {
  await withShop(1, async ({ settings, storeId, file }) => {
    const cases: readonly (readonly [words: readonly string[], code: number, says: RegExp])[] = [
      [[file, '--store', 'nobody'], 1, /There is no store "nobody"/],
      [[file, '--store', storeId, '--format', 'excel'], 2, /--format takes columns, shopify/],
      [[file, '--store', storeId, '--columns', 'title=name'], 2, /--columns takes NAME=FIELD pairs/],
      [[file], 2, /--store is missing/],
      [['--store', storeId], 2, /FILE or --watch FOLDER/],
      [[file, '--watch', '.', '--store', storeId], 2, /FILE or --watch FOLDER/],
      [[file, '--once', '--store', storeId], 2, /--once goes with --watch/],
      [['--watch', '.', '--settle', '0', '--store', storeId], 2, /--settle takes seconds from 1/],
      [['--watch', `${file}-none`, '--store', storeId], 1, /cannot be watched/],
    ];
    for (const [words, code, says] of cases) {
      const result = await runForetype(['import', ...words, '--json'], settings);
      assert.deepEqual([result.code, result.stdout], [code, ''], result.stderr);
      assert.match(result.stderr, says);
    }
    const storage = await openStorageOf(settings.FORETYPE_DATA ?? '');
    const runs = await storage.reader(storeId).imports.page({ before: null, limit: 9 });
    await storage.close();
    assert.deepEqual(runs, []);
  });
});
