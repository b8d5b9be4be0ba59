/** Documents that are handed out as a packed file: recognised by their first bytes, whatever they are called. */
import { createGunzip } from 'node:zlib';
import { ByteCursor } from './byte-cursor.ts';
import { decompress } from './content-coding.ts';
import { unzipOnlyFile } from './zip-file.ts';

/** A document, out of the file that wrapped it. */
export interface UnwrappedFile {
  readonly archive: 'gzip' | 'zip' | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes and unpacks `.gz` and `.zip` files, one layer of them. */
export async function unwrapFile(source: AsyncIterable<Uint8Array>): Promise<UnwrappedFile> {
  const input = new ByteCursor(source);
  const magic = (await input.peek(4)).toString('latin1');
  if (magic.startsWith('\x1F\x8B\x08')) {
    return { archive: 'gzip', bytes: decompress(input.rest(), createGunzip()) };
  }
  // The second is an archive without files.
  if (magic === 'PK\x03\x04' || magic === 'PK\x05\x06') {
    return { archive: 'zip', bytes: unzipOnlyFile(input) };
  }
  return { archive: null, bytes: input.rest() };
}
