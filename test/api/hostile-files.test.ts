/**
 * Goal: what the page says of a file before it is sent is what its import does, for files that a merchant drops by mistake or in
 * malice, on either database; rows of any shape can be checked.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { FailureBody } from '../../contract/imports.ts';
import { withGuesses } from '../../dashboard/src/pages/imports/guessed-mapping.ts';
import { previewFile } from '../../dashboard/src/pages/imports/preview-file.ts';
import { sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { importCsv } from '../support/file-imports.ts';
import { type HostileFile, hostileFiles } from '../support/hostile-files.ts';
import { useSharedService } from '../support/use-service.ts';

/** The codes of a row's faults. */
function codesOf({ errors }: Pick<FailureBody, 'errors'>): string {
  return errors.map(({ code }) => code).join();
}

function preview({ content }: HostileFile) {
  const head = { bytes: new Uint8Array(content), fileBytes: content.length };
  const settings = withGuesses({}, previewFile(head, {}, 0).result.layout);
  return { settings, ...previewFile(head, settings, 0) };
}

for (const engine of engines) {
  describe(`hostile files (${engine.name})`, () => {
    const service = useSharedService(engine);
    let visitor: Visitor;
    before(async () => {
      visitor = await sharedOperator(service.current());
    });

    async function check(storeId: string, rows: readonly unknown[]): Promise<readonly FailureBody[]> {
      const answer = await visitor.call('POST', `/stores/${storeId}/product-imports/check`, { rows });
      assert.equal(answer.status, 200, answer.text);
      return answer.as<{ failures: readonly FailureBody[] }>().failures;
    }

    test('an import does what the page said of its file', async () => {
      const { store } = await service.createStore();
      for (const file of hostileFiles) {
        const { result, rows, settings } = preview(file);
        const said = result.ok ? null : result.message;
        if (file.refusal === null) assert.equal(said, null, file.name);
        else assert.ok(said?.includes(file.refusal), `${file.name}: ${said}`);
        if (file.content.length === 0) continue;
        const run = await importCsv(visitor, store.id, file.content, {
          name: 'products.csv',
          settings: { ...settings },
        });
        assert.equal(run.error, said, file.name);
        assert.equal(run.status, said === null ? 'completed' : 'failed', file.name);
        if (said !== null || file.name === 'a long cell') continue;
        const failures = await check(
          store.id,
          rows.map(({ value }) => value),
        );
        assert.deepEqual(run.failures.map(codesOf), failures.map(codesOf), file.name);
        assert.equal(run.total_rows, rows.length, file.name);
      }
    });

    test('rows of any shape are checked, and never a failure', async () => {
      const { store } = await service.createStore();
      const text = fc.oneof(
        fc.constantFrom(
          '__proto__',
          'constructor',
          '',
          '=1+1',
          '<b>',
          '\u202ex',
          '\u0000',
          '\ud800',
          'x'.repeat(10_000),
        ),
        fc.string({ unit: 'binary', maxLength: 20 }),
      );
      const rows = fc.array(fc.oneof(fc.dictionary(text, fc.oneof(text, fc.jsonValue())), fc.jsonValue()), {
        maxLength: 5,
      });
      await fc.assert(
        fc.asyncProperty(rows, async (given) => {
          for (const { row } of await check(store.id, given)) assert.ok(row >= 1 && row <= given.length);
        }),
        { numRuns: 60 },
      );
      const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`c${at}`, 'v']));
      assert.equal((await check(store.id, [wide])).length, 1);
    });
  });
}
