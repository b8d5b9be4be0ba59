/**
 * Unpacks the only file of a ZIP archive (APPNOTE 6.3) as it arrives, without holding it. The directory after its data proves the end:
 * it must name exactly one file, with the checksum of the data that was read. Throws `truncated` or `encoding`; it bounds no size
 * (document-body.ts does). Behind the data at most 512 KiB are read; an encrypted archive, or one of several files, is refused.
 */
// Tests: ./zip-file.test.ts.
import { crc32, createInflateRaw } from 'node:zlib';
import type { ByteCursor } from './byte-cursor.ts';
import { decompress } from './content-coding.ts';
import { OutboundError } from './outbound.ts';

const localHeaderBytes = 30;
const directoryEntryBytes = 46;
const endRecordBytes = 22;
/** Most bytes after the data: data descriptor, directory of one file, end records and the longest comments. */
const tailMaxBytes = 512 * 1024;

/** Marks a number that is stored elsewhere in the archive. */
const elsewhere = 0xffff_ffff;

/** The data read so far, to be compared with the directory. */
interface Read {
  packedBytes: number;
  crc: number;
}

/** The file's bytes. Throws `truncated` or `encoding`. */
export async function* unzipOnlyFile(input: ByteCursor): AsyncGenerator<Uint8Array> {
  try {
    // An archive without files starts with its end record.
    if ((await input.peek(4)).toString('latin1') === 'PK\x05\x06') throw severalFiles();
    const header = await takeWhole(input, localHeaderBytes);
    const isEncrypted = (header.readUInt16LE(6) & 1) === 1;
    const method = header.readUInt16LE(8);
    await takeWhole(input, header.readUInt16LE(26) + header.readUInt16LE(28));
    if (isEncrypted || (method !== 0 && method !== 8)) {
      throw damaged('The ZIP file is encrypted or packed in an unusual way; pack it with DEFLATE.');
    }
    const read: Read = { packedBytes: 0, crc: 0 };
    const data = method === 8 ? inflateData(input, read) : storedData(input, header, read);
    for await (const chunk of data) {
      read.crc = crc32(chunk, read.crc);
      yield chunk;
    }
    checkDirectory(await readTail(input), read);
  } finally {
    await input.close();
  }
}

async function takeWhole(input: ByteCursor, count: number): Promise<Buffer> {
  const bytes = await input.take(count);
  if (bytes.length < count) throw cut();
  return bytes;
}

/** Stored data does not mark its own end, so its length must come first. */
async function* storedData(input: ByteCursor, header: Buffer, read: Read): AsyncGenerator<Uint8Array> {
  const packedBytes = header.readUInt32LE(18);
  const hasLaterSizes = (header.readUInt16LE(6) & 8) === 8;
  if (hasLaterSizes || packedBytes === elsewhere) {
    throw damaged('The ZIP file does not say how long its file is; pack it with DEFLATE.');
  }
  while (read.packedBytes < packedBytes) {
    const chunk = await input.next();
    if (chunk === null) throw cut();
    const own = chunk.subarray(0, packedBytes - read.packedBytes);
    input.giveBack(chunk.subarray(own.length));
    read.packedBytes += own.length;
    yield own;
  }
}

/** Deflated data marks its own end; bytes that went into the inflater beyond it are put back. */
async function* inflateData(input: ByteCursor, read: Read): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw();
  let handed: { readonly from: number; readonly bytes: Uint8Array }[] = [];
  let hasEnded = false;
  const stopped = Promise.withResolvers<void>();
  const takeUnused = () => handed.filter(({ from, bytes }) => from + bytes.length > inflater.bytesWritten);
  async function* feed(): AsyncGenerator<Uint8Array> {
    try {
      for (let from = 0; !hasEnded; ) {
        const bytes = await input.next();
        if (bytes === null) return;
        handed = [...takeUnused(), { from, bytes }];
        from += bytes.length;
        yield bytes;
      }
    } finally {
      stopped.resolve();
    }
  }
  yield* decompress(feed(), inflater);
  hasEnded = true;
  await stopped.promise;
  read.packedBytes = inflater.bytesWritten;
  const unused = takeUnused().map(({ from, bytes }) => bytes.subarray(Math.max(0, read.packedBytes - from)));
  input.giveBack(Buffer.concat(unused));
}

async function readTail(input: ByteCursor): Promise<Buffer> {
  const tail = await input.take(tailMaxBytes + 1);
  if (tail.length > tailMaxBytes) throw severalFiles();
  return tail;
}

/** Throws unless the directory follows the data and names exactly this file with this checksum. */
function checkDirectory(tail: Buffer, read: Read): void {
  const end = findEndRecord(tail);
  if (end.readUInt16LE(10) !== 1) throw severalFiles();
  const start = tail.indexOf('PK\x01\x02', 0, 'latin1');
  // A data descriptor may come first: checksum and sizes of 4 or 8 bytes, with or without a signature.
  if (![0, 12, 16, 20, 24].includes(start) || tail.length - start < directoryEntryBytes) throw severalFiles();
  if (tail.readUInt32LE(start + 16) !== read.crc) {
    throw damaged('The checksum of the ZIP file is wrong; create the file again.');
  }
}

function findEndRecord(tail: Buffer): Buffer {
  for (let at = tail.length - endRecordBytes; at >= 0; at -= 1) {
    const isRecord = tail.readUInt32BE(at) === 0x504b_0506;
    if (isRecord && at + endRecordBytes + tail.readUInt16LE(at + 20) === tail.length)
      return tail.subarray(at);
  }
  throw cut();
}

function cut(): OutboundError {
  return new OutboundError('truncated', 'The ZIP file ends before its end; nothing of it counts.');
}

function severalFiles(): OutboundError {
  return damaged('The ZIP file must hold exactly one file and nothing else.');
}

function damaged(message: string): OutboundError {
  return new OutboundError('encoding', message);
}
