/**
 * Declares the calls of a store’s API keys, for its members. A secret key itself is in the answer to its creation and in no
 * other; a storefront key is public, and is in every answer. A wrong name or origin is 422, which names the field; a store has at most 200 valid keys.
 */
// Tests: server/http/operation-routes.live.test.ts.
import { Type } from 'typebox';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';

const kind = Type.Enum(['secret', 'storefront']);
const KeySchema = Type.Object({
  id: Type.String(),
  kind,
  name: Type.String(),
  hint: Type.String(),
  token: orNull(Type.String(), {
    description:
      'The whole key, of storefront keys only, since they are public. Null for secret keys, and for storefront keys made by version 0.1.',
  }),
  allowed_origins: orNull(Type.Array(Type.String()), { description: 'Empty: any; null: cannot be read.' }),
  created_at: Type.String(),
  last_used_at: orNull(Type.String()),
  revoked_at: orNull(Type.String()),
});
/** A key on the wire. It holds the key itself only if that is public. */
export type StoreKey = ValueOf<typeof KeySchema>;

const name = Type.String({ format: 'line' });
const origins = () => Type.Array(Type.String());
const changed = { message: Type.String(), key: KeySchema };
const change = { tag: 'Keys', role: 'owner', thread: 'pipeline', refreshesKeys: true } as const;

/** Every call about keys. */
export const keyOperations = {
  listKeys: {
    route: 'GET /keys',
    summary: 'List all keys',
    answer: Type.Object({ keys: Type.Array(KeySchema) }),
    tag: 'Keys',
    role: 'viewer',
    thread: 'reader',
  },
  createKey: {
    route: 'POST /keys',
    summary: 'Create a key',
    body: Type.Object({ kind, name, allowed_origins: withDefault(origins(), []) }),
    answer: Type.Object({
      ...changed,
      secret: Type.String({ description: 'The whole key, of either kind.' }),
    }),
    storeRate: 'keysPerStore',
    ...change,
  },
  updateKey: {
    route: 'PATCH /keys/:id',
    summary: 'Change the name or the origins of a key',
    body: Type.Object({ name: Type.Optional(name), allowed_origins: Type.Optional(origins()) }),
    answer: Type.Object(changed),
    ...change,
  },
  revokeKey: {
    route: 'DELETE /keys/:id',
    summary: 'Revoke a key',
    answer: Type.Object(changed),
    ...change,
  },
} as const satisfies Operations;
