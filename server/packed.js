/**
 * The program in few files. Node spends more processor time on finding and linking its 1,300 modules than the program does
 * on its start, in each thread again (record 0043), so `bin/build.ts` packs them into `dist/`. What was packed is run only
 * while every source is as it was then: a change shows at once, packed or not. JavaScript, since the entries read it
 * before anything else.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const folder = new URL('dist/', root);

/** In the folder: the sources that were packed, as paths from the root, and a digest of them all. */
export const packedSourcesFile = 'sources.json';

/**
 * A digest of the contents of files.
 * @param {readonly string[]} paths from the root
 * @returns {string}
 */
export function digestSources(paths) {
  const texts = paths.map((path) => readFileSync(new URL(path, root), 'utf8'));
  return hash('sha256', JSON.stringify(texts));
}

/** Null until it is asked for. */
let isFresh = null;

function readFresh() {
  try {
    const { paths, digest } = JSON.parse(readFileSync(new URL(packedSourcesFile, folder), 'utf8'));
    return digestSources(paths) === digest;
  } catch {
    // Never packed (the tool comes with development packages), or a source that is gone.
    return false;
  }
}

/**
 * What to import for a module that an entry of the packed program is made of: that, or the module itself where the
 * program was never packed or is stale.
 * @param {URL} file
 * @returns {URL}
 */
export function programFile(file) {
  isFresh ??= readFresh();
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1);
  return isFresh ? new URL(name.replace(/\.ts$/, '.js'), folder) : file;
}
