import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nameGiven, nameType, pointerTo, problem, quote } from './problem.ts';
import { hasForbiddenCharacters } from './text.ts';

test('Contract §5 the value of a problem is cut at 200 characters', () => {
  assert.equal(problem('/title', 'title_too_long', 'm', '😀'.repeat(300)).value, '😀'.repeat(200));
});

test('the value of a problem is text of any JSON type', () => {
  assert.equal(problem('', 'row_malformed', 'm', [1, 'a']).value, '[1,"a"]');
  assert.equal(problem('', 'row_malformed', 'm', false).value, 'false');
  assert.equal(problem('', 'row_malformed', 'm', null).value, null);
  assert.equal(problem('', 'row_malformed', 'm', undefined).value, null);
});

test('every database can store the value that a problem repeats', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.anything(), (key, value) => {
      const texts = [
        pointerTo('', `\ud800${key}`),
        quote(value),
        problem('', 'text_invalid', '', value).value,
      ];
      for (const text of [...texts, problem('', 'text_invalid', '', `\u0000${key}\udfff`).value]) {
        assert.equal(hasForbiddenCharacters(text ?? ''), false);
      }
    }),
  );
});

test('a pointer escapes its key and cuts an absurd one', () => {
  assert.equal(pointerTo('/attributes', 'a/b~c'), '/attributes/a~1b~0c');
  assert.equal(pointerTo('', 'k'.repeat(5_000)).length, 101);
});

test('a quoted value is JSON text cut to one line', () => {
  assert.equal(quote('a "b"\n'), '"a \\"b\\"\\n"');
  assert.equal(quote('x'.repeat(100)), `"${'x'.repeat(59)}…`);
  assert.equal(quote(undefined), 'nothing');
});

test('the type of a value is named in plain words', () => {
  const cases: [unknown, string][] = [
    [[], 'a list'],
    ['a', 'text'],
    [1, 'a number'],
    [true, 'true or false'],
    [{}, 'an object'],
    [null, 'empty'],
  ];
  for (const [value, name] of cases) assert.equal(nameType(value), name);
  assert.deepEqual([undefined, null, 1].map(nameGiven), ['nothing', 'nothing', 'a number']);
});
