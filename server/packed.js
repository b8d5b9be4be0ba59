/**
 * The program in few files. Node spends more processor time on finding and linking its 1,300 modules than the program does on its
 * start, in each thread again (record 0043), so `bin/build.ts` packs them into `dist/`. The packed form is run only if every source
 * is as it was then: a change shows at the next start, packed or not. JavaScript, since the entries read it before anything else. It
 * builds nothing and never mixes two versions: the decision is made once a process, for all threads. Files that are absent, damaged or
 * older than a source are passed over, and the sources run.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

// The same from `server/` and, packed, from `dist/`: both lie in the root.
const root = new URL('../', import.meta.url);
const folder = new URL('dist/', root);

/**
 * In the folder: the modules that have a packed file, each with its name; all sources that were packed, as paths from the
 * root; and a digest of those.
 */
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

/** Under this name every thread finds what the first one decided. */
const decision = `packed program of ${root}`;

/**
 * Addresses of modules with those of their packed files. Decided once a process: threads that are started later run the
 * same version as those that are there, and none of them reads all sources again.
 * @returns {ReadonlyMap<string, string>}
 */
function packedFiles() {
  const known = getEnvironmentData(decision);
  if (known instanceof Map) return known;
  const files = readPackedFiles();
  setEnvironmentData(decision, files);
  return files;
}

/** @returns {Map<string, string>} */
function readPackedFiles() {
  try {
    const { entries, paths, digest } = JSON.parse(readFileSync(new URL(packedSourcesFile, folder), 'utf8'));
    if (digestSources(paths) !== digest) return new Map();
    return new Map(
      Object.entries(entries).map(([path, name]) => [new URL(path, root).href, new URL(name, folder).href]),
    );
  } catch {
    // Never packed (the tool comes with development packages), or a source that is gone.
    return new Map();
  }
}

/** In the folder: what the thread that answers warms up with (autocomplete/answering/warm-up.ts). */
export const warmUpFile = 'warm-up.bin';

/**
 * The address of a file that was packed beside the program; null if sources run, which it need not fit.
 * @param {string} name
 * @returns {URL | null}
 */
export function packedBeside(name) {
  return packedFiles().size > 0 ? new URL(name, folder) : null;
}

/**
 * The address to import for a module: its packed form, or the module itself if it has none or a source had changed by the start.
 * @param {URL} file
 * @returns {URL}
 */
export function programFile(file) {
  return new URL(packedFiles().get(file.href) ?? file);
}
