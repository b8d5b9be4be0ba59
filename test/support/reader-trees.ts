/**
 * The tree that a screen reader gets of a page, as text that stays the same as long as the page does, and its comparison with the one
 * that was recorded under test/browser/aria/ (`npm run record:trees`). It fails with the lines from the first difference on. A tree
 * says roles, names, levels and states, never how something looks.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** A browser whose pages are read: trees are the same in every time zone and language of the machine. */
export const ofEverywhere = { timezoneId: 'UTC', locale: 'en-US' } as const;

/** What differs from run to run, by what stands in its place. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  [/\bft_(pk|sk)_\w+(?:…\w+)?/g, 'ft_$1_<key>'],
  [/\b127\.0\.0\.1:\d+/g, '<host>'],
  [
    /\b(?:just now|(?:a|an|\d+) (?:second|minute|hour)s? ago|yesterday|in \d+ (?:second|minute|hour)s?)\b/g,
    '<time>',
  ],
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}(?:, \d\d:\d\d [AP]M)?/g, '<date>'],
  [/\b[\d.]+ m?s\b/g, '<duration>'],
];

/** So many entries of a table, list or choice are kept: those that follow are like them. */
const keptEntries = { row: 3, listitem: 5, option: 3 };

/** Addresses are not read, and entries beyond the first few repeat what those say. */
export function steadyTree(tree: string): string {
  const lines = tree.split('\n').filter((line) => !/^\s*- \/url:/.test(line));
  const text = withoutRepeats(lines)
    // An element that only had an address.
    .map((line, index, all) => (hasChildren(all, index) ? line : line.replace(/:$/, '')))
    .join('\n');
  return varying.reduce((steady, [pattern, word]) => steady.replace(pattern, word), `${text}\n`);
}

const depthOf = (line: string) => line.search(/\S/);
const hasChildren = (lines: readonly string[], index: number) =>
  depthOf(lines[index + 1] ?? '') > depthOf(lines[index] ?? '');

function withoutRepeats(lines: readonly string[]): string[] {
  const kept: string[] = [];
  /** Entries so far by their depth. A line of a lesser depth ends them. */
  const counts = new Map<number, number>();
  let leftOut = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const depth = depthOf(line);
    if (depth > leftOut) continue;
    leftOut = Number.POSITIVE_INFINITY;
    for (const known of counts.keys()) if (known > depth) counts.delete(known);
    const role = /^\s*- '?(row|listitem|option)\b/.exec(line)?.[1] as keyof typeof keptEntries | undefined;
    const count = role === undefined ? 0 : (counts.get(depth) ?? 0) + 1;
    counts.set(depth, count);
    const most = role === undefined ? 0 : keptEntries[role];
    if (count <= most) kept.push(line);
    else leftOut = depth;
    if (count === most + 1) kept.push(`${' '.repeat(depth)}- … and so on`);
  }
  return kept;
}

function treeFile(name: string): string {
  return fileURLToPath(new URL(`../browser/aria/${name}.yml`, import.meta.url));
}

/** Writes a tree as the one to compare with from then on. */
export function recordTree(name: string, tree: string): void {
  writeFileSync(treeFile(name), tree);
}

/** Fails where the tree is not the recorded one, with the first lines that differ. */
export function assertTree(name: string, tree: string): void {
  const recorded = readFileSync(treeFile(name), 'utf8');
  if (tree === recorded) return;
  const [now, before] = [tree.split('\n'), recorded.split('\n')];
  const at = now.findIndex((line, index) => line !== before[index]);
  const first = at === -1 ? now.length : at;
  const from = (lines: readonly string[], sign: string) =>
    lines.slice(first, first + 4).map((line) => `${sign} ${line}`);
  const place = `test/browser/aria/${name}.yml, line ${first + 1}`;
  const text = [place, ...from(before, '-'), ...from(now, '+'), 'Is it better? npm run record:trees'];
  assert.fail(text.join('\n'));
}

/** The navigation of a store, which is the same on every page of a room. */
const navigation = '- complementary "Store"';

/** How a page is read. */
export interface Reading {
  /** Whether the navigation is looked at as well. */
  readonly opensRoom?: boolean;
  /** Whether its figures differ from run to run. */
  readonly figuresVary?: boolean;
}

/** Reads a page: its dialog where one is open, since nothing else is read then. */
export async function readTree(page: Page, { opensRoom, figuresVary }: Reading): Promise<string> {
  const dialog = page.getByRole('dialog');
  const shown = (await dialog.count()) > 0 ? dialog.first() : page.locator('body');
  const tree = steadyTree(await shown.ariaSnapshot());
  const lines = (figuresVary === true ? tree.replaceAll(/\d[\d,.]*/g, '<n>') : tree).split('\n');
  const start = lines.findIndex((line) => line.startsWith(navigation));
  if (opensRoom === true || start === -1) return lines.join('\n');
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith(' '));
  return lines.toSpliced(start, length + 1).join('\n');
}
