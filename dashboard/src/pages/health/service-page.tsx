// Tests: test/browser/dashboard.test.ts.
import { Grid, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Overview } from '../../../../contract/overview.ts';
import { useRead } from '../../api/call.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { CatalogPanel } from './catalog-panel.tsx';
import { HealthStrip } from './health-strip.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';

const ranges = [
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
] as const;

/**
 * The state of the service for a store: whether and how fast it answers, and what it holds. Read again while the page is open (`GET
 * /overview`). A failed read shows the reason, and a button to try again.
 */
export function ServicePage() {
  const { storeId } = useStore();
  const [range, setRange] = useState<(typeof ranges)[number]['value']>('24h');
  const overview = useRead(
    storeId,
    'GET /overview',
    {},
    {
      query: { range },
      keepsPrevious: true,
      // Buckets fill as one looks.
      pollEvery: () => 30_000,
    },
  );
  return (
    <>
      <PageHeader
        title="State of the service"
        lead="Whether and how fast the service answers for this store, and what it holds."
        above={
          <TextLink to="/stores/$storeId" params={{ storeId }}>
            <BackArrow />
            Home
          </TextLink>
        }
        actions={
          <SegmentedControl
            aria-label="Period"
            size="sm"
            value={range}
            onChange={(value) => setRange(ranges.find((one) => one.value === value)?.value ?? '24h')}
            data={[...ranges]}
          />
        }
      />
      {overview.isError && <FailureNote error={overview.error} onRetry={() => void overview.refetch()} />}
      {overview.isPending && <Waiting />}
      {overview.data !== undefined && <Figures overview={overview.data} />}
    </>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  return (
    <Stack gap="lg">
      <HealthStrip overview={overview} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <RequestsPanel overview={overview} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <PlanPanel health={overview.health} />
        </Grid.Col>
        <Grid.Col span={12}>
          <CatalogPanel overview={overview} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Waiting() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label="Loading">
      <Skeleton h={92} radius="lg" />
      <Skeleton h={360} radius="lg" />
    </Stack>
  );
}
