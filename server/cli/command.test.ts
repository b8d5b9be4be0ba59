import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, jsonOption, parseArguments, UsageError, usage } from './command.ts';

const command: Command = {
  name: 'key revoke',
  summary: 'make a key invalid',
  operands: ['KEY_ID'],
  options: {
    store: { kind: 'value', placeholder: 'ID', required: true, help: 'the store' },
    plan: { kind: 'value', fallback: 'free', help: 'the plan' },
    tag: { kind: 'values', placeholder: 'NAME', help: 'a tag, or several' },
    json: jsonOption,
  },
  run: async () => 0,
};

function mistakeOf(...words: string[]): string {
  let thrown: unknown;
  try {
    parseArguments(command, words);
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof UsageError, 'the words were taken');
  return thrown.message;
}

test('options and operands are taken in any order', () => {
  for (const words of [
    ['k1', '--store', 's1', '--json'],
    ['--json', '--store=s1', 'k1'],
  ]) {
    const { operands, values } = parseArguments(command, words);
    assert.deepEqual(operands, ['k1']);
    assert.deepEqual(Object.fromEntries(values), { store: 's1', json: true });
  }
});

test('an option that was not given has no value', () => {
  const { values } = parseArguments(command, ['k1', '--store', 's1']);
  assert.deepEqual([...values.keys()], ['store']);
});

test('an option given twice has its last value', () => {
  const { values } = parseArguments(command, ['k1', '--store', 'a', '--store', 'b']);
  assert.equal(values.get('store'), 'b');
});

test('an option with several values keeps their order', () => {
  const { values } = parseArguments(command, ['k1', '--store', 's', '--tag', 'b', '--tag=a']);
  assert.deepEqual(values.get('tag'), ['b', 'a']);
  assert.match(mistakeOf('k1', '--store', 's', '--tag'), /--tag/);
});

test('words after two dashes are operands', () => {
  assert.deepEqual(parseArguments(command, ['--store', 's', '--', '--json']).operands, ['--json']);
});

test('the command names missing arguments', () => {
  assert.equal(mistakeOf('--store', 's1'), 'KEY_ID is missing.');
  assert.equal(mistakeOf('k1'), '--store is missing.');
});

test('the command names unknown arguments', () => {
  assert.equal(mistakeOf('k1', 'k2', '--store', 's1'), '"k2" is one word too many.');
  assert.match(mistakeOf('k1', '--store', 's1', '--colour', 'red'), /Unknown option '--colour'/);
  assert.match(mistakeOf('k1', '--store', 's1', '-x'), /Unknown option '-x'/);
  assert.match(mistakeOf('k1', '--store', 's1', '--constructor'), /Unknown option '--constructor'/);
  assert.match(mistakeOf('k1', '--store', 's1', '--json=yes'), /--json/);
  assert.match(mistakeOf('k1', '--store'), /--store/);
});

test('a mistake is reported in one line', () => {
  for (const words of [['--wrong'], ['k1', '--store'], []]) {
    assert.doesNotMatch(mistakeOf(...words), /\n/);
  }
});

test('the usage shows operands, options, placeholders and defaults', () => {
  assert.equal(
    usage(command),
    [
      'foretype key revoke KEY_ID --store ID [--plan VALUE] [--tag NAME …] [--json]',
      '  make a key invalid',
      '  --store        the store',
      '  --plan         the plan (free)',
      '  --tag          a tag, or several',
      '  --json         print JSON, for programs',
    ].join('\n'),
  );
});

test('an option without a value is reported in one line', () => {
  assert.throws(
    () => parseArguments(command, ['--store', '--json']),
    (error) => error instanceof UsageError && !error.message.includes('\n'),
  );
});
