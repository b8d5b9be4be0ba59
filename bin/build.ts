/**
 * Builds the dashboard into dashboard/dist/, unless what lies there was made of the same sources. It runs before
 * every start and test, so doing nothing must be quick, and an installation without the build tools must pass: the
 * service then says at /dashboard what is missing. Nothing here touches the network.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'dashboard/dist');
/** In the output: of which sources it was made. */
const fingerprintFile = 'sources.sha256';
/** Everything that can change the output. */
const sourceFolders = ['dashboard/src', 'contract', 'csv'];
const sourceFiles = ['dashboard/index.html', 'bin/build.ts', 'package-lock.json'];
/** Smaller files gain nothing that a packet would notice. */
const compressFromBytes = 1_024;

/** A digest of the names and contents of all sources; tests do not count. */
function fingerprintSources(): string {
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

function readFingerprint(): string | null {
  try {
    return readFileSync(join(output, fingerprintFile), 'utf8');
  } catch {
    return null;
  }
}

/** The build tools, or null where they were not installed (`npm ci --omit=dev`). */
async function loadTools() {
  try {
    const [vite, react] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
    return { build: vite.build, react: react.default };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

type Tools = NonNullable<Awaited<ReturnType<typeof loadTools>>>;

async function bundle({ build, react }: Tools, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'dashboard'),
    base: '/dashboard/',
    plugins: [react()],
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
    },
  });
}

/** Writes `x.br` and `x.gz` beside every file that is worth it, so that serving costs no time. */
function compressAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name === 'index.html') continue;
    const bytes = readFileSync(path);
    if (bytes.length < compressFromBytes) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: brotliParameters(bytes.length) }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function brotliParameters(byteCount: number): Record<number, number> {
  return { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: byteCount };
}

/** Puts a finished folder in the place of the one before; two builds at once leave one of the two, complete. */
function replaceOutput(finished: string): void {
  const old = `${output}-old-${process.pid}`;
  if (existsSync(output)) renameSync(output, old);
  renameSync(finished, output);
  rmSync(old, { recursive: true, force: true });
}

async function buildDashboard(): Promise<void> {
  const fingerprint = fingerprintSources();
  if (readFingerprint() === fingerprint) return;
  const tools = await loadTools();
  if (tools === null) {
    console.log('The dashboard is not built: its tools come with `npm ci` without --omit=dev.');
    return;
  }
  const working = `${output}-${process.pid}`;
  try {
    mkdirSync(working, { recursive: true });
    await bundle(tools, working);
    compressAll(working);
    writeFileSync(join(working, fingerprintFile), fingerprint);
    replaceOutput(working);
  } finally {
    rmSync(working, { recursive: true, force: true });
  }
}

await buildDashboard();
