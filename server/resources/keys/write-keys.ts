/**
 * The operations that change keys, done in the pipeline thread. A key that is not public is shown in the answer that made it and never
 * again. A store has at most 200 keys that work (then `conflict`) and a key 100 origins; an unknown id is `not_found`. A program makes no
 * keys that manage keys.
 */
// Tests: test/api/keys.test.ts, server/threads/pipeline-thread/pipeline-client.live.test.ts.
import type { keyOperations } from '../../../contract/keys.ts';
import type { Clock } from '../../clock.ts';
import { notFound, validationFailed } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import type { CallerKind, OperationCall, OperationHandlers } from '../../operations/operation-call.ts';
import type { ListedKey } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { type KeyChange, revokeKey, rotateKey, updateKey } from '../../stores/change-key.ts';
import { type CreatedKey, createKey } from '../../stores/create-key.ts';
import { presentKey, presentKeyToMember } from './present-key.ts';

/** A handler for each operation; it resolves when the change is durable. */
export function keyWrites(
  storage: Storage,
  clock: Clock,
): OperationHandlers<typeof keyOperations, 'pipeline'> {
  return {
    async createKey({ storeId, actor, caller, body: { scope, name, allowed_origins: origins, ...end } }) {
      if (scope === 'manage' && caller !== 'member') throw noManagers();
      const settings = {
        kind: scope,
        name,
        allowedOrigins: origins.map(toOrigin),
        expiresAt: end.expires_at,
      };
      return presentMade(caller, await createKey(storage, clock, storeId, settings, actor));
    },
    async rotateKey(call) {
      const { caller } = call;
      const place = placeOf(call);
      const overlapHours = call.body.overlap_hours;
      const rotation = { ...place, overlapHours, isByKey: caller !== 'member' };
      return presentMade(caller, await rotateKey(storage, clock, rotation));
    },
    async updateKey(call) {
      const { allowed_origins: origins, ...name } = call.body;
      const fields = { ...name, ...(origins && { allowedOrigins: origins.map(toOrigin) }) };
      const change = { ...placeOf(call), ...fields };
      const key = await updateKey(storage, clock, change);
      return { message: 'The key has been changed.', key: presentKeyToMember(key) };
    },
    async revokeKey(call) {
      const key = await revokeKey(storage, clock, placeOf(call));
      return { message: 'The key has been revoked.', key: presentTo(call.caller, key) };
    },
  };
}

function presentMade(caller: CallerKind, { key: token, record }: CreatedKey) {
  const message =
    record.kind === 'storefront'
      ? 'The key has been created. It is public and can be shown again.'
      : 'Copy the key now: it is shown this once.';
  return { message, key: presentTo(caller, record), token };
}

function presentTo(caller: CallerKind, key: ListedKey) {
  return caller === 'member' ? presentKeyToMember(key) : presentKey(key);
}

/** A key that was stolen must not be able to make another that outlives it. */
function noManagers() {
  const message =
    '"scope" takes secret or storefront here: keys of the scope manage are made in the dashboard or on the command line.';
  return validationFailed([{ path: '/scope', code: 'scope_invalid', message }]);
}

type KeyCall = Pick<OperationCall<(typeof keyOperations)['revokeKey']>, 'storeId' | 'actor' | 'params'>;

/** Throws `not_found` for what is no id. */
function placeOf({ storeId, actor, params }: KeyCall): KeyChange {
  if (!isUuid(params.key_id)) throw notFound('key');
  return { storeId, keyId: params.key_id, actor };
}

/** An address that was copied from a browser ends in a slash. */
function toOrigin(text: string): string {
  return text.trim().replace(/\/$/, '');
}
