/** Groups whose last turn is remembered; of more, those are forgotten whose turn was longest ago. Chosen. */
const groupsMax = 10_000;

/** When each group, such as a network, had its last turn, counted in turns; 0 where it had none. */
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
