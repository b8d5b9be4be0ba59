/**
 * Checks whether saved indexes are whole, for people. It changes nothing, and a server may save at the same time: an index that is
 * replaced meanwhile is read again, three times at most. A damaged file is a finding in words, not an error. Sizes are bytes.
 */
// Tests: ./index-files.test.ts.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, readSegment, segmentName } from './index-files.ts';
import type { Manifest } from './index-manifest.ts';

/** The findings in a folder of indexes. */
export interface IndexFindings {
  /** Stores with a saved index. */
  readonly stores: number;
  /** `<store>/<file>: what is wrong with it`. */
  readonly faults: readonly string[];
  /** The largest that is whole; null where there is none. */
  readonly largest: SavedSize | null;
}

/** The memory that an index takes, without synonyms. */
interface SavedSize {
  readonly storeId: string;
  readonly bytes: number;
}

/** Readings of an index that is saved again meanwhile, at most. Chosen. */
const readingsMax = 3;

/** Reads every file and compares its checksum. A folder that is not there has no indexes. */
export async function checkIndexes(folder: string): Promise<IndexFindings> {
  const storeIds = await readdir(folder).catch(() => []);
  const faults: string[] = [];
  let stores = 0;
  let largest: SavedSize | null = null;
  for (const storeId of storeIds) {
    const found = await checkIndex(join(folder, storeId));
    if (found !== null) stores += 1;
    if (typeof found === 'string') faults.push(`${storeId}/${found}`);
    else if (found !== null && found > (largest?.bytes ?? 0)) largest = { storeId, bytes: found };
  }
  return { stores, faults, largest };
}

/** Null where no index is saved; what is wrong with it, or its size in bytes where it is whole. */
async function checkIndex(folder: string): Promise<string | number | null> {
  let found: string | number | null = null;
  for (let reading = 0; reading < readingsMax; reading += 1) {
    const manifest = await readManifest(folder);
    if (manifest === null) return null;
    if (manifest instanceof Error) return `index.manifest: ${manifest.message}`;
    found = await checkSegments(folder, manifest);
    if (typeof found === 'number') return found;
    const after = await readManifest(folder);
    const isTheSame =
      after !== null &&
      !(after instanceof Error) &&
      JSON.stringify(after.head) === JSON.stringify(manifest.head);
    if (isTheSame) return found;
  }
  return found;
}

async function checkSegments(folder: string, { segments }: Manifest): Promise<string | number> {
  let bytes = 0;
  for (const { entry, data } of segments) {
    const read = data ?? (await readSegment(folder, entry));
    if (read instanceof Error) return `${segmentName(entry.id)}: ${read.message}`;
    bytes += read.byteLength;
  }
  return bytes;
}
