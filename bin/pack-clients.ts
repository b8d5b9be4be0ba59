/**
 * Packs the packages that shops install: `@foretype/client` and `@foretype/react`, each into a folder that `npm publish` takes as it is,
 * with one script, its types, README, licence and a package.json with the project's version. Types are emitted by the compiler; those of
 * the calls are written out of their declarations, so that no package needs a schema. A type error, or a type that leads out of its
 * package, throws, and the folder is then not to be used. Nothing here publishes.
 */
// Tests: test/api/packages.test.ts.
import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../contract/limits.ts';
import type { Operation } from '../contract/operation.ts';
import { describedCalls } from '../contract/operations.ts';
import { root } from './test-files.ts';
import { writeCalls } from './write-calls.ts';

/** A package of the folder `packages/`, whose entry has its name. */
export type PackageName = 'client' | 'react';

const run = promisify(execFile);
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** What the packages know of the declarations, and of the widget's languages, while they run. */
function constants(): Record<string, string> {
  const calls: readonly Operation[] = Object.values(describedCalls);
  const keyed = calls.filter(({ takesIdempotencyKey }) => takesIdempotencyKey).map(({ route }) => route);
  const names = Object.keys(JSON.parse(readFileSync(join(root, 'widget/src/languages.json'), 'utf8')));
  return {
    BODY_MAX_BYTES: `${limits.bodyMaxBytes}`,
    KEYED_ROUTES: JSON.stringify(keyed),
    LANGUAGES: JSON.stringify(` ${names.join(' ')} `),
  };
}

/** Fills a folder with a package as it is published. */
export async function packClient(
  esbuild: typeof import('esbuild'),
  name: PackageName,
  outDir: string,
): Promise<void> {
  const folder = join(root, 'packages', name);
  await esbuild.build({
    entryPoints: [join(folder, `src/${name}.ts`)],
    outfile: join(outDir, `${name}.js`),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    external: ['react', 'react/jsx-runtime', '@foretype/client'],
    tsconfigRaw: {},
    define: constants(),
    logLevel: 'warning',
  });
  await packTypes(name, outDir);
  copyFileSync(join(folder, 'README.md'), join(outDir, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(describePackage(folder), null, 2)}\n`);
}

/** The package.json of a package: its own, and what all have in common with the project. */
function describePackage(folder: string): object {
  const project = readJson(join(root, 'package.json'));
  const { name, description, dependencies = {}, ...own } = readJson(join(folder, 'package.json'));
  // The packages are released together.
  const needed = Object.keys(dependencies).map((dependency) => [dependency, project.version]);
  return {
    name,
    version: project.version,
    description,
    license: project.license,
    ...(project.repository !== undefined && { repository: project.repository }),
    ...own,
    ...(needed.length > 0 && { dependencies: Object.fromEntries(needed) }),
  };
}

interface PackageJson {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly repository?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readJson(path: string): PackageJson {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Emits the types of a package and keeps those of its own files, which then lie side by side. */
async function packTypes(name: PackageName, outDir: string): Promise<void> {
  const emitted = mkdtempSync(join(tmpdir(), 'foretype-types-'));
  try {
    await run(process.execPath, [
      ...[compiler, '-p', join(root, 'packages'), '--noEmit', 'false', '--emitDeclarationOnly'],
      ...['--declaration', '--rootDir', root, '--outDir', emitted],
    ]).catch(({ stdout }) => {
      throw new Error(`The types of packages/ are wrong:\n${stdout}`);
    });
    const places = ['widget/src', `packages/${name}/src`];
    const files = places.flatMap((place) =>
      globSync('*.d.ts', { cwd: join(emitted, place) }).map((file) => join(emitted, place, file)),
    );
    const texts = new Map(
      files.map((path) => [path.slice(path.lastIndexOf('/') + 1), readFileSync(path, 'utf8')]),
    );
    if (name === 'client') texts.set('calls.d.ts', writeCalls());
    for (const file of reachable(`${name}.d.ts`, texts))
      writeFileSync(join(outDir, file), toPublished(texts.get(file) ?? ''));
  } finally {
    rmSync(emitted, { recursive: true });
  }
}

const importedFile = /(?<=from '|import\(")(?:\.{1,2}\/)[\w./-]*?([\w-]+)\.tsx?(?=['"])/g;

/** The files that an entry leads to. Throws for one that is not of the package. */
function reachable(entry: string, texts: ReadonlyMap<string, string>): string[] {
  const found = new Set([entry]);
  for (const file of found) {
    const text = texts.get(file);
    if (text === undefined) throw new Error(`The types of a package lead to ${file}, which is not in it.`);
    for (const [, name] of text.matchAll(importedFile)) found.add(`${name}.d.ts`);
  }
  return [...found];
}

/** A text of types as it is published: its imports lead to files beside it, and notes for ourselves are gone. */
function toPublished(text: string): string {
  return text.replace(importedFile, './$1.js').replaceAll(/^\/\/ Tests: .*\n/gm, '');
}
