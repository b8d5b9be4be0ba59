import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportUnknown } from './unknown-fields.ts';

test('an unknown field is named with its place and nearest match', () => {
  const faults: string[][] = [];
  const rule = { query: 'lamp', Pin: [], colour: 'red' };
  reportUnknown(rule, { what: 'A rule', known: ['query', 'pins'], path: '/rules/3' }, (...fault) =>
    faults.push(fault),
  );
  assert.deepEqual(faults, [
    [
      '/rules/3/Pin',
      'field_unknown',
      'The field "Pin" is unknown. Did you mean "pins"? A rule takes query, pins.',
    ],
    ['/rules/3/colour', 'field_unknown', 'The field "colour" is unknown. A rule takes query, pins.'],
  ]);
});
