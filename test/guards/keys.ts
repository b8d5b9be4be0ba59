/** Guards of keys: what is remembered of them, what a change drops, and what is stored. */
import type { Guard } from './guard.ts';

export const keyGuards: readonly Guard[] = [
  {
    name: 'a new key takes no field that it does not know',
    file: 'contract/keys.ts',
    from: "{ title: 'A key', additionalProperties: false }",
    to: "{ title: 'A key' }",
    tests: { 'test/api/keys.test.ts': ['fields that a key does not have are refused'] },
  },
  {
    name: 'a new key takes origins only where pages may hold it',
    file: 'server/stores/create-key.ts',
    from: "if (kind === 'storefront' || allowedOrigins.length === 0) return null;",
    to: 'if (allowedOrigins.length >= 0) return null;',
    tests: { 'test/api/keys.test.ts': ['fields that a key does not have are refused'] },
  },
  {
    name: 'a key that pages may not hold gets no origins later',
    file: 'server/stores/change-key.ts',
    from: 'if (fault !== null) throw validationFailed([fault]);',
    to: 'void validationFailed;',
    tests: { 'test/api/keys.test.ts': ['fields that a key does not have are refused'] },
  },
  {
    name: 'a secret key that a page shows is not repeated',
    file: 'server/resources/shop-check/judge-page.ts',
    from: '(${keyHint(key)})',
    to: '(${key})',
    tests: {
      'server/resources/shop-check/judge-page.test.ts': ['a secret key in the page is the first thing said'],
    },
  },
  {
    name: 'a secret key is no name that others read',
    file: 'server/catalog/text.ts',
    from: 'if (!/ft_[sm]k_[0-9A-Za-z]{38}/.test(text)) return null;',
    to: 'if (text.length < 1_000_000) return null;',
    tests: { 'test/api/dashboard-store.test.ts': ['a secret key is no name of anything, nor repeated'] },
  },
  {
    name: 'a page of a shop is checked only at a public address',
    file: 'server/resources/shop-check/check-shop.ts',
    from: "checkOutboundUrl(given ?? '', policy)",
    to: "checkOutboundUrl(given ?? '', { allowPrivate: true })",
    tests: {
      'server/resources/shop-check/check-shop.live.test.ts': [
        'addresses within a network are refused before any call',
      ],
    },
  },
  {
    name: 'a page leads the search for a feed to no other host',
    file: 'server/resources/shop-check/find-feed.ts',
    from: 'return url.host === page.host && ',
    to: 'return ',
    tests: {
      'server/resources/shop-check/find-feed.live.test.ts': ['a page leads to the feed that it links'],
    },
  },
  {
    name: 'a change of a key holds once it is answered',
    file: 'server/http/operation-routes.ts',
    from: 'if (operation.refreshesKeys) await keyRing.refresh();',
    to: '',
    tests: {
      'test/api/dashboard-store.test.ts': ['a key’s origins can change while it is in use'],
    },
  },
  {
    name: 'keys are created at the rate of their store',
    file: 'server/http/operation-routes.ts',
    from: 'operation.storeRate && { storeRate',
    to: 'operation.isLong && { storeRate',
    tests: { 'test/api/network-limits.test.ts': ['invitations, keys and shop checks count by their store'] },
  },
  {
    name: 'a revoked key is refused',
    file: 'server/stores/key-ring.ts',
    from: 'record === null || record.revokedAt !== null ? null',
    to: 'record === null ? null',
    tests: {
      'test/api/authentication.test.ts': ['Contract §2 a revoked key is refused, other keys work on'],
    },
  },
  {
    name: 'a key is refused from its end on',
    file: 'server/stores/key-ring.ts',
    from: 'if (grant.expiresAt !== null && grant.expiresAt <= clock.nowMicros()) return null;',
    to: '',
    tests: {
      'server/stores/key-ring.live.test.ts': ['a remembered key is refused from its end on'],
    },
  },
  {
    name: 'a key that manages keys does nothing else',
    file: 'server/http/admission/authenticate.ts',
    from: "if (kind === 'manage' || access === 'manage') return kind === access;",
    to: "if (access === 'manage') return kind === access;",
    tests: { 'test/api/keys.test.ts': ['a managing key reaches the calls of keys only'] },
  },
  {
    name: 'no other key manages keys',
    file: 'server/http/admission/authenticate.ts',
    from: "if (kind === 'manage' || access === 'manage') return kind === access;",
    to: "if (kind === 'manage') return kind === access;",
    tests: { 'test/api/keys.test.ts': ['a managing key reaches the calls of keys only'] },
  },
  {
    name: 'a key makes no key that manages keys',
    file: 'server/resources/keys/write-keys.ts',
    from: "if (scope === 'manage' && caller !== 'member') throw noManagers();",
    to: '',
    tests: { 'test/api/keys.test.ts': ['a managing key makes and rotates no managing key'] },
  },
  {
    name: 'a key rotates no key that manages keys',
    file: 'server/stores/change-key.ts',
    from: "if (key.kind !== 'manage' || !isByKey) return null;",
    to: 'if (!isByKey || key.id !== null) return null;',
    tests: { 'test/api/keys.test.ts': ['a managing key makes and rotates no managing key'] },
  },
  {
    name: 'a key is rotated once',
    file: 'server/stores/change-key.ts',
    from: 'if (key.replacedBy !== null) {',
    to: 'if (key.replacedBy === undefined) {',
    tests: {
      'test/api/keys.test.ts': [
        'one of several rotations at once takes place',
        'Contract §10 a rotated key works on for the overlap',
      ],
    },
  },
  {
    name: 'a key that has ended is not rotated',
    file: 'server/stores/change-key.ts',
    from: 'if (key.expiresAt !== null && key.expiresAt <= now) {',
    to: 'if (key.expiresAt === now) {',
    tests: { 'test/api/keys.test.ts': ['a key is refused from its end on, and said so'] },
  },
  {
    name: 'an overlap does not outlast the old key',
    file: 'server/stores/change-key.ts',
    from: 'expiresAt ?? Number.POSITIVE_INFINITY',
    to: 'Number.POSITIVE_INFINITY',
    tests: { 'test/api/keys.test.ts': ['an overlap reaches no further than the key itself'] },
  },
  {
    name: 'a new key ends in the future',
    file: 'server/stores/create-key.ts',
    from: 'if (end <= now) {',
    to: 'if (end === 0) {',
    tests: { 'test/api/keys.test.ts': ['every wrong field of a new key is named'] },
  },
  {
    name: 'the end of a key is noted by one process',
    file: 'server/storage/stores/keys.ts',
    from: "const isOver = end.where('revoked_at', 'is', null).where('expires_at', '<=', now);",
    to: "const isOver = end.where('expires_at', '<=', now);",
    tests: {
      'test/storage/ending-keys.test.ts': ['the end of a key is noted once in all processes'],
    },
  },
  {
    name: 'a look-up that began before a change is not remembered',
    file: 'server/stores/key-ring.ts',
    from: 'if (mayHaveChanged(grant, before)) return grant;',
    to: '',
    tests: {
      'server/stores/key-ring.live.test.ts': ['a key revoked while it is looked up is not remembered'],
    },
  },
  {
    name: 'a flood with one key asks the database once',
    file: 'server/stores/key-ring.ts',
    from: 'if (asked !== undefined) return asked;',
    to: '',
    tests: { 'server/stores/key-ring.live.test.ts': ['a flood of look-ups at once asks the directory once'] },
  },
  {
    name: 'an unknown key is refused from memory',
    file: 'server/stores/key-ring.ts',
    from: 'refused.set(key, true);',
    to: '',
    tests: {
      'server/stores/key-ring.live.test.ts': ['an unknown key is refused from memory for three seconds'],
    },
  },
  {
    name: 'a malformed key costs no look-up',
    file: 'server/stores/key-ring.ts',
    from: 'refused.has(key) || !isWellFormedKey(key) ? null',
    to: 'refused.has(key) ? null',
    tests: {
      'server/stores/key-ring.live.test.ts': ['Contract §2 a malformed key is refused without a lookup'],
    },
  },
  {
    name: 'a changed key is not remembered',
    file: 'server/stores/key-ring.ts',
    from: '    known.forget(stores);\n',
    to: '',
    tests: { 'server/stores/key-ring.live.test.ts': ['a revoked key is refused after the next refresh'] },
  },
  {
    name: 'a change drops the keys of its store only',
    file: 'server/stores/key-ring.ts',
    from: 'forget(stores && new Set(stores));',
    to: 'forget(null);',
    tests: {
      'server/stores/key-ring.live.test.ts': ['changes of one store cost the keys of another nothing'],
    },
  },
  {
    name: 'a node that missed changes drops everything',
    file: 'server/storage/stores/directory-changes.ts',
    from: 'since >= changes_since && ',
    to: '',
    tests: {
      'server/stores/key-ring.live.test.ts': ['a node that missed too much forgets every store'],
      'test/storage/directory-changes.test.ts': ['an entry that is no longer kept is not unchanged'],
    },
  },
  {
    name: 'a change by an earlier version may be of any store',
    file: 'server/storage/stores/directory-changes.ts',
    from: 'const isWhole = state.changes_until === version - 1;',
    to: 'const isWhole = true;',
    tests: {
      'test/storage/directory-changes.test.ts': ['an earlier version’s change may concern any store'],
    },
  },
  {
    name: 'changes by an earlier version are not hidden by what is known',
    file: 'server/storage/stores/directory-changes.ts',
    from: ' && changes_until === version',
    to: '',
    tests: {
      'test/storage/directory-changes.test.ts': ['an earlier version’s change may concern any store'],
    },
  },
  {
    name: 'a store that changes all the time takes one place',
    file: 'server/storage/stores/directory-changes.ts',
    from: '.filter(([, other]) => other !== storeId)',
    to: '',
    tests: {
      'test/storage/directory-changes.test.ts': ['a store that changes all the time hides no other'],
    },
  },
  {
    name: 'a key has a checksum',
    file: 'server/stores/key-format.ts',
    from: 'return checksum(body) === text.slice(-checksumLength);',
    to: "return body !== '';",
    tests: { 'server/stores/key-format.test.ts': ['Contract §2 the checksum catches every wrong character'] },
  },
  {
    name: 'of a key only the hash is stored',
    file: 'server/stores/key-format.ts',
    from: "return hash('sha256', key, 'hex');",
    to: 'return key;',
    tests: { 'server/stores/key-format.test.ts': ['Contract §2 the hash of a key is its SHA-256'] },
  },
  {
    name: 'a key is changed by its own store only',
    file: 'server/storage/stores/keys.ts',
    from: "update.where('store_id', '=', storeId).where('id', '=', keyId)",
    to: "update.where('id', '=', keyId)",
    tests: { 'test/storage/storage.test.ts': ['a key cannot be revoked by another store'] },
  },
  {
    name: 'people of a store make a bounded number of keys',
    file: 'server/stores/create-key.ts',
    from: 'return actor === null ? {} : { room: { validMax: limits.keysMax, now: clock.nowMicros() } };',
    to: 'return {};',
    tests: {
      'server/stores/create-store.live.test.ts': ['people of a store make a bounded number of keys'],
      'test/api/dashboard-store.test.ts': ['people make so many keys of a store'],
    },
  },
  {
    name: 'the operator makes any number of keys',
    file: 'server/stores/create-key.ts',
    from: 'return actor === null ? {} : { room: { validMax: limits.keysMax, now: clock.nowMicros() } };',
    to: 'return { room: { validMax: limits.keysMax, now: clock.nowMicros() } };',
    tests: { 'server/stores/create-store.live.test.ts': ['people of a store make a bounded number of keys'] },
  },
  {
    name: 'keys that are made at once are counted one by one',
    file: 'server/storage/stores/keys.ts',
    from: `        await raiseVersion(builder, transaction, key.storeId);
        if (room`,
    to: '        if (room',
    tests: { 'server/stores/create-store.live.test.ts': ['people of a store make a bounded number of keys'] },
    engine: 'postgres',
  },
  {
    name: 'lists of keys show some that are revoked',
    file: 'server/storage/stores/keys.ts',
    from: 'revoked.limit(limits.revokedKeysShown)',
    to: 'revoked',
    tests: {
      'test/storage/listed-keys.test.ts': ['the most recently revoked keys are listed'],
    },
  },
];
