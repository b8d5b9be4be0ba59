import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startCpuTime } from '../../../../test/support/cpu-time.ts';
import { findJson, findObjects, readAnswer } from './read-answer.ts';

const idOf = new Map([
  ['p1', 'lamp'],
  ['p2', 'shoe'],
]);
const lamp = { id: 'p1', suggestion_phrases: ['table lamp'], search_phrases: ['night light'] };
const shoe = { id: 'p2', suggestion_phrases: ['red shoe'], search_phrases: [] };
const both = JSON.stringify({ products: [lamp, shoe] });

/** Products that were understood, and the first phrase of each. */
function read(text: string): Record<string, string | undefined> {
  const answer = readAnswer(text, idOf);
  return Object.fromEntries(
    [...answer].map(([id, { suggestionPhrases, searchPhrases }]) => [
      id,
      [...suggestionPhrases, ...searchPhrases][0],
    ]),
  );
}

test('variants of the answer by local models are read', () => {
  const whole = { lamp: 'table lamp', shoe: 'red shoe' };
  const { id: _lampId, ...lampLists } = lamp;
  const texts: Readonly<Record<string, string>> = {
    plain: both,
    fenced: `\`\`\`json\n${both}\n\`\`\``,
    talkative: `Sure, here "they" are: ${both} Hope this helps.`,
    thinking: `<think>{"products":[{"id":"p1"}]} hm</think>\n${both}`,
    'trailing commas': both.replaceAll('}', ',}').replaceAll(']', ', ]'),
    'a bare list': JSON.stringify([lamp, shoe]),
    'keyed by id': JSON.stringify({ p1: lampLists, p2: shoe }),
    'keyed below products': JSON.stringify({ products: { p1: lampLists, p2: shoe } }),
    'entries one after the other': `${JSON.stringify(lamp)}\n${JSON.stringify(shoe)}`,
    'camel case': both.replaceAll('suggestion_phrases', 'suggestionPhrases'),
    'broken off': `${JSON.stringify({ products: [lamp, shoe, { id: 'p3', a: ['x'] }] }).slice(0, -8)}`,
  };
  for (const [what, text] of Object.entries(texts)) assert.deepEqual(read(text), whole, what);
});

test('an entry without a list of phrases is ignored', () => {
  for (const wrong of ['table lamp', 'table lamp, desk lamp', 7, { 0: 'table lamp' }]) {
    for (const name of ['suggestion_phrases', 'search_phrases']) {
      const text = JSON.stringify([{ ...lamp, [name]: wrong }, shoe]);
      assert.deepEqual(read(text), { shoe: 'red shoe' }, text);
    }
  }
});

test('a repeated, unknown or empty entry is ignored', () => {
  const other = { ...lamp, suggestion_phrases: ['other'] };
  assert.deepEqual(read(JSON.stringify([lamp, other, shoe])), { shoe: 'red shoe' });
  assert.deepEqual(read(JSON.stringify([{ ...lamp, id: 'p9' }, shoe])), { shoe: 'red shoe' });
  assert.deepEqual(
    read(
      JSON.stringify([
        { ...lamp, id: 1 },
        { ...lamp, id: null },
      ]),
    ),
    {},
  );
  assert.deepEqual(read(JSON.stringify([{ id: 'p1', suggestion_phrases: [], search_phrases: null }])), {});
  assert.deepEqual(read('{"__proto__":{"suggestion_phrases":["x"]}}'), {});
});

test('list elements that are no phrases are left out', () => {
  const mixed = ['', '  ', 7, null, ['x'], { phrase: 'y' }, 'x'.repeat(201), ' table lamp '];
  const answer = readAnswer(JSON.stringify([{ ...lamp, suggestion_phrases: mixed }]), idOf);
  assert.deepEqual(answer.get('lamp')?.suggestionPhrases, ['table lamp']);
  const many = Array.from({ length: 1_000 }, (_, index) => `phrase ${index}`);
  const cut = readAnswer(JSON.stringify([{ ...lamp, search_phrases: many }]), idOf);
  assert.equal(cut.get('lamp')?.searchPhrases.length, 64);
});

test('a type is optional and drops no phrases', () => {
  const typeOf = (fields: object) =>
    readAnswer(JSON.stringify([{ ...lamp, ...fields }]), idOf).get('lamp')?.type;
  const found = typeOf({ type: ' table lamp ', type_synonyms: ['desk lamp', 7, ''] });
  assert.deepEqual([found?.name, found?.otherNames], ['table lamp', ['desk lamp']]);
  assert.deepEqual(found?.evidence, [{ source: 'provider', text: 'table lamp' }]);
  assert.deepEqual(typeOf({ type: 'lamp', typeSynonyms: 'light' })?.otherNames, []);
  for (const type of [undefined, null, '', '  ', 7, ['lamp'], { name: 'lamp' }, 'x'.repeat(201)])
    assert.equal(typeOf({ type }), null);
});

test('commas inside phrases stay, those behind last elements go', () => {
  const value = { a: ['x, ]', 'y,}', '",\\"'], b: [[1, 2], { c: ',' }] };
  const text = JSON.stringify(value).replaceAll(']}', '],\n}').replace('2]', '2 , ]');
  assert.deepEqual(findJson(text), value);
});

test('JSON with trailing commas is read as without', () => {
  const holder = fc.oneof(
    fc.array(fc.jsonValue(), { minLength: 1 }),
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
  );
  fc.assert(
    fc.property(holder, (value) => {
      const text = JSON.stringify(value, null, 1);
      assert.deepEqual(findJson(text.replace(/\n([\]}])$/, ',\n$1')), JSON.parse(text));
    }),
  );
});

test('an answer cut anywhere gives whole entries only', () => {
  for (let length = 0; length < both.length; length++) {
    const found = read(both.slice(0, length));
    const expected =
      length <= both.indexOf('},{') ? {} : length < both.length - 2 ? { lamp: 'table lamp' } : null;
    if (expected !== null) assert.deepEqual(found, expected, both.slice(0, length));
  }
});

test('no text throws or takes long', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '`', '\n', 'id', 'p1') }),
      (text) => {
        assert.equal(readAnswer(text, idOf).size, 0);
      },
    ),
  );
  const spentMs = startCpuTime();
  for (const piece of ['{"', '"\\"', '{', '[', '},', '```json\n', ',"', '<think>']) {
    const text = piece.repeat(Math.floor((500 * 1024) / piece.length));
    findObjects(text);
    assert.equal(readAnswer(text, idOf).size, 0);
  }
  assert.ok(spentMs() < 5_000, `${spentMs()} ms`);
});

test('an unfinished answer is not read at all', () => {
  assert.deepEqual(read(both + ' '.repeat(600 * 1024)), {});
});
