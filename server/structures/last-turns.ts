/**
 * Remembers when each group, such as a network, had its last turn, for queues that are fair by groups. In memory only. At most 10,000
 * groups; a forgotten one counts as new (0). It orders and waits for nothing itself. Any group may be asked for; nothing throws.
 */
// Tests: server/accounts/nested-turns.test.ts.

/** Groups whose last turn is remembered; beyond it the one whose turn was longest ago is forgotten. Chosen. */
const groupsMax = 10_000;

/** Creates the memory. Turns are counted from 1; a group without a turn has 0. */
export function createLastTurns() {
  const turns = new Map<string, number>();
  let turn = 0;
  return {
    of: (group: string) => turns.get(group) ?? 0,
    note(groups: readonly string[]): void {
      turn += 1;
      for (const group of groups) {
        turns.delete(group);
        turns.set(group, turn);
      }
      // A look at the first goes past all that were deleted before it.
      if (turns.size <= groupsMax) return;
      for (const oldest of turns.keys()) {
        if (turns.size <= groupsMax) break;
        turns.delete(oldest);
      }
    },
  };
}
