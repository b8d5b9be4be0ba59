/**
 * Writes files whole and durable with a checksum, and reads them whole and compares it. Work is done in pieces, so
 * that other work of the thread waits for one piece at most, and straight between the disk and shared memory, without
 * a copy. A wrong size or checksum rejects with a reason.
 *
 * The checksum is CRC-32 (4 GB/s measured): it finds what disks, crashes and people do to a file, not an attacker, who could as well
 * write to the database. It never decides what to do with a bad file: its caller rebuilds. Pieces have 4 MiB.
 */
// Tests: ./index-files.test.ts.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** Bytes of a piece, which takes about a millisecond. Measured: larger ones are not faster. */
const pieceBytes = 4 * 1024 * 1024;

/** Bytes up to which a file is read at once, blocking: that takes less time than opening, reading and closing it by other threads. Chosen. */
const smallMaxBytes = 1024 * 1024;

/** Other users of this machine may not read catalogs. */
const fileMode = 0o600;

/** Replaces the content of the file by the bytes. They are on the disk when it resolves, with their checksum. */
export async function writeChecked(path: string, bytes: Uint8Array): Promise<number> {
  const file = await open(path, 'w', fileMode);
  try {
    let checksum = 0;
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes);
      for (let done = 0; done < piece.length; ) {
        done += (await file.write(piece, done, piece.length - done)).bytesWritten;
      }
      checksum = crc32(piece, checksum);
    }
    await file.sync();
    return checksum;
  } finally {
    await file.close();
  }
}

/** Fills `target` from a file of exactly its size and checksum. Rejects with an error that says what is wrong. */
export async function readChecked(path: string, target: Uint8Array, checksum: number): Promise<void> {
  const found = await (target.length <= smallMaxBytes ? readSmall(path, target) : readPieces(path, target));
  if (found !== checksum) throw new Error('its checksum is wrong');
}

/** Returns the checksum, as the next one does. */
function readSmall(path: string, target: Uint8Array): number {
  const file = openSync(path, 'r');
  try {
    assertSize(fstatSync(file).size, target);
    for (let done = 0; done < target.length; ) {
      const bytesRead = readSync(file, target, done, target.length - done, done);
      if (bytesRead === 0) throw becameShorter();
      done += bytesRead;
    }
    return crc32(target);
  } finally {
    closeSync(file);
  }
}

async function readPieces(path: string, target: Uint8Array): Promise<number> {
  const file = await open(path, 'r');
  try {
    assertSize((await file.stat()).size, target);
    let found = 0;
    let ahead = readPiece(file, target, 0);
    for (let start = 0; start < target.length; start += pieceBytes) {
      const piece = await ahead;
      // The disk works on the next piece while this one is summed up: a third faster.
      if (start + pieceBytes < target.length) ahead = readPiece(file, target, start + pieceBytes);
      found = crc32(piece, found);
    }
    return found;
  } finally {
    await file.close();
  }
}

function assertSize(size: number, target: Uint8Array): void {
  if (size !== target.length) throw new Error(`it has ${size} bytes in place of ${target.length}`);
}

function becameShorter(): Error {
  return new Error('it became shorter while it was read');
}

async function readPiece(file: FileHandle, target: Uint8Array, start: number): Promise<Uint8Array> {
  const piece = target.subarray(start, start + pieceBytes);
  for (let done = 0; done < piece.length; ) {
    const { bytesRead } = await file.read(piece, done, piece.length - done, start + done);
    if (bytesRead === 0) throw becameShorter();
    done += bytesRead;
  }
  return piece;
}

/** Makes new names and renamed files in a folder durable. Windows knows no such thing and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
