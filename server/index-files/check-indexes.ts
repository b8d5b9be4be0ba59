/** Whether saved indexes are whole, for people: nothing is changed, and a server may save beside it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest, readSegment, segmentName } from './index-files.ts';
import type { Manifest } from './index-manifest.ts';

/** What was found in a folder of indexes. */
export interface IndexFindings {
  /** Stores with a saved index. */
  readonly stores: number;
  /** `<store>/<file>: what is wrong with it`. */
  readonly faults: readonly string[];
}

/** An index that is saved anew while it is read is read again, so often at most. */
const readingsMax = 3;

/** Reads every file and compares its checksum. A folder that is not there has no indexes. */
export async function checkIndexes(folder: string): Promise<IndexFindings> {
  const storeIds = await readdir(folder).catch(() => []);
  const faults: string[] = [];
  let stores = 0;
  for (const storeId of storeIds) {
    const found = await checkIndex(join(folder, storeId));
    if (found !== null) stores += 1;
    if (found !== null && found !== '') faults.push(`${storeId}/${found}`);
  }
  return { stores, faults };
}

/** Null where no index is saved; an empty text where it is whole. */
async function checkIndex(folder: string): Promise<string | null> {
  let fault: string | null = null;
  for (let reading = 0; reading < readingsMax; reading += 1) {
    const manifest = await readManifest(folder);
    if (manifest === null) return null;
    if (manifest instanceof Error) return `index.manifest: ${manifest.message}`;
    fault = await checkSegments(folder, manifest);
    if (fault === '') return fault;
    const after = await readManifest(folder);
    const isTheSame =
      after !== null &&
      !(after instanceof Error) &&
      JSON.stringify(after.head) === JSON.stringify(manifest.head);
    if (isTheSame) return fault;
  }
  return fault;
}

async function checkSegments(folder: string, { segments }: Manifest): Promise<string> {
  for (const { entry, data } of segments) {
    const read = data ?? (await readSegment(folder, entry));
    if (read instanceof Error) return `${segmentName(entry.id)}: ${read.message}`;
  }
  return '';
}
