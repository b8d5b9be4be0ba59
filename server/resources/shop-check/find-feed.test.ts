import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkedFeeds } from './find-feed.ts';

const page = new URL('https://shop.example/');
const found = (html: string) => linkedFeeds(html, page).map(({ href }) => href);

test('declared feeds come before links that look like feeds', () => {
  const html = [
    '<a href="/export/product-feed.csv.gz#x">feed</a><a href="/about.xml">about</a>',
    '<a href="https://other.example/feed.xml">other</a>',
    '<link rel="alternate" type="application/rss+xml" href="feed">',
  ].join('');
  assert.deepEqual(found(html), [
    'https://shop.example/feed',
    'https://shop.example/export/product-feed.csv.gz',
  ]);
});

test('a page of a stranger has a bounded number of links', () => {
  const others = '<a href="/about">x</a>'.repeat(1_999);
  const feed = '<a href="/feed.xml">x</a>';
  assert.deepEqual(found(`${others}${feed}`), ['https://shop.example/feed.xml']);
  assert.deepEqual(found(`${others}<a href="/about">x</a>${feed}`), []);
  assert.deepEqual(found(`<a href="/${'feed'.repeat(600)}.xml">x</a>`), []);
  assert.equal(found(feed.repeat(9)).length, 2);
});
