/**
 * Packs the service into a few files, from which it starts in less than half the processor time (record 0043). Nothing is minified,
 * and maps lead from the packed text to the sources. It never changes a source. A build error of esbuild throws, and the folder is
 * then not to be used.
 */
// Tests: server/packed.live.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { digestSources, packedSourcesFile } from '../server/packed.js';
import { root } from './test-files.ts';

/** The files that node is given to run: the commands, what is read before them, and the threads. */
const entries = [
  ...['cli/program', 'settings/config', 'process/native-memory'],
  ...['index', 'merge', 'phrase', 'pipeline', 'reader'].map(
    (name) => `threads/${name}-thread/${name}-thread`,
  ),
  'threads/lifecycle/idle-heap',
];
/** Packages of hundreds of modules each, with nothing in them that hangs on where they lie. */
const packedPackages = new Set(['kysely', 'typebox']);

/** A packed module still finds what lies beside its source. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = relative(root, path).replaceAll('\\', '/');
      if (!text.includes('import.meta.url') || place.includes('node_modules/')) return null;
      const source = JSON.stringify(`../${place}`);
      const contents = text.replace(/\bimport\.meta\.url\b/g, `new URL(${source}, import.meta.url).href`);
      return { contents, loader: 'ts' };
    });
  },
};

/** Fills a folder. Beside the packed files goes a list of their sources, by which `server/packed.js` knows whether they may run. */
export async function packService(esbuild: typeof import('esbuild'), outDir: string): Promise<void> {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { metafile } = await esbuild.build({
    entryPoints: entries.map((entry) => `server/${entry}.ts`),
    absWorkingDir: root,
    outdir: outDir,
    // All lie side by side, so that the way to a source is the same from each. The build fails where two have one name.
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node26',
    external: Object.keys(dependencies).filter((name) => !packedPackages.has(name)),
    plugins: [keepPlaces],
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  const packed = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === undefined ? [] : [[entryPoint, basename(file)]],
  );
  const inputs = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'));
  const paths = ['package-lock.json', ...inputs].sort();
  const list = { entries: Object.fromEntries(packed), paths, digest: digestSources(paths) };
  writeFileSync(join(outDir, packedSourcesFile), JSON.stringify(list));
}
