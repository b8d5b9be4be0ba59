import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startCpuTime } from '../../test/support/cpu-time.ts';
import { htmlToText } from './html-text.ts';
import { hasForbiddenCharacters } from './text.ts';

function assertReads(cases: readonly (readonly [string, string])[]): void {
  for (const [html, text] of cases) assert.equal(htmlToText(html), text, html);
}

test('Contract §4 tags go and those of blocks leave line breaks', () => {
  assertReads([
    ['<p>Nice <b>blue</b> mug</p>', 'Nice blue mug'],
    ['<P class="a">One</P><div>Two<br/>Three</div>', 'One\n\nTwo\nThree'],
    ['<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>', 'a\n\nb'],
    ['<table><tr><td>Size</td><td>M</td></tr></table>', 'Size M'],
    ['un<wbr>break<span>able</span>', 'unbreakable'],
  ]);
});

test('entities are decoded after the tags are gone', () => {
  assertReads([
    ['Caf&eacute; &amp; Tea&nbsp;&#8364;5 &#x1F600;', 'Café & Tea €5 😀'],
    ['&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
    ['&amp;lt;', '&lt;'],
    ['R&D, a&b', 'R&D, a&b'],
  ]);
});

test('scripts, styles and comments go with their content', () => {
  assertReads([
    ['a<script type="x">if (1 < 2) alert("</p>")</script>b', 'ab'],
    ['<STYLE>p > a { }</STYLE >text', 'text'],
    ['a<!-- <b>hidden</b> > -->b<!doctype html>c<?xml version="1.0"?>d', 'abcd'],
    ['a<script>never closed <p>b', 'a'],
  ]);
});

test('a less-than sign that begins no tag survives', () => {
  assertReads([
    ['a < b and c > d', 'a < b and c > d'],
    ['5<6 <3', '5<6 <3'],
    ['ends with <', 'ends with <'],
    ['never <b closed', 'never <b closed'],
    ['open <!-- comment', 'open <!-- comment'],
  ]);
});

test('a quoted value may hold the end of a tag', () => {
  assertReads([
    ['<a title="x > y" href=\'>\'>link</a>', 'link'],
    ['<a title="never closed>text', 'text'],
    ["<p it's>fine</p> isn't it", "fine\nisn't it"],
  ]);
});

test('text without tags keeps its lines, HTML does not', () => {
  assertReads([
    ['One\r\nTwo\n\n\n\nThree  four', 'One\nTwo\n\nThree four'],
    ['<i>One\nTwo</i>\n three', 'One Two three'],
  ]);
});

test('the marks of a wrapped CDATA section go', () => {
  assertReads([['<![CDATA[<p>It is "nice"</p>]]>', 'It is "nice"']]);
});

test('control characters spelled as entities are dropped', () => {
  assertReads([['a&#1;b&#x1b;c&#0;d', 'abc\ufffdd']]);
});

test('Contract §4 a description has 10,000 characters at most', () => {
  assert.equal(htmlToText('😀'.repeat(10_001)), '😀'.repeat(10_000));
  assert.equal(htmlToText('<p>abc</p>', 2), 'ab');
});

test('any input leads to clean text of one reading', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '<p>',
    '</p>',
    '"',
    "='",
    '&',
    '&lt;',
    '&#7;',
    '<!--',
    '-->',
    '<script>',
    ' ',
    'a',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (html) => {
        const text = htmlToText(html.replace(/\p{Cc}/gu, ''));
        assert.equal(hasForbiddenCharacters(text), false);
        assert.equal(text, text.trim());
      },
    ),
  );
});

test('hostile input takes time that grows with its length only', () => {
  const length = 200_000;
  const starts = [
    '<a ',
    '<a ="',
    '<a =\'"',
    '<!--',
    '<script',
    '</',
    '<![CDATA[',
    '&',
    ' ',
    '\n ',
    '<a =">',
    '<script>',
  ];
  for (const start of starts) {
    const spentMs = startCpuTime();
    htmlToText(start.repeat(length / start.length));
    // Quadratic time would be many seconds.
    assert.ok(spentMs() < 2_000, start);
  }
});
