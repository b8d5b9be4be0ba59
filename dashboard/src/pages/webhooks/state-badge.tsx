// Tests: test/browser/dashboard.test.ts.
import { Badge } from '@mantine/core';
import type { State } from '../../words/webhooks.ts';

/** Shows a state in words, in a colour that only repeats them. */
export function StateBadge({ state }: { readonly state: State }) {
  return (
    <Badge miw="max-content" variant="light" color={state.color} tt="none">
      {state.words}
    </Badge>
  );
}
