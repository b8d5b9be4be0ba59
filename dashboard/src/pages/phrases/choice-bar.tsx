// Tests: test/browser/dashboard-phrase-groups.test.ts, test/browser/dashboard-type-review.test.ts.
import { Checkbox, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface ChoiceBarProps {
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChoose: (names: readonly string[], isChosen: boolean) => void;
  /** The buttons that decide about those that are chosen. */
  readonly children: ReactNode;
}

/** Chooses all entries of a list, and decides about those that are chosen. */
export function ChoiceBar({ all, chosen, onChoose, children }: ChoiceBarProps) {
  return (
    <Group px={20} py="sm" gap="sm">
      <Checkbox
        label="Choose all"
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        onChange={({ currentTarget: { checked } }) => onChoose(all, checked)}
      />
      {chosen.length > 0 && children}
    </Group>
  );
}

/** The names that are chosen. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen,
    choose: (names: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        for (const name of names) isChosen ? after.add(name) : after.delete(name);
        return after;
      }),
    clear: () => setChosen(new Set()),
  };
}
