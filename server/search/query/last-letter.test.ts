import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStemmer } from '../text/stems.ts';
import { isMixed, lastLetterOf } from './last-letter.ts';
import { parseQuery } from './query.ts';

const analysis = { stem: createStemmer('en'), nounFirst: false, expand: () => [] };

function togetherOf(text: string): readonly string[] | null {
  return lastLetterOf(parseQuery(text, analysis), analysis.stem)?.together ?? null;
}

test('a letter behind a word may join it', () => {
  assert.deepEqual(togetherOf('usb c'), ['usbc']);
  assert.deepEqual(togetherOf('usb-c'), ['usbc']);
  assert.deepEqual(togetherOf('4 k'), ['4k']);
  assert.deepEqual(togetherOf('2 in 1'), ['in1', '2in1']);
});

test('other queries have no joinable last letter', () => {
  for (const text of ['c', 'usb', 'usb ca', 'usb c cable', 'c usb c', '靴 日', '15.6"', '', '🙂'])
    assert.equal(togetherOf(text), null, text);
});

test('a letter that only inflects a word is none', () => {
  assert.equal(togetherOf('bag s'), null);
  assert.equal(togetherOf('blue bag s'), null);
});

test('only decimals may continue a whole last word', () => {
  const query = (text: string) => lastLetterOf(parseQuery(text, analysis), analysis.stem)?.query;
  const [usb, c] = query('usb c')?.words ?? [];
  assert.deepEqual(
    [usb?.own, usb?.joined, usb?.inTitle],
    [{ text: 'usb', prefix: false }, [{ text: 'usbc', prefix: false }], null],
  );
  assert.deepEqual([c?.own, c?.inTitle], [{ text: 'c', prefix: false }, [{ text: 'c', prefix: false }]]);
  const [, three] = query('usb 3')?.words ?? [];
  assert.deepEqual(three?.inTitle, [
    { text: '3', prefix: false },
    { text: '3.', prefix: true },
  ]);
  assert.deepEqual(three?.joined, [
    { text: 'usb3', prefix: false },
    { text: 'usb3.', prefix: true },
  ]);
});

test('a digit beside letters makes a word unambiguous', () => {
  assert.ok(isMixed('4k') && isMixed('2in1') && !isMixed('card') && !isMixed('42'));
});
