import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ByteScratch } from './byte-scratch.ts';

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }),
  // Longer than the room that there is at first.
  fc.constantFrom('x'.repeat(70_000), '語'.repeat(30_000), new Uint8Array(150_000).fill(7)),
);

test('what was added to a scratch is taken byte by byte, whatever was in it before', () => {
  const scratch = new ByteScratch();
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      scratch.addText('left over');
      scratch.clear();
      for (const one of parts) {
        if (typeof one === 'string') scratch.addText(one);
        else scratch.addBytes(one);
      }
      const bytes = Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : one)));
      assert.ok(Buffer.from(scratch.take(), 'latin1').equals(bytes));
      assert.equal(scratch.take(), '');
    }),
    { numRuns: 200 },
  );
});

test('what was taken from a scratch stays as it is', () => {
  const scratch = new ByteScratch();
  scratch.addText('first');
  const first = scratch.take();
  scratch.addText('later');
  assert.deepEqual([first, scratch.take()], ['first', 'later']);
});
