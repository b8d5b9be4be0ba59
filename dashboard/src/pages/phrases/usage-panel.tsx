// Tests: test/browser/dashboard-phrases.test.ts.
import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { EnrichmentBody } from '../../../../contract/enrichment.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { type Picture, spanOf } from '../../charts/chart-options.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { countOf, formatCount } from '../../words/numbers.ts';
import { toSeconds } from '../../words/times.ts';

const daySeconds = 86_400;

/**
 * Draws the products whose phrases were written in the last 30 days, with the requests and tokens that they took. Makes
 * no call.
 */
export function UsagePanel({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { usage, budget, provider } = enrichment;
  const picture = useMemo(() => pictureOf(usage), [usage]);
  const sum = (pick: (day: (typeof usage)[number]) => number) =>
    usage.reduce((total, day) => total + pick(day), 0);
  const tokens = sum((day) => day.input_tokens + day.output_tokens);
  const facts = [
    { name: 'Products', value: formatCount(sum((day) => day.products)) },
    { name: 'Failed', value: formatCount(sum((day) => day.failed)) },
    ...(tokens === 0
      ? []
      : [
          { name: 'Requests', value: formatCount(sum((day) => day.requests)) },
          { name: 'Tokens', value: formatCount(tokens) },
        ]),
    ...(budget.spent_usd === null || provider === 'offline'
      ? []
      : [{ name: 'Spent this month', value: `$${budget.spent_usd}` }]),
  ];
  return (
    <Panel title="30 days" lead="Products whose phrases were written, day by day.">
      {usage.length === 0 ? (
        <EmptyNote icon="clock" title="Nothing was written yet">
          New products are queued by themselves as they come in.
        </EmptyNote>
      ) : (
        <Stack gap="md">
          <ChartFigure
            picture={picture}
            name="Written phrases"
            summary={`Phrases of ${countOf(
              sum((day) => day.products),
              'product',
            )} were written in 30 days.`}
            height={160}
            resting="sum"
          />
          <Facts facts={facts} />
        </Stack>
      )}
    </Panel>
  );
}

/** The picture. Each day between the first and the last has its place, also a day without usage. */
function pictureOf(usage: EnrichmentBody['usage']): Picture {
  const byDay = new Map(usage.map((day) => [toSeconds(day.day), day]));
  const days = [...byDay.keys()];
  const last = Math.max(...days);
  const first = Math.min(last - 6 * daySeconds, ...days);
  const xs = Array.from(
    { length: (last - first) / daySeconds + 1 },
    (_, index) => first + index * daySeconds,
  );
  return {
    xs,
    span: spanOf(xs, daySeconds, 'bars'),
    shape: 'bars',
    layers: [
      { label: 'Written', color: '--chart-graph', values: xs.map((at) => byDay.get(at)?.products ?? 0) },
      { label: 'Failed', color: '--chart-errors', values: xs.map((at) => byDay.get(at)?.failed ?? 0) },
    ],
  };
}
