/**
 * Builds the dashboard into dashboard/dist/, the widget into widget/dist/, the documentation into docs/dist/, packs the service into
 * dist/ and the packages into packages/NAME/dist/, unless what lies there was made of the same sources. It runs before every start and test, so doing nothing must be
 * quick, and an installation without the build tools must pass: the service then says what is missing. Nothing here touches the
 * network. A widget that is too large (pack-widget.ts), or an error of a build tool, throws, and the folder of the last good build
 * stays.
 */
// Tests: none; its own run shows whether it works.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { packWarmUp } from '../server/autocomplete/answering/warm-up.ts';
import { warmUpFile } from '../server/packed.js';
import { decisionsFolder, iconFile, pageFiles } from './docs/navigation.ts';
import type { PackageName } from './pack-clients.ts';
import { packService } from './pack-service.ts';
import { makeWarmUp } from './pack-warm-up.ts';
import { packWidget } from './pack-widget.ts';

interface Part {
  readonly name: string;
  /** The folder of the output, from the root. */
  readonly output: string;
  /** Everything that can change the output. */
  readonly sourceFolders: readonly string[];
  readonly sourceFiles: readonly string[];
  /** Fills an empty folder. False where the build tools were not installed (`npm ci --omit=dev`). */
  readonly make: (outDir: string) => Promise<boolean>;
  /** Whether a file is sent to browsers as it is, and so compressed as well. */
  readonly isCompressed: (name: string) => boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** The file in the output that says from which sources it was made. */
const fingerprintFile = 'sources.sha256';
/** Smaller files gain nothing that a packet would notice. */
const compressFromBytes = 1_024;

const fontFolder = join(root, 'node_modules/@fontsource-variable/figtree');
const dashboardPages = ['dashboard/index.html', 'dashboard/preview.html'];
const dashboard: Part = {
  name: 'dashboard',
  output: join(root, 'dashboard/dist'),
  sourceFolders: ['dashboard/src', 'contract', 'csv'],
  sourceFiles: [...dashboardPages, 'bin/build.ts', 'package-lock.json'],
  make: bundleDashboard,
  // A page carries a nonce, so it differs with each answer; a font is compressed in itself.
  isCompressed: (name) => !/\.(html|woff2)$/.test(name),
};
const widget: Part = {
  name: 'widget',
  output: join(root, 'widget/dist'),
  sourceFolders: ['widget/src'],
  sourceFiles: ['bin/build.ts', 'bin/pack-widget.ts', 'package.json', 'package-lock.json'],
  make: async (outDir) => {
    const tools = await orNull(Promise.all([import('esbuild'), import('vite')]));
    if (tools === null) return false;
    await packWidget(...tools, outDir);
    return true;
  },
  isCompressed: () => true,
};
const service: Part = {
  name: 'service',
  output: join(root, 'dist'),
  sourceFolders: ['server', 'contract', 'csv', 'demo'],
  sourceFiles: [
    'bin/build.ts',
    'bin/pack-service.ts',
    'bin/pack-warm-up.ts',
    'package.json',
    'package-lock.json',
  ],
  make: async (outDir) => {
    const esbuild = await orNull(import('esbuild'));
    if (esbuild === null) return false;
    await packService(esbuild, outDir);
    writeFileSync(join(outDir, warmUpFile), packWarmUp(await makeWarmUp()));
    return true;
  },
  isCompressed: () => false,
};
/** The script of the demo shop's React page, of the built packages. */
const reactPage: Part = {
  name: 'React page',
  output: join(root, 'packages/demo/dist'),
  sourceFolders: ['client/src', 'react/src', 'demo/src']
    .map((folder) => `packages/${folder}`)
    .concat('contract', 'widget/src'),
  sourceFiles: ['bin/build.ts', 'bin/pack-clients.ts', 'package-lock.json'],
  make: async (outDir) => {
    const esbuild = await orNull(import('esbuild'));
    if (esbuild === null) return false;
    await esbuild.build({
      entryPoints: [join(root, 'packages/demo/src/search-page.tsx')],
      outfile: join(outDir, 'search-page.js'),
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      tsconfigRaw: {},
      alias: {
        '@foretype/client': join(root, 'packages/client/dist/client.js'),
        '@foretype/react': join(root, 'packages/react/dist/react.js'),
      },
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'warning',
    });
    return true;
  },
  isCompressed: () => false,
};
/** A package that shops install; nothing of the service needs it. */
const packageOf = (name: PackageName, ...needed: readonly string[]): Part => ({
  name: `package ${name}`,
  output: join(root, `packages/${name}/dist`),
  sourceFolders: [`packages/${name}/src`, 'contract', 'widget/src', ...needed],
  sourceFiles: [
    ...['README.md', 'package.json'].map((file) => `packages/${name}/${file}`),
    ...['bin/build.ts', 'bin/pack-clients.ts', 'bin/write-calls.ts', 'packages/tsconfig.json'],
    ...['package.json', 'package-lock.json', 'LICENSE'],
  ],
  make: async (outDir) => {
    const tools = await orNull(Promise.all([import('esbuild'), import('typescript')]));
    if (tools === null) return false;
    // It loads all schemas.
    const { packClient } = await import('./pack-clients.ts');
    await packClient(tools[0], name, outDir);
    return true;
  },
  isCompressed: () => false,
});
/**
 * The API reference in it comes from the service's own OpenAPI document, but changes of the service alone do not rebuild
 * it: that would hold up every test. An installation builds it, and so does `npm run docs`.
 */
const documentation: Part = {
  name: 'documentation',
  output: join(root, 'docs/dist'),
  sourceFolders: [decisionsFolder, 'docs/pictures', 'docs/site', 'bin/docs'],
  sourceFiles: ['bin/build.ts', 'package-lock.json', iconFile, ...pageFiles],
  make: async (outDir) => {
    process.env.ASTRO_TELEMETRY_DISABLED = '1';
    const tools = await orNull(Promise.all([import('astro'), import('@astrojs/starlight')]));
    if (tools === null) return false;
    const [{ build }, starlight] = tools;
    // They load the whole service.
    const [{ buildSite }, { readOpenApi }] = await Promise.all([
      import('./docs/build-site.ts'),
      import('./docs/openapi.ts'),
    ]);
    await buildSite({ build, starlight: starlight.default }, await readOpenApi(), outDir);
    return true;
  },
  isCompressed: (name) => /\.(html|css|js|svg)$/.test(name),
};

/** A digest of the names and contents of all sources; tests do not count. */
function fingerprintSources({ sourceFolders, sourceFiles }: Part): string {
  const hash = createHash('sha256');
  const inFolders = sourceFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listFiles(folder));
  const paths = [...sourceFiles, ...inFolders].filter((path) => !path.endsWith('.test.ts')).sort();
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Paths of all files below a folder, from the root, with `/`. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'));
}

function readFingerprint({ output }: Part): string | null {
  try {
    return readFileSync(join(output, fingerprintFile), 'utf8');
  } catch {
    return null;
  }
}

/** Returns the imported module, or null if the package is not installed. */
async function orNull<Loaded>(loading: Promise<Loaded>): Promise<Loaded | null> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

async function bundleDashboard(outDir: string): Promise<boolean> {
  const tools = await orNull(Promise.all([import('vite'), import('@vitejs/plugin-react')]));
  if (tools === null) return false;
  const [vite, react] = tools;
  await vite.build({
    configFile: false,
    root: join(root, 'dashboard'),
    base: '/dashboard/',
    plugins: [react.default()],
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      reportCompressedSize: false,
      // The policy of the page allows no script that is not a file, and no data: fonts or pictures are needed.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: { input: dashboardPages.map((page) => join(root, page)) },
    },
  });
  // The licence of the font must go where the font goes.
  copyFileSync(join(fontFolder, 'LICENSE'), join(outDir, 'figtree-licence.txt'));
  return true;
}

/** Writes `x.br` and `x.gz` beside every file that is worth it, so that serving costs no time. */
function compressAll(folder: string, isCompressed: Part['isCompressed']): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isCompressed(entry.name)) continue;
    const bytes = readFileSync(path);
    if (bytes.length < compressFromBytes) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: brotliParameters(bytes.length) }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function brotliParameters(byteCount: number): Record<number, number> {
  return { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: byteCount };
}

/** Puts a finished folder in the place of the one before; two builds at once leave one of the two, complete. */
function replaceOutput(output: string, finished: string): void {
  const old = `${output}-old-${process.pid}`;
  if (existsSync(output)) renameSync(output, old);
  renameSync(finished, output);
  rmSync(old, { recursive: true, force: true });
}

async function buildPart(part: Part, isForced = false): Promise<void> {
  const fingerprint = fingerprintSources(part);
  if (!isForced && readFingerprint(part) === fingerprint) return;
  const working = `${part.output}-${process.pid}`;
  try {
    mkdirSync(working, { recursive: true });
    if (!(await part.make(working))) {
      console.log(`The ${part.name} is not built: its tools come with \`npm ci\` without --omit=dev.`);
      return;
    }
    compressAll(working, part.isCompressed);
    writeFileSync(join(working, fingerprintFile), fingerprint);
    replaceOutput(part.output, working);
  } finally {
    rmSync(working, { recursive: true, force: true });
  }
}

await buildPart(dashboard);
await buildPart(widget);
await buildPart(service);
await buildPart(packageOf('client'));
await buildPart(packageOf('react', 'packages/client/src'));
await buildPart(reactPage);
await buildPart(documentation, process.argv.includes('--docs'));
