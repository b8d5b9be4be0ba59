/**
 * Reads the widget's script in every form that is served, and the labels beside it. The newest build comes with the program; each build is also kept in the data
 * folder, since shops that pin one by its hash (`/widget/<hash>.js`) would lose their search box with the next version of the service.
 * A kept file whose name is not its hash is ignored; a folder that cannot be written costs a warning only. It never deletes a build. A
 * missing newest build is null, and its addresses answer 404 or 503.
 */
// Tests: test/api/widget.test.ts.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PreparedDocument, prepareOnce } from './prepared-document.ts';

/** The endings of the compressed forms, after `.js`, smallest first; the names are those of `Content-Encoding`. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** One build of the widget. */
export interface WidgetBuild {
  /** Names the build in addresses. */
  readonly hash: string;
  /** The attribute `integrity` of a script element. */
  readonly integrity: string;
  readonly script: Buffer;
  /** Compressed forms by encoding, smallest first. */
  readonly encoded: ReadonlyMap<string, Buffer>;
}

/** The builds that are served. */
export interface WidgetBuilds {
  /** Null where the program comes without: it was not built. */
  readonly newest: WidgetBuild | null;
  /** All builds, the newest among them, by their hash. */
  readonly byHash: ReadonlyMap<string, WidgetBuild>;
  /** The labels of each language, by its code. Empty where the program comes without. */
  readonly labels: ReadonlyMap<string, () => Promise<PreparedDocument>>;
}

/**
 * Reads the build that came with the program and those that are kept, and keeps the new one. Where nothing can be kept,
 * `onWarning` is called, and the newest is served alone.
 */
export async function readWidgetBuilds(
  builtFolder: string,
  keptFolder: string,
  onWarning: (error: unknown) => void,
): Promise<WidgetBuilds> {
  const newest = await readBuild(builtFolder, 'widget.js');
  const kept = await readKept(keptFolder).catch(() => []);
  if (newest !== null && !kept.some(({ hash }) => hash === newest.hash)) {
    await keepBuild(newest, keptFolder).catch(onWarning);
  }
  const builds = newest === null ? kept : [...kept, newest];
  const labels = await readLabels(join(builtFolder, 'labels')).catch(() => []);
  return { newest, byHash: new Map(builds.map((build) => [build.hash, build])), labels: new Map(labels) };
}

async function readLabels(folder: string): Promise<[string, () => Promise<PreparedDocument>][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return names.map((name) => [name.slice(0, -5), prepareOnce(() => readFile(join(folder, name)))]);
}

/** The build of this name, or null where there is none. */
async function readBuild(folder: string, name: string): Promise<WidgetBuild | null> {
  const script = await readIfThere(join(folder, name));
  if (script === null) return null;
  const forms = await Promise.all(
    encodings.map(async ({ name: encoding, ending }) => {
      const bytes = await readIfThere(join(folder, `${name}${ending}`));
      return bytes === null ? [] : [[encoding, bytes] as const];
    }),
  );
  return {
    hash: createHash('sha256').update(script).digest('hex').slice(0, 16),
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    script,
    encoded: new Map(forms.flat()),
  };
}

/** Builds whose files are whole: a name that is not the hash of its file is passed over. */
async function readKept(folder: string): Promise<readonly WidgetBuild[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const builds = await Promise.all(names.map((name) => readBuild(folder, name)));
  return builds.filter(
    (build, index) => build !== null && names[index] === `${build.hash}.js`,
  ) as WidgetBuild[];
}

/** The script comes last and by renaming: when it is visible, its other forms are too, whole. */
async function keepBuild({ hash, script, encoded }: WidgetBuild, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = encodings.flatMap(({ name, ending }) => {
    const bytes = encoded.get(name);
    return bytes === undefined ? [] : [{ path: join(folder, `${hash}.js${ending}`), bytes }];
  });
  for (const { path, bytes } of [...files, { path: join(folder, `${hash}.js`), bytes: script }]) {
    const working = `${path}.${process.pid}`;
    await writeFile(working, bytes);
    await rename(working, path);
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
