// Tests: test/api/dashboard-members.test.ts.
/**
 * The roles of members, the least first: a viewer looks, an editor works with products, an owner decides about the
 * store.
 */
export const roles = ['viewer', 'editor', 'owner'] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];
