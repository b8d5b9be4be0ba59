import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readImages } from './images.ts';
import type { RawProduct } from './product.ts';
import { Row } from './row.ts';

const [first, second, third] = [
  'https://a.example/1.jpg',
  'http://a.example/2.jpg',
  'https://a.example/3.jpg?x=1,2',
];

function read(raw: RawProduct): unknown[] {
  const row = new Row(raw);
  const { imageUrl, imageUrls } = readImages(row);
  return [imageUrl, [...imageUrls], ...row.problems.map(({ path, code }) => `${path} ${code}`)];
}

test('Contract §4 images in text are separated in several ways', () => {
  for (const text of [
    `${first}|${second} | ${third}`,
    `${first},${second}, ${third}`,
    ` ${first}\n${second}  ${third}`,
  ]) {
    assert.deepEqual(read({ image_url: first, images: text }), [first, [second, third]], text);
  }
});

test('the first image stands in for an absent image_url', () => {
  assert.deepEqual(read({ images: [first, second] }), [first, [second]]);
  assert.deepEqual(read({ image_url: ' ', images: first }), [first, []]);
  assert.deepEqual(read({}), [null, []]);
});

test('repeated and blank images are left out', () => {
  assert.deepEqual(read({ image_url: first, images: [second, null, '', first, second, third] }), [
    first,
    [second, third],
  ]);
});

test('Contract §4 image aliases stand in for their fields', () => {
  assert.deepEqual(read({ image_link: first, additional_image_link: [second] }), [first, [second]]);
});

test('Contract §4 an image that is no web address fails its row', () => {
  assert.deepEqual(read({ image_url: 'javascript:alert(1)' }), [null, [], '/image_url image_url_invalid']);
  assert.deepEqual(read({ image_url: [first] }), [null, [], '/image_url image_url_invalid']);
  assert.deepEqual(read({ images: [first, second, null, '/3.jpg', { src: third }] }), [
    first,
    [second],
    '/images/3 image_url_invalid',
    '/images/4 image_url_invalid',
  ]);
  assert.deepEqual(read({ images: `${first} x.jpg` }), [first, [], '/images/1 image_url_invalid']);
});

test('images that are neither list nor text fail their row', () => {
  assert.deepEqual(read({ images: { 0: first } }), [null, [], '/images image_url_invalid']);
  assert.deepEqual(read({ images: 7 }), [null, [], '/images image_url_invalid']);
});

test('images beyond the limit are left out and noted', () => {
  const row = new Row({ images: Array.from({ length: 51 }, (_, index) => `https://a.example/${index}`) });
  assert.equal(readImages(row).imageUrls.length, 49);
  assert.deepEqual(
    row.warnings.map(({ path, code }) => [path, code]),
    [['/images', 'image_url_invalid']],
  );
});
