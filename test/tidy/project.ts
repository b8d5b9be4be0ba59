/** The project's files as the rules see them: all text that git would keep, read once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './offence.ts';

/** Absolute, without a slash at the end. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What is not the project's own text, beside what .gitignore names. */
const notOurs = ['.git', 'package-lock.json'];

/**
 * Every text file below the root, by path. The folder is walked rather than git asked, so that the rules hold in
 * a copy without git as well; of .gitignore only plain names and `*.ending` are understood, and others refused.
 */
export function readProject(root: string = projectRoot): SourceFile[] {
  const ignores = readIgnores(readFileSync(join(root, '.gitignore'), 'utf8'));
  return listFiles(root, '', ignores)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

function listFiles(root: string, folder: string, ignores: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (notOurs.includes(path) || ignores(path)) return [];
    if (entry.isDirectory()) return listFiles(root, path, ignores);
    return entry.isFile() ? [path] : [];
  });
}

/** Whether a .gitignore names a path. Throws for a pattern that this small reading of it would get wrong. */
export function readIgnores(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(ignorePattern);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function ignorePattern(line: string): RegExp {
  const [, anchor, star, name] = /^(\/?)(\*?)([\w.\-/]+?)\/?$/.exec(line) ?? [];
  if (name === undefined) throw new Error(`test/tidy/project.ts does not understand \`${line}\`.`);
  const start = anchor === '/' || name.includes('/') ? '^' : '(?:^|/)';
  return new RegExp(`${start}${star === '*' ? '[^/]*' : ''}${RegExp.escape(name)}$`);
}

/** The project's TypeScript, components included. */
export function readSources(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ path }) => /\.tsx?$/.test(path));
}
