/** The scopes of keys (Contract §2 and §10): what a key may do. */
// Tests: test/api/keys.test.ts.

/** `secret`: every call but those of keys. `storefront`: what a shop's pages need. `manage`: the calls of keys, and nothing else. */
export const keyScopes = ['secret', 'storefront', 'manage'] as const;

/** A scope of a key. */
export type KeyScope = (typeof keyScopes)[number];
