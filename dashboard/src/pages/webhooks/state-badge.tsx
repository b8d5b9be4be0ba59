// Tests: test/browser/dashboard.test.ts.
import { Badge } from '@mantine/core';
import type { State } from '../../words/webhooks.ts';

/** A state in its colour, which only repeats the words. */
export function StateBadge({ state }: { readonly state: State }) {
  return (
    <Badge miw="max-content" variant="light" color={state.color} tt="none">
      {state.words}
    </Badge>
  );
}
