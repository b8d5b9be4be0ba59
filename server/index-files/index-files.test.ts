import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { caseCount } from '../../test/support/case-count.ts';
import type { SegmentSnapshot } from '../search/engine.ts';
import { checkIndexes } from './check-indexes.ts';
import { createIndexFiles, type LoadedIndex, type SavedIndex } from './index-files.ts';
import type { IndexIdentity } from './index-manifest.ts';

const identity: IndexIdentity = {
  storeId: 'store-1',
  createdAt: 17,
  locale: 'de',
  currency: 'EUR',
  groupVariants: true,
  version: 3,
};

/** Bytes that follow from the id, so that a mix-up shows. */
function shared(byteLength: number, seed: number): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(byteLength);
  const bytes = new Uint8Array(buffer);
  for (let place = 0; place < byteLength; place += 1) bytes[place] = (place * 31 + seed * 7) & 0xff;
  return buffer;
}

function segment(id: number, byteLength: number): SegmentSnapshot {
  return { id, data: shared(byteLength, id), tombstones: shared(4 * (1 + (id % 3)), id + 1) };
}

function layered(id: number, byteLength: number, layers: readonly number[]): SegmentSnapshot {
  const cards = layers.map((bytes, layer) => ({ id: id + layer + 1, data: shared(bytes, id + layer) }));
  return { ...segment(id, byteLength), ...(cards.length === 0 ? {} : { cards }) };
}

const large = 200_000;

function indexOf(segments: readonly SegmentSnapshot[], changeNumber = 5): SavedIndex {
  return {
    identity,
    changeNumber,
    position: { changeNumber, externalId: 'ä-1' },
    witnesses: [{ externalId: 'ä-1', changeNumber, updatedAt: 99 }],
    synonyms: { changeNumber: 3, updatedAt: 98 },
    segments,
  };
}

/** Plain bytes, which `deepEqual` compares. */
function plain(index: SavedIndex) {
  const segments = index.segments.map(({ id, data, tombstones, cards = [] }) => ({
    id,
    data: Buffer.from(new Uint8Array(data)),
    tombstones: Buffer.from(new Uint8Array(tombstones)),
    cards: cards.map((layer) => ({ id: layer.id, data: Buffer.from(new Uint8Array(layer.data)) })),
  }));
  return { ...index, segments };
}

async function acceptAll(): Promise<null> {
  return null;
}

/** An empty folder that goes with the test, and files in it as of a new start of the process. */
function prepare(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'foretype-files-'));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, 'indexes');
  const store = join(folder, identity.storeId);
  return {
    root,
    folder,
    store,
    names: () => readdirSync(store).sort(),
    save: (index: SavedIndex) => createIndexFiles(folder).save(index),
    load: (wanted = identity) => createIndexFiles(folder).load(wanted, acceptAll),
  };
}

function assertLoaded(loaded: LoadedIndex, expected: SavedIndex): void {
  assert.equal(loaded.kind, 'loaded', JSON.stringify(loaded));
  if (loaded.kind === 'loaded') assert.deepEqual(plain(loaded.index), plain(expected));
}

function assertRefused(loaded: LoadedIndex, reason: RegExp): void {
  assert.equal(loaded.kind, 'refused');
  if (loaded.kind === 'refused') assert.match(loaded.reason, reason);
}

test('a saved index loads unchanged', async (t) => {
  const { save, load } = prepare(t);
  const size = fc.constantFrom(0, 8, 4_096, 131_071, 131_072, large);
  const shapes = fc.array(fc.record({ size, layers: fc.array(size, { maxLength: 2 }) }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(shapes, fc.nat(), async (segments, changeNumber) => {
      const index = indexOf(
        segments.map(({ size: byteLength, layers }, number) => layered(number * 10, byteLength, layers)),
        changeNumber,
      );
      await save(index);
      assertLoaded(await load(), index);
    }),
    { numRuns: caseCount(25) },
  );
});

test('a segment larger than one piece loads unchanged', async (t) => {
  const { save, load } = prepare(t);
  const index = indexOf([segment(1, 9 * 1024 * 1024 + 13)]);
  await save(index);
  assertLoaded(await load(), index);
});

test('an index this process saved or accepted is not rechecked', async (t) => {
  const { folder, save } = prepare(t);
  const doubted: number[] = [];
  const doubt = async ({ changeNumber }: { readonly changeNumber: number }) => {
    doubted.push(changeNumber);
    return null;
  };
  await save(indexOf([segment(1, 8)], 1));
  const files = createIndexFiles(folder);
  for (let load = 0; load < 2; load += 1) await files.load(identity, doubt);
  await files.save(indexOf([segment(1, 8)], 2));
  assertLoaded(await files.load(identity, doubt), indexOf([segment(1, 8)], 2));
  // Of another hand.
  await save(indexOf([segment(1, 8)], 3));
  await files.load(identity, doubt);
  assert.deepEqual(doubted, [1, 3]);
});

test('a store without a saved index is absent', async (t) => {
  const { load, root, folder } = prepare(t);
  assert.deepEqual(await load(), { kind: 'absent' });
  writeFileSync(folder, 'a file in the place of the folder');
  assert.deepEqual(await load(), { kind: 'absent' });
  assert.deepEqual(readdirSync(root), ['indexes']);
});

test('small segments stand in the manifest, large ones in files', async (t) => {
  const { folder, store, names } = prepare(t);
  const files = createIndexFiles(folder);
  await files.save(indexOf([segment(1, large), segment(2, 100)]));
  assert.deepEqual(names(), ['1.segment', 'index.manifest']);
  const before = statSync(join(store, '1.segment'), { bigint: true });
  await files.save(indexOf([segment(1, large), segment(3, large)], 6));
  assert.deepEqual(names(), ['1.segment', '3.segment', 'index.manifest']);
  const after = statSync(join(store, '1.segment'), { bigint: true });
  assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
});

test('loaded segments are not rewritten, and unneeded ones are removed', async (t) => {
  const { folder, store, save, names } = prepare(t);
  await save(indexOf([segment(1, large), segment(2, large)]));
  const before = statSync(join(store, '1.segment'), { bigint: true });
  const files = createIndexFiles(folder);
  await files.load(identity, acceptAll);
  await files.save(indexOf([segment(1, large)], 6));
  assert.deepEqual(names(), ['1.segment', 'index.manifest']);
  assert.equal(statSync(join(store, '1.segment'), { bigint: true }).mtimeNs, before.mtimeNs);
});

test('a segment whose file was removed is saved again', async (t) => {
  const { folder, store, load } = prepare(t);
  const files = createIndexFiles(folder);
  await files.save(indexOf([segment(1, large)]));
  rmSync(join(store, '1.segment'));
  await files.save(indexOf([segment(1, large)], 6));
  assertLoaded(await load(), indexOf([segment(1, large)], 6));
});

/** Ways to spoil a file. */
const damages: Readonly<Record<string, (path: string) => void>> = {
  'cut in half': (path) => truncateSync(path, statSync(path).size >> 1),
  emptied: (path) => truncateSync(path, 0),
  'longer by a byte': (path) => appendFileSync(path, 'x'),
  'filled with zeros': (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'replaced by a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
};

for (const [name, damage] of Object.entries(damages)) {
  test(`an index with a file that was ${name} is refused and removed`, async (t) => {
    const { folder, store, save, load } = prepare(t);
    for (const file of ['index.manifest', '1.segment']) {
      await save(indexOf([segment(1, large), segment(2, 50)]));
      damage(join(store, file));
      assertRefused(await load(), new RegExp(file));
      assert.deepEqual(readdirSync(folder), []);
      assert.deepEqual(await load(), { kind: 'absent' });
    }
  });
}

test('an index whose segment is missing is refused', async (t) => {
  const { store, save, load } = prepare(t);
  await save(indexOf([segment(1, large)]));
  rmSync(join(store, '1.segment'));
  assertRefused(await load(), /1\.segment: ENOENT/);
});

test('a changed bit anywhere is noticed', async (t) => {
  const { store, save, load } = prepare(t);
  const files = fc.constantFrom('index.manifest', '1.segment');
  await fc.assert(
    fc.asyncProperty(files, fc.nat(), fc.integer({ min: 0, max: 7 }), async (file, at, bit) => {
      await save(indexOf([segment(1, large), segment(2, 50)]));
      const bytes = readFileSync(join(store, file));
      const place = at % bytes.length;
      bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << bit), place);
      writeFileSync(join(store, file), bytes);
      assert.equal((await load()).kind, 'refused');
    }),
    { numRuns: caseCount(60) },
  );
});

test('an inspection finds a changed bit and changes nothing', async (t) => {
  const { folder, store, names, save } = prepare(t);
  assert.deepEqual(await checkIndexes(folder), { stores: 0, faults: [], largest: null });
  await save(indexOf([segment(1, 300_000), segment(2, 10)]));
  const largest = { storeId: 'store-1', bytes: 300_010 };
  assert.deepEqual(await checkIndexes(folder), { stores: 1, faults: [], largest });
  const path = join(store, '1.segment');
  const bytes = readFileSync(path);
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const found = await checkIndexes(folder);
  assert.deepEqual(found, { stores: 1, faults: ['store-1/1.segment: its checksum is wrong'], largest: null });
  writeFileSync(join(store, 'index.manifest'), 'x');
  assert.match((await checkIndexes(folder)).faults.join(), /store-1\/index.manifest: it is no manifest/);
  assert.deepEqual(names(), ['1.segment', 'index.manifest']);
});

test('files of two indexes never make a third one', async (t) => {
  const { store, save, load, root } = prepare(t);
  await save(indexOf([segment(1, large), segment(2, large)]));
  const other = join(root, 'other.segment');
  copyFileSync(join(store, '2.segment'), other);
  copyFileSync(other, join(store, '1.segment'));
  assertRefused(await load(), /1\.segment: its checksum is wrong/);
});

/** The manifest with one field of its prefix or head changed, and its checksum right. */
function rewriteManifest(path: string, change: (prefix: Buffer, head: string) => string): void {
  const bytes = readFileSync(path);
  const prefix = Buffer.from(bytes.subarray(0, 16));
  const headBytes = bytes.readUInt32LE(8);
  const head = Buffer.from(change(prefix, bytes.toString('utf8', 16, 16 + headBytes)));
  const rest = Buffer.concat([head, bytes.subarray(16 + headBytes)]);
  prefix.writeUInt32LE(head.length, 8);
  prefix.writeUInt32LE(crc32(rest, crc32(prefix.subarray(0, 12))), 12);
  writeFileSync(path, Buffer.concat([prefix, rest]));
}

test('a manifest of another format version or machine is refused', async (t) => {
  const { store, save, load } = prepare(t);
  const path = join(store, 'index.manifest');
  await save(indexOf([]));
  rewriteManifest(path, (prefix, head) => {
    prefix.writeUInt32LE(3, 4);
    return head;
  });
  assertRefused(await load(), /format version 3, not 2/);
  await save(indexOf([]));
  rewriteManifest(path, (_, head) => head.replace('unicode', 'uniCode'));
  assertRefused(await load(), /made for/);
});

test('an index of another identity is refused', async (t) => {
  const { save, load } = prepare(t);
  const others = [{ createdAt: 18 }, { locale: 'en' }, { currency: 'USD' }, { version: 4 }];
  for (const other of others) {
    await save(indexOf([segment(1, 50)]));
    assertRefused(await load({ ...identity, ...other }), new RegExp(Object.keys(other).join('')));
  }
});

test('a loader may refuse an index before reading segments', async (t) => {
  const { folder, store, save, load } = prepare(t);
  await save(indexOf([segment(1, large)]));
  truncateSync(join(store, '1.segment'));
  const files = createIndexFiles(folder);
  const loaded = await files.load(identity, async ({ changeNumber, position }) => {
    return `${changeNumber} ${position?.externalId}`;
  });
  assertRefused(loaded, /^5 ä-1$/);
  assert.deepEqual(await load(), { kind: 'absent' });
});

test('a question that fails leaves the files alone', async (t) => {
  const { folder, save, load } = prepare(t);
  const index = indexOf([segment(1, large)]);
  await save(index);
  const failing = async () => {
    throw new Error('the database is away');
  };
  await assert.rejects(createIndexFiles(folder).load(identity, failing), /away/);
  assertLoaded(await load(), index);
});

test('a crash during a save leaves the old or new index', async (t) => {
  const { root, store, save, load } = prepare(t);
  const [before, after] = [indexOf([segment(1, large)]), indexOf([segment(1, large), segment(2, large)], 6)];
  await save(after);
  const whole = join(root, 'after');
  cpSync(store, whole, { recursive: true });
  const half = (name: string) => {
    copyFileSync(join(whole, name), join(store, name));
    truncateSync(join(store, name), 100);
  };
  const steps: readonly (() => void)[] = [
    () => half('2.segment'),
    () => copyFileSync(join(whole, '2.segment'), join(store, '2.segment')),
    () => writeFileSync(join(store, 'index.manifest.new'), 'half'),
    () => copyFileSync(join(whole, 'index.manifest'), join(store, 'index.manifest.new')),
  ];
  for (const step of steps) {
    await save(before);
    step();
    assertLoaded(await load(), before);
  }
  await save(before);
  for (const name of readdirSync(whole)) copyFileSync(join(whole, name), join(store, name));
  writeFileSync(join(store, '7.segment'), 'what the save before left behind');
  assertLoaded(await load(), after);
  await save(after);
  assert.deepEqual(readdirSync(store).sort(), ['1.segment', '2.segment', 'index.manifest']);
});

test('a failed save leaves the old index and no remains', async (t) => {
  const { folder, store, load, names } = prepare(t);
  const files = createIndexFiles(folder);
  const before = indexOf([segment(1, large)]);
  const after = indexOf([segment(1, large), segment(2, large), segment(3, large)], 6);
  for (const inTheWay of ['3.segment', 'index.manifest.new']) {
    await files.save(before);
    mkdirSync(join(store, inTheWay));
    await assert.rejects(files.save(after), /EISDIR/);
    assert.deepEqual(names(), ['1.segment', 'index.manifest']);
    assertLoaded(await load(), before);
  }
  await files.save(after);
  assertLoaded(await load(), after);
});

test('a folder that cannot be made rejects the save', async (t) => {
  const { folder, save } = prepare(t);
  writeFileSync(folder, 'in the way');
  await assert.rejects(save(indexOf([])), /ENOTDIR/);
});

test('saves and loads of one store take turns', async (t) => {
  const { folder } = prepare(t);
  const files = createIndexFiles(folder);
  const versions = Array.from({ length: 6 }, (_, number) => indexOf([segment(number + 1, large)], number));
  const loads = versions.map(async (version) => {
    await files.save(version);
    return await files.load(identity, acceptAll);
  });
  for (const loaded of await Promise.all(loads)) assert.equal(loaded.kind, 'loaded');
});

test('the last of two processes to save is loaded whole', async (t) => {
  const { folder, load } = prepare(t);
  const [one, other] = [createIndexFiles(folder), createIndexFiles(folder)];
  for (let round = 0; round < 3; round += 1) {
    await one.save(indexOf([segment(1, large), segment(3, 50)], 2 * round));
    const last = indexOf([segment(2, large), segment(4 + round, large)], 2 * round + 1);
    await other.save(last);
    assertLoaded(await load(), last);
  }
});

test('a discarded index is gone', async (t) => {
  const { folder, save, load } = prepare(t);
  await save(indexOf([segment(1, large)]));
  await createIndexFiles(folder).discard(identity.storeId);
  assert.deepEqual(await load(), { kind: 'absent' });
});
