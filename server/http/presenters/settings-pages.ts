/**
 * Answers with all that was set for a store, which are complete and have no cursor: texts at their limits make megabytes of
 * some of them. Made in the reader thread, as pages of lists are.
 */

import type { ReadContext } from '../../operations/read-context.ts';
import { writeJson } from '../../operations/write-page.ts';
import { presentInvitation, presentMember } from './present-member.ts';

/** Every answer by name, as in list-pages.ts. */
export const settingsPages = {
  members: async ({ accounts, store }: ReadContext, _question: object) =>
    writeJson({
      members: (await accounts.members(store.id)).map(presentMember),
      invitations: (await accounts.invitations(store.id)).map(presentInvitation),
    }),
} as const;
