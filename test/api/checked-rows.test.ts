/**
 * The first rows of a file, checked before the file is sent: what an import would say of them, and who may ask. Nothing is written.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FailureBody } from '../../contract/imports.ts';
import { limits } from '../../contract/limits.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { makeProduct } from '../support/make-product.ts';
import { useService } from '../support/use-service.ts';

describe('rows that are checked before a file is sent', () => {
  const service = useService(anyEngine);

  test('rows are judged as an import would, and not written', async () => {
    const operator = await setUpOperator(service.current());
    const { store } = await service.createStore({ currency: 'EUR' });
    const path = `/stores/${store.id}/product-imports/check`;
    const rows = [makeProduct('a'), { ...makeProduct('b'), price: '$5', title: '' }, 'no row', null];
    const answer = await operator.call('POST', path, { rows });
    const { failures } = answer.as<{ failures: readonly FailureBody[] }>();
    assert.deepEqual(
      failures.map(({ row, errors }) => [row, ...errors.map(({ path: at, code }) => `${at} ${code}`)]),
      [
        [2, '/title title_missing', '/price currency_invalid'],
        [3, ' row_malformed'],
        [4, ' row_malformed'],
      ],
    );
    assert.equal((await service.current().storage.directory.findStore(store.id))?.productCount, 0);
    const sold = { ...makeProduct('c'), in_stock: undefined, Stock: 'no' };
    const noted = (await operator.call('POST', path, { rows: [sold] })).as<{ warnings: FailureBody[] }>();
    assert.deepEqual(
      noted.warnings.map(({ path: at, code }) => [at, code]),
      [['/Stock', 'field_unmapped']],
    );

    const many = Array.from({ length: limits.rowsChecked + 1 }, () => ({}));
    expectError(await operator.call('POST', path, { rows: many }), 'validation_failed');
    expectError(await operator.call('POST', path, { rows: {} }), 'validation_failed');
    const viewer = await joinAs(service.current(), operator, store.id, {
      ...{ email: 'vera@shop.example', role: 'viewer' },
    });
    expectError(await viewer.call('POST', path, { rows }), 'insufficient_role');
    const other = await service.createStore();
    const elsewhere = `/stores/${other.store.id}/product-imports/check`;
    expectError(await viewer.call('POST', elsewhere, { rows }), 'not_found');
  });
});
