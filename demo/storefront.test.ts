/**
 * What can be read off the storefront's files: that the page lives under its strict content security policy, that
 * its script can only write text, and that page, script and demo catalog name the same things.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { loadDemoCatalog } from './demo-catalog.ts';

const read = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8');
const [html, css, script] = await Promise.all([
  read('./storefront.html'),
  read('./storefront.css'),
  read('./storefront.js'),
]);

/** The first group of every match. */
const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), (hit) => hit[1] ?? '');

test('the storefront page holds no inline script, style or handler', () => {
  assert.deepEqual(all(html, /<script[^>]*>([^<]*)<\/script>/g), ['']);
  assert.doesNotMatch(html, /<style|\sstyle=|\son[a-z]+=/i);
});

test('the storefront page loads only its own two files', () => {
  const loaded = [...all(html, /<script[^>]*\ssrc="([^"]+)"/g), ...all(html, /"stylesheet" href="([^"]+)"/g)];
  assert.deepEqual(loaded, ['/demo/storefront.js', '/demo/storefront.css']);
  assert.doesNotMatch(css, /@import|url\(/);
});

test('the storefront script writes text and never markup or code', () => {
  assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
  assert.doesNotMatch(script, /setAttribute\('style'|\.srcdoc/);
});

test('every element that the storefront script looks for exists', () => {
  const ids = new Set(all(html, /\sid="([^"]+)"/g));
  const listed = all(script, /= \[([^\]]+)\]\.map\(find\)/g).flatMap((list) => all(list, /'([^']+)'/g));
  const sought = [...listed, ...all(script, /find\('([^']+)'\)/g)];
  assert.ok(sought.length >= 12, `${sought.length} ids`);
  for (const id of sought) assert.ok(ids.has(id), id);
});

test('every class that the storefront page uses is styled or sought', () => {
  const names = new Set(all(html, /\sclass="([^"]+)"/g).flatMap((value) => value.split(' ')));
  for (const name of names) assert.match(css, new RegExp(`\\.${name}\\b`), name);
});

test('every department of the demo catalog has a button and an icon', async () => {
  const products = await loadDemoCatalog();
  const departments = new Set(products.map((product) => String(product.category).split(' > ')[0]));
  const inside = html.slice(html.indexOf('id="departments"'));
  assert.deepEqual(all(inside, /data-try="([^"]+)"/g).sort(), [...departments].sort());
  for (const department of departments)
    assert.match(html, new RegExp(`id="icon-${department?.toLowerCase()}"`));
});

test('every thing to try finds words of the demo catalog', async () => {
  const text = JSON.stringify(await loadDemoCatalog()).toLowerCase();
  const chips = all(html, /class="chip" type="button" data-try="([^"]+)"/g);
  // One chip is misspelled on purpose, to show the correction.
  for (const chip of chips) assert.ok(text.includes(chip), chip);
  assert.ok(chips.length >= 5, `${chips.length} chips`);
});
