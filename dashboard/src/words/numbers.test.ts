import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countOf,
  formatBytes,
  formatCount,
  formatMs,
  formatPrice,
  formatRough,
  formatShare,
  formatShortCount,
} from './numbers.ts';

/** Words of the reader's own language differ in their spaces; these tests read them in English. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

test('counts are grouped, and short ones take a letter', () => {
  assert.equal(formatCount(1234567), '1,234,567');
  assert.equal(formatShortCount(12_345), '12.3K');
  assert.equal(formatRough(415_015), '420,000');
  assert.equal(countOf(1, 'product'), '1 product');
  assert.equal(countOf(2_000, 'product'), '2,000 products');
  assert.equal(countOf(0, 'entry', 'entries'), '0 entries');
});

test('sizes take the unit that leaves one to three digits', () => {
  const cases = { 1: '1 byte', 999: '999 bytes', 1000: '1.0 kB', 1400000: '1.4 MB', 999600: '1.0 MB' };
  for (const [bytes, text] of Object.entries(cases)) assert.equal(formatBytes(Number(bytes)), text);
  assert.equal(formatBytes(2 ** 31), '2.1 GB');
});

test('milliseconds keep a digit only where it matters', () => {
  assert.deepEqual([0.84, 9.96, 12.3, 1_400].map(formatMs), ['0.8 ms', '10 ms', '12 ms', '1.4 s']);
  assert.equal(formatMs(null), '–');
});

test('a share is a percentage, no share is a dash', () => {
  assert.deepEqual([0.374, 0.0014, 0.02, 0].map(formatShare).map(plain), ['37%', '0.1%', '2%', '0%']);
  assert.equal(formatShare(null), '–');
});

test('a price keeps every digit that the shop sent', () => {
  assert.equal(plain(formatPrice('19.90', 'USD')), '$19.90');
  assert.equal(plain(formatPrice('1200', 'JPY')), '¥1,200');
  assert.equal(plain(formatPrice('12345678901234567.25', 'USD')), '$12,345,678,901,234,567.25');
  assert.equal(formatPrice('5', 'no currency'), '5 no currency');
});
