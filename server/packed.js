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

/**
 * What was packed while no source has changed since, as addresses; null until it is asked for.
 * @type {ReadonlySet<string> | null}
 */
let fresh = null;

/** @returns {ReadonlySet<string>} */
function readFresh() {
  try {
    const { paths, digest } = JSON.parse(readFileSync(new URL(packedSourcesFile, folder), 'utf8'));
    return new Set(digestSources(paths) === digest ? paths.map((path) => new URL(path, root).href) : []);
  } catch {
    // Never packed (the tool comes with development packages), or a source that is gone.
    return new Set();
  }
}

/**
 * What to import for a module: its packed form, or the module itself where it is not packed or any source has changed since.
 * @param {URL} file one of the packed program's entries, or a module outside the program
 * @returns {URL}
 */
export function programFile(file) {
  fresh ??= readFresh();
  const name = file.pathname.slice(file.pathname.lastIndexOf('/') + 1);
  return fresh.has(file.href) ? new URL(name.replace(/\.ts$/, '.js'), folder) : file;
}
