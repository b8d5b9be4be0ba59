import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caseCount } from '../../../test/support/case-count.ts';
import { startCpuTime } from '../../../test/support/cpu-time.ts';
import { readTags } from './html-tags.ts';

const namesOf = (html: string) => [...readTags(html)].map(({ name }) => name);
const attributesOf = (html: string) => [...readTags(html)].map(({ attributes }) => [...attributes]);

test('attributes are read in every way they are written', () => {
  assert.deepEqual(attributesOf(`<INPUT type=search Name='q' DATA-x="a>b" checked>`), [
    [
      ['type', 'search'],
      ['name', 'q'],
      ['data-x', 'a>b'],
      ['checked', ''],
    ],
  ]);
  assert.deepEqual(attributesOf('<a b = "1"c=2/d b=3>'), [
    [
      ['b', '1'],
      ['c', '2/d'],
    ],
  ]);
  assert.deepEqual(attributesOf('<a href="?a=1&amp;b=&#x41;&#66;&nbsp;&#xffffff;">'), [
    [['href', '?a=1&b=AB&nbsp;\uFFFD']],
  ]);
  assert.deepEqual(attributesOf('<a =b=c>'), [[['=b', 'c']]]);
});

test('markup that no script can find is left out', () => {
  assert.deepEqual(namesOf('<!-- <a> --><b><!--><c><!doctype html><?php <d> ?><e>'), ['b', 'c', 'e']);
  assert.deepEqual(namesOf('<script>"<a>"</SCRIPT ><style><b></style><c>'), ['script', 'style', 'c']);
  assert.deepEqual(namesOf('<textarea><a></textarea><noscript><b></noscript><title><c></title>'), [
    ...['textarea', 'noscript', 'title'],
  ]);
  assert.deepEqual(namesOf('<template><a><template><b></template><c></template></template><d>'), [
    ...['template', 'd'],
  ]);
  assert.deepEqual(namesOf('<script><a></scripts><b>'), ['script']);
  assert.deepEqual(namesOf('<plaintext><a>'), ['plaintext']);
});

test('a tag without an end is no tag', () => {
  for (const html of ['<', '<a', '<a b', '<a b="', '<a b="c>', '< a>', '<1>', '</a>', '<!--<a>']) {
    assert.deepEqual(namesOf(html), [], html);
  }
});

/** Values that need their quotes, and pieces of markup that readers stumble over. */
const piece = fc.constantFrom(
  ...['<', '>', '"', "'", '=', '/', '!', '-', '<!--', '-->', '<script', '</script>', '<a b="c">', 'x', ' '],
  ...['<template>', '</template>', '&#', '\0', '\u2028', '<textarea>'],
);

test('any text is read without an error', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      for (const { name, attributes } of readTags(pieces.join(''))) {
        assert.ok(name !== '' && !/[A-Z\s/>]/.test(name), name);
        assert.ok([...attributes.keys()].every((key) => key !== '' && !/[\s/>]/.test(key)));
      }
    }),
    { numRuns: caseCount(2_000) },
  );
});

test('tags are read as they were written', () => {
  const attribute = fc.tuple(fc.stringMatching(/^[a-z][a-z-]{0,6}$/), fc.string({ maxLength: 12 }));
  const tag = fc.tuple(fc.constantFrom('a', 'input', 'form'), fc.array(attribute, { maxLength: 4 }));
  const quoted = (value: string) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 8 }), (tags) => {
      const html = tags
        .map(
          ([name, list]) =>
            `<${name}${list.map(([key, value]) => ` ${key}="${quoted(value)}"`).join('')}> x < 1`,
        )
        .join('');
      const expected = tags.map(([name, list]) => [name, [...new Map([...list].reverse())].sort()]);
      const read = [...readTags(html)].map(({ name, attributes }) => [name, [...attributes].sort()]);
      assert.deepEqual(read, expected);
    }),
    { numRuns: caseCount(1_000) },
  );
});

test('a page of two megabytes that never closes is read at once', () => {
  for (const part of ['<a ', '<!--', '<script ', "<a b='", '<', '<a b=', '</', '<textarea>', ' \t= ']) {
    const html = `<i${part.repeat(2 ** 21 / part.length)}`;
    const spent = startCpuTime();
    assert.ok([...readTags(html)].length <= 2, part);
    assert.ok(spent() < 5_000, `${part}: ${spent()} ms`);
  }
});
