import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { zipOf } from '../../test/support/hostile-feeds.ts';
import { ByteCursor } from './byte-cursor.ts';
import { OutboundError } from './outbound.ts';
import { unzipOnlyFile } from './zip-file.ts';

const file = Buffer.from('external_id,title,price\n'.repeat(200));

/** Yields pieces of the lengths given, over and over. */
async function* piecesOf(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function unzip(archive: Uint8Array, lengths: readonly number[] = [65_536]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(unzipOnlyFile(new ByteCursor(piecesOf(archive, lengths)))));
}

/** Builds an archive as `zip -` and other writers of streams do: sizes behind the data, numbers of 8 bytes in the directory. */
function streamedZip(descriptor: 'short' | 'wide' | 'unsigned'): Buffer {
  const archive = zipOf([file]);
  const packed = deflateRawSync(file);
  const dataAt = 30 + 5;
  const header = Buffer.from(archive.subarray(0, dataAt));
  const crc = header.readUInt32LE(14);
  header.writeUInt16LE(8, 6);
  header.fill(0, 14, 26);
  const sizes = Buffer.alloc(descriptor === 'wide' ? 16 : 8);
  if (descriptor === 'wide') {
    sizes.writeBigUInt64LE(BigInt(packed.length), 0);
    sizes.writeBigUInt64LE(BigInt(file.length), 8);
  } else {
    sizes.writeUInt32LE(packed.length, 0);
    sizes.writeUInt32LE(file.length, 4);
  }
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc);
  const signature = descriptor === 'unsigned' ? '' : 'PK\x07\x08';
  const directory = Buffer.from(archive.subarray(dataAt + packed.length, -22));
  const end = archive.subarray(-22);
  const extra = Buffer.alloc(descriptor === 'wide' ? 20 : 0);
  if (descriptor === 'wide') {
    directory.writeUInt32LE(0xffff_ffff, 20);
    directory.writeUInt32LE(0xffff_ffff, 24);
    directory.writeUInt16LE(extra.length, 30);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(file.length), 4);
    extra.writeBigUInt64LE(BigInt(packed.length), 12);
  }
  return Buffer.concat([header, packed, Buffer.from(signature), checksum, sizes, directory, extra, end]);
}

test('a ZIP archive of one file is read in any pieces', async () => {
  const archives = [
    zipOf([file]),
    zipOf([file], 'stored'),
    zipOf([Buffer.alloc(0)]),
    streamedZip('short'),
    streamedZip('wide'),
    streamedZip('unsigned'),
  ];
  const lengths = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...archives), lengths, async (archive, cuts) => {
      const bytes = await unzip(archive, cuts);
      assert.ok(bytes.equals(archive === archives[2] ? Buffer.alloc(0) : file));
    }),
    { numRuns: 150 },
  );
});

test('a ZIP archive with a comment gives its file', async () => {
  const comment = Buffer.from('made by PK\x05\x06 hand');
  const archive = Buffer.concat([zipOf([file]), comment]);
  archive.writeUInt16LE(comment.length, archive.length - comment.length - 2);
  assert.ok((await unzip(archive)).equals(file));
});

test('a cut or changed ZIP archive never passes for another', async () => {
  const archive = zipOf([file]);
  const stored = zipOf([file.subarray(0, 200)], 'stored');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(archive, stored, streamedZip('short'), streamedZip('wide')),
      fc.nat(9_999),
      fc.integer({ min: 0, max: 255 }),
      async (whole, part, flip) => {
        const at = Math.floor((part / 10_000) * whole.length);
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const bytes = flip === 0 ? whole.subarray(0, at) : damaged;
        const outcome = await unzip(bytes).catch((error: unknown) => error);
        if (outcome instanceof OutboundError) {
          assert.match(outcome.code, /^(?:truncated|encoding)$/);
        } else {
          // What was changed is a name, a date or the like.
          assert.ok(outcome instanceof Buffer, String(outcome));
          assert.ok(flip !== 0 && outcome.equals(whole === stored ? file.subarray(0, 200) : file));
        }
      },
    ),
    { numRuns: 600 },
  );
});

test('a ZIP archive with several files or oddities is refused', async () => {
  const encrypted = zipOf([file]);
  encrypted[6] = 1;
  const lzma = zipOf([file]);
  lzma[8] = 14;
  const padded = Buffer.concat([zipOf([file]), Buffer.alloc(600 * 1024)]);
  const miscounted = zipOf([file]);
  miscounted.writeUInt16LE(2, miscounted.length - 12);
  for (const [archive, words] of [
    [miscounted, /exactly one file/],
    [zipOf([]), /exactly one file/],
    [zipOf([file, file]), /exactly one file/],
    [zipOf([file, Buffer.alloc(700_000, 'xy')], 'stored'), /exactly one file/],
    [padded, /exactly one file/],
    [encrypted, /encrypted/],
    [lzma, /unusual/],
  ] as const) {
    await assert.rejects(
      unzip(archive),
      (error) => error instanceof OutboundError && words.test(error.message),
    );
  }
});
