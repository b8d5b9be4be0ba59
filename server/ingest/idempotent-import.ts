/**
 * Imports that were asked for with an `Idempotency-Key` (Contract §5): within 24 hours the same request gives the first import again.
 * All of it happens in the transaction that creates the import. A dry run keeps no key.
 */
// Tests: test/api/product-imports.test.ts, test/api/product-lines.test.ts.
import { limits } from '../../contract/limits.ts';
import type { ImportMode } from '../../contract/words/product-import.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { ImportRun } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** The part of a request that decides whether it is a repeated one. */
export interface IdempotentRequest {
  /** The client's Idempotency-Key; null for none. */
  readonly idempotencyKey: string | null;
  readonly dryRun: boolean;
}

/** The hash of a request, from that of its body. */
export function hashOfRequest(mode: ImportMode, bodyHash: string): string {
  return mode === 'upsert' ? bodyHash : `${mode} ${bodyHash}`;
}

/** The import that the same key made before; null for a new key. Rejects where the request was another one. */
export async function findEarlier(
  writer: StoreWriter,
  { idempotencyKey, dryRun }: IdempotentRequest,
  requestHash: string,
  { clock }: { readonly clock: Pick<Clock, 'nowMicros'> },
): Promise<ImportRun | null> {
  if (idempotencyKey === null || dryRun) return null;
  const oldest = clock.nowMicros() - limits.idempotencyHours * 3_600 * 1_000_000;
  const record = await writer.idempotency.find(idempotencyKey);
  if (record === null) return null;
  // The other old ones go in steps with what else is past its time.
  if (record.createdAt < oldest) {
    await writer.idempotency.delete(record.key);
    return null;
  }
  if (record.requestHash !== requestHash) {
    const message =
      'This Idempotency-Key was used with another body within 24 hours. Use a new key for a new request.';
    throw new AppError('validation_failed', message, {
      errors: [{ path: 'Idempotency-Key', code: 'idempotency_key_reused', message }],
    });
  }
  return writer.imports.find(record.importId);
}

/** Keeps the key of a request, if it has one, with the import that it made. */
export async function keepKey(
  writer: StoreWriter,
  { idempotencyKey, dryRun }: IdempotentRequest,
  requestHash: string,
  { id: importId, createdAt }: ImportRun,
): Promise<void> {
  if (idempotencyKey === null || dryRun) return;
  await writer.idempotency.insert({ key: idempotencyKey, requestHash, importId, createdAt });
}
