/**
 * The operations that change keys, done in the pipeline thread. A secret key is shown in the answer that created it and never
 * again. A store has at most 200 valid keys (then `conflict`) and a key 100 origins; an unknown id is `not_found`.
 */
// Tests: server/threads/pipeline-thread/pipeline-client.live.test.ts.
import type { keyOperations } from '../../../contract/keys.ts';
import type { Clock } from '../../clock.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { OperationCall, OperationHandlers } from '../../operations/operation-call.ts';
import type { Storage } from '../../storage/storage.ts';
import { type KeyChange, revokeKey, updateKey } from '../../stores/change-key.ts';
import { createKey } from '../../stores/create-store.ts';
import { presentKey } from './present-key.ts';

/** A handler for each operation; it resolves when the change is durable. */
export function keyWrites(
  storage: Storage,
  clock: Clock,
): OperationHandlers<typeof keyOperations, 'pipeline'> {
  return {
    async createKey({ storeId, actor, body: { kind, name, allowed_origins: origins } }) {
      const settings = { kind, name, allowedOrigins: origins.map(toOrigin) };
      const { key, record } = await createKey(storage, clock, storeId, settings, actor);
      const message =
        kind === 'secret'
          ? 'Copy the key now: it is shown this once.'
          : 'The key has been created. It is public and can be shown again.';
      return { message, key: presentKey(record), secret: key };
    },
    async updateKey(call) {
      const { allowed_origins: origins, ...name } = call.body;
      const fields = { ...name, ...(origins && { allowedOrigins: origins.map(toOrigin) }) };
      const change = { ...placeOf(call), ...fields };
      const key = await updateKey(storage, clock, change);
      return { message: 'The key has been changed.', key: presentKey(key) };
    },
    async revokeKey(call) {
      const key = await revokeKey(storage, clock, placeOf(call));
      return { message: 'The key has been revoked.', key: presentKey(key) };
    },
  };
}

type KeyCall = Pick<OperationCall<(typeof keyOperations)['revokeKey']>, 'storeId' | 'actor' | 'params'>;

/** Throws `not_found` for what is no id. */
function placeOf({ storeId, actor, params }: KeyCall): KeyChange {
  if (!isUuid(params.id)) throw notFound('key');
  return { storeId, keyId: params.id, actor };
}

/** An address that was copied from a browser ends in a slash. */
function toOrigin(text: string): string {
  return text.trim().replace(/\/$/, '');
}
