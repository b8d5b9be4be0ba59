/** Files of real data that benchmarks read, and their checksums, so that a reader can tell whether they have the same. */
// Tests: test/bench/data-files.test.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { sharedData } from '../test/support/shared-data.ts';

/** `electronics` and `long-cards` are catalogs, `keystrokes` recorded sessions. */
export type DataName = 'electronics' | 'long-cards' | 'keystrokes';

const files: Readonly<Record<DataName, string>> = {
  electronics: 'converted/icecat.csv.gz',
  'long-cards': 'converted/bestbuy.json.gz',
  keystrokes: 'converted/keystrokes.dev.ndjson.gz',
};

/** The path of a file of real data; null if it is absent. `root` is the folder of real data. */
export function dataPath(name: DataName, root?: string): string | null {
  return sharedData(files[name], root);
}

/** Describes what a benchmark reads: each file with the first 16 digits of its SHA-256, or that it is absent. */
export function describeData(names: readonly DataName[], root?: string): string {
  if (names.length === 0) return 'made by the code';
  return names.map((name) => describeFile(name, dataPath(name, root))).join(', ');
}

function describeFile(name: DataName, path: string | null): string {
  const file = `\`${basename(files[name])}\``;
  if (path === null) return `${file} (absent)`;
  const digits = createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);
  return `${file} (SHA-256 \`${digits}\`)`;
}
