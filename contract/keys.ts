/**
 * Declares the calls of a store’s API keys, for its members and for programs with a key of the scope `manage` (Contract §10). A
 * secret key itself is in the answer to its creation or rotation and in no other; a storefront key is public, and members see it in
 * every answer. A wrong name, origin or end is 422, which names the field; a store has at most 200 keys that work.
 */
// Tests: test/api/keys.test.ts, server/http/operation-routes.live.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { PageQuerySchema } from './queries.ts';
import { keyScopes } from './words/keys.ts';

const shown = {
  id: Type.String(),
  name: Type.String(),
  scope: Type.Enum([...keyScopes]),
  hint: Type.String({ description: 'The first and last letters, by which people recognize the key.' }),
  created_at: Type.String(),
  last_used_at: orNull(Type.String(), { description: 'Written within 30 seconds of the use.' }),
  expires_at: orNull(Type.String(), {
    description: 'The end of the key: from then on it is refused. Null: it has none.',
  }),
};
const KeySchema = Type.Object(shown, { $id: 'Key' });
/** A key as programs see it. */
export type Key = ValueOf<typeof KeySchema>;

const MemberKeySchema = Type.Object({
  ...shown,
  token: orNull(Type.String(), {
    description:
      'The whole key, of storefront keys only, since they are public. Null for others, and for storefront keys made by version 0.1.',
  }),
  allowed_origins: orNull(Type.Array(Type.String()), { description: 'Empty: any; null: cannot be read.' }),
  revoked_at: orNull(Type.String(), { description: 'Equal to `expires_at` for a key that ended by itself.' }),
  replaced_by: orNull(Type.String(), {
    description: 'The id of the key that a rotation put in place of this one.',
  }),
});
/** A key as members of its store see it. It holds the key itself only if that is public. */
export type StoreKey = ValueOf<typeof MemberKeySchema>;

const name = Type.String({ format: 'line' });
const origins = (description?: string) =>
  Type.Array(Type.String(), description === undefined ? {} : { description });
const message = Type.String();
const token = Type.String({ description: 'The whole key. Of a secret key it is shown this once.' });
const changed = Type.Object({ message, key: KeySchema });
const memberChanged = Type.Object({ message, key: MemberKeySchema });
const made = Type.Object({ message, key: KeySchema, token });
const memberMade = Type.Object({ message, key: MemberKeySchema, token });
const change = {
  tag: 'Keys',
  key: 'manage',
  role: 'owner',
  thread: 'pipeline',
  refreshesKeys: true,
} as const;

/** Another field would be a setting that the caller believes in and the key does not have. */
const keyBody = { title: 'A key', additionalProperties: false } as const;

/** Every call about keys. */
export const keyOperations = {
  listKeys: {
    route: 'GET /keys',
    summary: 'List the keys that work',
    query: PageQuerySchema,
    answer: Type.Object({ keys: Type.Array(KeySchema), next_cursor: orNull(Type.String()) }),
    memberAnswer: Type.Object({ keys: Type.Array(MemberKeySchema), next_cursor: Type.Null() }),
    tag: 'Keys',
    key: 'manage',
    role: 'viewer',
    thread: 'reader',
  },
  createKey: {
    route: 'POST /keys',
    summary: 'Create a key',
    description:
      'If the answer is lost, the key cannot be shown again: revoke it (it is in the list) and create another.',
    body: Type.Object(
      {
        scope: Type.Enum([...keyScopes], {
          description: 'Keys of the scope `manage` are made in the dashboard or on the command line only.',
        }),
        name,
        expires_at: Type.Optional(
          orNull(Type.String(), {
            description: `An ISO 8601 time with its zone, in the future, at most ${limits.keyEndMaxDays / 365} years away.`,
          }),
        ),
        allowed_origins: withDefault(origins('Of storefront keys only.'), []),
      },
      keyBody,
    ),
    answer: made,
    memberAnswer: memberMade,
    storeRate: 'keysPerStore',
    errors: [409],
    ...change,
  },
  rotateKey: {
    route: 'POST /keys/:key_id/rotate',
    summary: 'Put a new key in the place of a key',
    description:
      'The new key has the name, the scope and the origins of the old one, and lasts as long as that was to last. The old key ends after `overlap_hours`; until then both work. A key is rotated once: afterwards rotate its successor.',
    body: Type.Object(
      {
        overlap_hours: withDefault(
          Type.Number({
            minimum: 0,
            maximum: limits.keyOverlapMaxHours,
            description: 'Hours for which the old key works on. 0: it is refused at once.',
          }),
          0,
        ),
      },
      { title: 'A rotation', additionalProperties: false },
    ),
    isBodyOptional: true,
    answer: made,
    memberAnswer: memberMade,
    storeRate: 'keysPerStore',
    errors: [409],
    ...change,
  },
  updateKey: {
    route: 'PATCH /keys/:key_id',
    summary: 'Change the name or the origins of a key',
    body: Type.Object({ name: Type.Optional(name), allowed_origins: Type.Optional(origins()) }, keyBody),
    answer: memberChanged,
    tag: 'Keys',
    role: 'owner',
    thread: 'pipeline',
    refreshesKeys: true,
  },
  revokeKey: {
    route: 'DELETE /keys/:key_id',
    summary: 'Revoke a key',
    description: 'It is refused at once, and never works again. A second call does nothing more.',
    answer: changed,
    memberAnswer: memberChanged,
    ...change,
  },
} as const satisfies Operations;
