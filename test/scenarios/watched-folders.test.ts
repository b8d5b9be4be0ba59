/**
 * Goal: each complete file that is dropped into a folder is imported once, whatever is killed meanwhile, and leaves a report. Method:
 * real watchers and servers as processes, which are killed (SIGKILL) at chosen points; folders, imports and products are looked at.
 */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportBody } from '../../contract/imports.ts';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { pendingRun } from '../../server/ingest/run-counts.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { anyEngine, type TestEngine, testOnEngines } from '../support/engines.ts';
import {
  openStorageOf,
  runForetype,
  type Settings,
  startCommand,
  startForetype,
  withDataFolder,
} from '../support/foretype-process.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Long enough for imports of a busy machine. */
const limitMs = 90_000;

const rowsOf = (count: number, price = 5) =>
  [
    'external_id,title,price,url',
    ...Array.from({ length: count }, (_, row) => `l${row},Lamp ${row},${price},https://shop.example/${row}`),
  ].join('\n');

interface Scene {
  readonly settings: Settings;
  readonly storeId: string;
  readonly storage: Storage;
  /** The watched folder. */
  readonly folder: string;
  /** Starts a watcher and resolves once it watches. */
  watch(...more: string[]): Promise<ReturnType<typeof startCommand>>;
  /** Kills it, or asks it to end. */
  end(watcher: ReturnType<typeof startCommand>, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  drop(name: string, text: string): void;
  /** The names in a folder below the watched one, reports and times left out. */
  names(place: 'done' | 'failed'): string[];
  /** Every import of the store, oldest first. */
  imports(): Promise<{ filename: string; status: string; createdRows: number }[]>;
}

async function withScene(engine: TestEngine, work: (scene: Scene) => Promise<void>): Promise<void> {
  await withDataFolder(async (data) => {
    const settings = { FORETYPE_DATA: data };
    const { stdout } = await runForetype(['store', 'create', '--name', 'Shop', '--json'], settings);
    const storeId = (JSON.parse(stdout) as { store: { id: string } }).store.id;
    const folder = join(data, 'drop');
    mkdirSync(folder);
    const storage = await openStorageOf(data);
    const watchers = new Set<ReturnType<typeof startCommand>>();
    const end: Scene['end'] = async (watcher, signal) => {
      watchers.delete(watcher);
      watcher.child.kill(signal);
      return (await watcher.ended).code;
    };
    try {
      await work({
        ...{ settings, storeId, storage, folder, end },
        async watch(...more) {
          const words = ['import', '--watch', folder, '--settle', '1', '--store', storeId, '--json', ...more];
          const watcher = startCommand(words, settings);
          watchers.add(watcher);
          await waitUntil('the watcher', () => /"event":"watching"/.test(watcher.printed()), limitMs);
          return watcher;
        },
        drop: (name, text) => writeFileSync(join(folder, name), text),
        names: (place) => namesIn(join(folder, place)),
        async imports() {
          const runs = await storage.reader(storeId).imports.page({ before: null, limit: 50 });
          const shown = ({ filename, status, createdRows }: (typeof runs)[number]) => ({
            filename,
            status,
            createdRows,
          });
          return runs.map(shown).reverse();
        },
      });
    } finally {
      await Promise.all(Array.from(watchers, (watcher) => end(watcher, 'SIGKILL')));
      await storage.close();
    }
  }, engine);
}

const time = /^\d{4}-\d\d-\d\dT[\d-]+Z-/;

function namesIn(place: string): string[] {
  const names = existsSync(place) ? readdirSync(place).filter((name) => !name.endsWith('.report.json')) : [];
  for (const name of names) assert.match(name, time);
  return names.map((name) => name.replace(time, '')).sort();
}

function reportIn(place: string, name: string): ImportBody {
  const found = readdirSync(place).find((one) => one.endsWith(`-${name}.report.json`));
  assert.ok(found);
  return (JSON.parse(readFileSync(join(place, found), 'utf8')) as { import: ImportBody }).import;
}

testOnEngines('files that are dropped are imported, moved and reported', (engine) =>
  withScene(engine, async ({ watch, end, drop, names, imports, folder }) => {
    drop('early.csv', rowsOf(3));
    const watcher = await watch();
    drop('broken.csv', 'title\nLamp\n');
    drop('notes.md', 'not a catalog');
    symlinkSync(join(folder, 'notes.md'), join(folder, 'link.csv'));
    drop('late.csv.part', rowsOf(4));
    await waitUntil('the first files', () => names('done').length + names('failed').length === 2, limitMs);
    renameSync(join(folder, 'late.csv.part'), join(folder, 'late.csv'));
    await waitUntil('the renamed file', () => names('done').includes('late.csv'), limitMs);
    assert.deepEqual([names('done'), names('failed')], [['early.csv', 'late.csv'], ['broken.csv']]);
    assert.deepEqual(await imports(), [
      { filename: 'early.csv', status: 'completed', createdRows: 3 },
      { filename: 'broken.csv', status: 'failed', createdRows: 0 },
      { filename: 'late.csv', status: 'completed', createdRows: 1 },
    ]);
    assert.match(reportIn(join(folder, 'failed'), 'broken.csv').error ?? '', /price/);
    assert.equal(watcher.printed().match(/"event":"ignored","file":"link\.csv"/g)?.length, 1);
    assert.equal(reportIn(join(folder, 'done'), 'late.csv').total_rows, 4);
    // The same content again is another drop.
    drop('late.csv', rowsOf(4));
    await waitUntil('the second drop', () => names('done').length === 3, limitMs);
    assert.equal((await imports()).length, 4);
    assert.equal(await end(watcher, 'SIGTERM'), 0);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.startsWith('.')),
      ['done', 'failed', 'link.csv', 'notes.md'],
    );
    const events = watcher
      .printed()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    assert.deepEqual(
      // A link is named at the first look that shows it, whenever that is.
      events.map(({ event }) => event).filter((event) => event !== 'ignored'),
      ['watching', 'imported', 'failed', 'imported', 'imported', 'stopped'],
    );
  }),
);

testOnEngines('a drop is imported once, however often its watcher dies', (engine) =>
  withScene(engine, async ({ watch, end, drop, names, imports, storage, storeId }) => {
    const rows = 4_000;
    const runOf = async () => (await storage.reader(storeId).imports.page({ before: null, limit: 1 }))[0];
    const moments: readonly (readonly [what: string, holds: () => Promise<boolean>])[] = [
      ['the file in the database', async () => (await storage.reader(storeId).files.count()) > 0],
      ['the import', async () => (await runOf()) !== undefined],
      ['the first rows', async () => ((await runOf())?.processedRows ?? 0) > 0],
    ];
    drop('lamps.csv', rowsOf(rows));
    for (const [what, holds] of moments) {
      const watcher = await watch();
      await waitUntil(what, holds, limitMs);
      await end(watcher, 'SIGKILL');
    }
    const last = await watch();
    await waitUntil('the moved file', () => names('done').length === 1, limitMs);
    assert.equal(await end(last, 'SIGTERM'), 0);
    assert.deepEqual(await imports(), [{ filename: 'lamps.csv', status: 'completed', createdRows: rows }]);
    assert.equal((await storage.directory.findStore(storeId))?.productCount, rows);
  }),
);

test('a watcher outlives its server, and works beside it', () =>
  withScene(anyEngine, async ({ settings, watch, end, drop, names, imports }) => {
    const first = await startForetype(settings);
    const watcher = await watch();
    drop('one.csv', rowsOf(10));
    await waitUntil('the file of the first server', () => names('done').length === 1, limitMs);
    await first.end('SIGKILL');
    drop('two.csv', rowsOf(20));
    await waitUntil('the file without a server', () => names('done').length === 2, limitMs);
    const second = await startForetype(settings);
    drop('three.csv', rowsOf(30));
    await waitUntil('the file of the second server', () => names('done').length === 3, limitMs);
    await second.end();
    assert.equal(await end(watcher, 'SIGTERM'), 0);
    assert.deepEqual(
      (await imports()).map(({ createdRows }) => createdRows),
      [10, 10, 10],
    );
  }));

test('a folder has one watcher at a time', () =>
  withScene(anyEngine, async ({ settings, storeId, folder, watch, end }) => {
    const first = await watch();
    const words = ['import', '--watch', folder, '--store', storeId];
    const second = await runForetype(words, settings);
    assert.equal(second.code, 1);
    assert.match(second.stderr, new RegExp(`watched already \\(process ${first.child.pid}, since`));
    await end(first, 'SIGKILL');
    const third = await watch();
    assert.equal(await end(third, 'SIGTERM'), 0);
  }));

testOnEngines('a file that grows during its import is imported whole', (engine) =>
  withScene(engine, async ({ watch, end, drop, names, imports, folder, storage, storeId }) => {
    const rows = 2_000;
    drop('slow.csv', rowsOf(rows));
    const watcher = await watch();
    await waitUntil('its import', async () => (await imports()).length > 0, limitMs);
    appendFileSync(join(folder, 'slow.csv'), '\nlast,Last,1,https://shop.example/last');
    await waitUntil('the whole file', () => names('done').length === 1, limitMs);
    assert.equal(await end(watcher, 'SIGTERM'), 0);
    assert.equal(reportIn(join(folder, 'done'), 'slow.csv').total_rows, rows + 1);
    assert.equal((await storage.directory.findStore(storeId))?.productCount, rows + 1);
    assert.match(watcher.printed(), /"event":"waiting".*"file":"slow.csv"/);
  }),
);

test('files that cannot be moved are imported once', () =>
  withScene(anyEngine, async ({ settings, storeId, folder, drop, imports }) => {
    // Nothing can be put below a file, not even by an administrator.
    writeFileSync(join(folder, 'done'), '');
    writeFileSync(join(folder, 'failed'), '');
    const once = async (...more: string[]) => {
      const words = ['import', '--watch', folder, '--once', '--settle', '1', '--store', storeId, ...more];
      return await runForetype(words, settings);
    };
    drop('stays.csv', rowsOf(2));
    const first = await once();
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /stays\.csv stays where it is/);
    assert.match(first.stdout, /Z stays\.csv: 2 rows read; 2 products new/);
    // The same content with another time, then another content.
    drop('stays.csv', rowsOf(2));
    assert.equal((await once()).code, 0);
    assert.equal((await imports()).length, 1);
    drop('stays.csv', rowsOf(2, 6));
    drop('broken.csv', 'title\n');
    assert.equal((await once()).code, 1, 'one of them failed');
    assert.deepEqual((await imports()).map(({ filename, status }) => `${filename} ${status}`).sort(), [
      'broken.csv failed',
      'stays.csv completed',
      'stays.csv completed',
    ]);
    assert.equal((await once('--json')).code, 0);
    assert.equal((await imports()).length, 3);
  }));

test('a full queue is waited for, but not for ever', () =>
  withScene(anyEngine, async ({ settings, storeId, storage, folder, drop, imports }) => {
    await storage.write(storeId, async (writer) => {
      for (let place = 0; place < limits.importsWaitingPerStore; place += 1) {
        const identity = {
          id: newId(),
          storeId,
          source: 'csv',
          filename: 'waits.csv',
          dryRun: false,
        } as const;
        await writer.imports.insert(
          pendingRun({ ...identity, fileId: null, settings: null, createdAt: 1 + place }),
        );
      }
    });
    drop('lamps.csv', rowsOf(2));
    const words = ['import', '--watch', folder, '--once', '--settle', '1', '--store', storeId];
    const { code, stdout, stderr } = await runForetype(words, settings);
    assert.equal(code, 1);
    assert.match(stdout, /waiting: 100 imports of the store wait already/);
    assert.match(stderr, /100 imports of the store wait already/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.startsWith('.')),
      ['lamps.csv'],
    );
    assert.equal(await storage.reader(storeId).files.count(), 0);
    assert.ok((await imports()).every(({ status }) => status === 'pending'));
  }));
