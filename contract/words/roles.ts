// Tests: test/api/dashboard-members.test.ts.
/** What a member may do in a store, the least first: look, work with products, decide about the store. */
export const roles = ['viewer', 'editor', 'owner'] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];
