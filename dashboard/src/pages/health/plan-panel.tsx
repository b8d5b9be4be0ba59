// Tests: test/browser/dashboard.test.ts.
import { Progress, Stack, Text } from '@mantine/core';
import type { Overview } from '../../../../contract/overview.ts';
import { pluralOf } from '../../../../contract/plural.ts';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf, formatCount, formatShare } from '../../words/numbers.ts';

/** A meter warns from this share of its limit on. Chosen. */
const nearlyFull = 0.9;

/** Shows how much of the plan is used, and what happens beyond it. Makes no call. */
export function PlanPanel({ health }: { readonly health: Overview['health'] }) {
  const { store } = useStore();
  return (
    <Panel title={`Plan ${store.plan}`}>
      <Stack gap="lg">
        <Meter
          name="Products"
          used={health.products}
          limit={health.products_limit}
          beyond="When the plan is full, new products are skipped; those you have are still updated."
        />
        <Meter
          name="With generated phrases"
          used={health.enriched}
          limit={health.enriched_limit}
          beyond="Products beyond it are found by their own words."
        />
        {health.queued > 0 && (
          <Text size="sm" c="dimmed">
            {countOf(health.queued, 'product')} {pluralOf(health.queued, 'waits', 'wait')} for phrases, and
            can be found already.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

interface MeterProps {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  readonly beyond: string;
}

function Meter({ name, used, limit, beyond }: MeterProps) {
  const share = limit === null || limit === 0 ? 0 : used / limit;
  return (
    <div>
      <Text size="sm" fw={500} display="flex" style={{ justifyContent: 'space-between', gap: 12 }}>
        <span>{name}</span>
        <span>{limit === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(limit)}`}</span>
      </Text>
      {limit !== null && (
        <Progress
          my={7}
          size={7}
          radius="xl"
          value={Math.min(100, share * 100)}
          color={share >= nearlyFull ? 'var(--warn)' : 'pine'}
          aria-label={`${name}: ${formatShare(share)} used`}
        />
      )}
      <Text size="xs" c="dimmed">
        {limit === null ? 'No limit.' : beyond}
      </Text>
    </div>
  );
}
