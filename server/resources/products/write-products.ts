/**
 * The operations that change single products, done in the pipeline thread (§4.4, §4.5; Contract §4). A wrong field refuses the whole
 * call with every fault (`validation_failed`), an unknown product is `not_found`, and a new one beyond the plan is skipped with a
 * message. A product has at most 1,048,576 characters. They never change a product of another store, nor a part of one when a field is
 * wrong.
 */
// Tests: test/api/products.test.ts.
import type { productOperations } from '../../../contract/products.ts';
import type { RowOutcomes } from '../../ingest/leased-run.ts';
import type { IngestEnvironment } from '../../ingest/pipeline.ts';
import { purgeProduct, removeProduct } from '../../ingest/remove-product.ts';
import { patchProduct, type UpsertResult, upsertProduct } from '../../ingest/upsert-product.ts';
import { pathExternalId } from '../../operations/external-ids.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Storage } from '../../storage/storage.ts';
import { presentProduct, presentRemovedProduct } from './present-product.ts';

/** The parts from outside that writes need. */
interface ProductEnvironment extends IngestEnvironment {
  readonly countRows: (rows: RowOutcomes) => void;
}

/** A handler for each operation. */
export function productWrites(
  storage: Storage,
  { countRows, ...environment }: ProductEnvironment,
): OperationHandlers<typeof productOperations, 'pipeline'> {
  function answerUpsert({ product, currency, validRows, skippedRows }: UpsertResult, message: string) {
    countRows({ validRows, failedRows: 0, skippedRows });
    return {
      message: product === null ? 'The plan has no room for a new product; it was skipped.' : message,
      import: { status: 'completed', valid_rows: validRows, failed_rows: 0, skipped_rows: skippedRows },
      product: product && presentProduct(product, currency),
    };
  }
  async function upsert(storeId: string, externalId: string | null, body: Uint8Array) {
    const result = await upsertProduct(storage, { storeId, externalId, body }, environment);
    return answerUpsert(result, 'The product has been upserted.');
  }
  return {
    createProduct: ({ storeId, body }) => upsert(storeId, null, body),
    replaceProduct: (call) => upsert(call.storeId, pathExternalId(call), call.body),
    async patchProduct(call) {
      const patch = { storeId: call.storeId, externalId: pathExternalId(call), body: call.body };
      return answerUpsert(await patchProduct(storage, patch, environment), 'The product has been updated.');
    },
    async removeProduct(call) {
      const named = { storeId: call.storeId, externalId: pathExternalId(call) };
      if (call.query.purge === 'true') {
        const { product } = await purgeProduct(storage, named, environment.clock);
        const message = 'The product has been erased.';
        return { message, product: presentRemovedProduct(product), purged: true };
      }
      const { product } = await removeProduct(storage, named, environment.clock);
      const message = 'The product has been marked out of stock.';
      return { message, product: presentRemovedProduct(product) };
    },
  };
}
