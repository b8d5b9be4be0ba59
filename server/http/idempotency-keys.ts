/**
 * The header `Idempotency-Key`: one request with a key at a time (Contract §5). A key has 1 to 255 characters and is held in the
 * memory of this process only; what an earlier request with it answered is in the database for 24 hours. A key of another form is
 * `validation_failed`; one whose request is still under way is `idempotency_conflict`. It never repeats or stores an answer itself.
 */
// Tests: test/api/product-imports.test.ts.
import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { AppError, validationFailed } from '../errors.ts';

/** The key that a request carries, or null for none. Throws `validation_failed` for one that is empty or too long. */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key !== '' && key.length <= limits.idempotencyKeyMaxLength) return key;
  const message = `"Idempotency-Key" takes 1 to ${limits.idempotencyKeyMaxLength} characters.`;
  throw validationFailed([{ path: 'Idempotency-Key', code: 'idempotency_key_invalid', message }]);
}

/** Does `work`, which answers a request of a store with this key. */
export type HoldKey = <Result>(storeId: string, key: string, work: () => Promise<Result>) => Promise<Result>;

/** Until the work is done, another request of the store with the same key is refused with `idempotency_conflict`. */
export function createKeyHolder(): HoldKey {
  const underWay = new Set<string>();
  return async (storeId, key, work) => {
    const name = `${storeId}${key}`;
    if (underWay.has(name)) {
      throw new AppError(
        'idempotency_conflict',
        'A request with this Idempotency-Key is still under way. Try again when it was answered.',
      );
    }
    underWay.add(name);
    try {
      return await work();
    } finally {
      underWay.delete(name);
    }
  };
}
