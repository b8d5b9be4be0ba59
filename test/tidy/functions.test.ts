import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findComponents, findFunctions } from './functions.ts';

function names(text: string): string[] {
  return findFunctions(text).map(({ name, lineCount }) => `${name} ${lineCount}`);
}

test('functions, methods and arrows are found with their lines', () => {
  const text = `
function one(): void {
}
class A {
  two<T extends B<C>>(a: T): Promise<{ b: T }> {

  }
  get three() { return 1; }
}
const four = async (a: string): Promise<void> => {


};
const object = { five: (a) => { run(); }, six: a => { run(); } };
test('a title', async () => {

});
`;
  assert.deepEqual(names(text), ['one 2', 'two 3', 'three 1', 'four 4', 'five 1', 'six 1', 'anonymous 3']);
});

test('return types with braces end before the body', () => {
  assert.deepEqual(names('function a(): { b: number } | null {\n\n}'), ['a 3']);
  assert.deepEqual(names('function a(b: { c: number }): b is { c: 1 } {\n}'), ['a 2']);
  assert.deepEqual(names('interface A { b(): { c: number }; d(): void; }'), []);
});

test('control flow and groups of tests are no functions', () => {
  const text = `
if (a) { }
for await (const b of c()) { }
while (d()) { }
switch (e(f)) { case g(h): { } }
try { } catch (i) { }
describe('a group', { timeout: limit() }, () => { test('x', () => { }); });
`;
  assert.deepEqual(names(text), ['anonymous 1']);
});

test('braces in text, templates and patterns do not count', () => {
  assert.deepEqual(names(`function a() { b('{'); c(\`{\${d({})}\`); e(/\\{/); // {\n}\nfunction f() {}`), [
    'a 2',
    'f 1',
  ]);
});

test('components are measured from margin to margin', () => {
  const text = `
export function One({ a }: Props) {
  return <p title={a}>Don't } count</p>;
}
const Two = memo(() => {

});
function Three(
  a: string,
) {
}
`;
  assert.deepEqual(
    findComponents(text).map(({ name, line, lineCount }) => `${name} ${line} ${lineCount}`),
    ['One 2 3', 'Two 5 3', 'Three 8 4'],
  );
});
