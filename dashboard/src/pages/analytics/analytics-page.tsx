import { Grid, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type PeriodDays, periodDays, useAnalytics } from '../../api/analytics.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { ClicksPanel } from './clicks-panel.tsx';
import { FiguresStrip } from './figures-strip.tsx';
import { NoSearches } from './no-searches.tsx';
import { ProductsPanel } from './products-panel.tsx';
import { QueriesPanel } from './queries-panel.tsx';
import { SearchesPanel } from './searches-panel.tsx';

const route = getRouteApi('/stores/$storeId/analytics');

/** What shoppers look for, whether they find it, and what they click. */
export function AnalyticsPage() {
  const { storeId } = useStore();
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  const searches = useAnalytics(storeId, 'searches', days);
  return (
    <>
      <PageHeader
        title="Analytics"
        lead="What shoppers look for, whether they find it, and what they click. Counted without cookies, in UTC days."
        actions={
          <SegmentedControl
            aria-label="Period"
            size="sm"
            value={String(days)}
            onChange={(value) => {
              const chosen = periodDays.find((one) => String(one) === value);
              void navigate({ search: chosen === undefined ? {} : { days: chosen }, replace: true });
            }}
            data={periodDays.map((one) => ({ value: String(one), label: `${one} days` }))}
          />
        }
      />
      {searches.isError && <FailureNote error={searches.error} onRetry={() => void searches.refetch()} />}
      {searches.isPending && <Waiting />}
      {searches.data !== undefined && <Figures days={days} isEmpty={searches.data.totals.searches === 0} />}
    </>
  );
}

function Figures({ days, isEmpty }: { readonly days: PeriodDays; readonly isEmpty: boolean }) {
  const { storeId } = useStore();
  const searches = useAnalytics(storeId, 'searches', days).data;
  const missed = useAnalytics(storeId, 'no-results', days).data;
  const clicks = useAnalytics(storeId, 'clicks', days).data;
  const products = useAnalytics(storeId, 'products', days).data;
  if (searches === undefined || missed === undefined || clicks === undefined || products === undefined) {
    return <Waiting />;
  }
  if (isEmpty && searches.previous.searches === 0 && products.totals.clicks === 0) return <NoSearches />;
  return (
    <Stack gap="lg">
      <FiguresStrip days={days} clicks={clicks} products={products} />
      <SearchesPanel searches={searches} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="searches" days={days} queries={searches.queries} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="no-results" days={days} queries={missed.queries} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="rising" days={days} queries={searches.rising} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="clicks" days={days} queries={clicks.queries} />
        </Grid.Col>
      </Grid>
      <ClicksPanel clicks={clicks} />
      <ProductsPanel days={days} products={products.products} />
    </Stack>
  );
}

function Waiting() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label="Loading">
      <Skeleton h={120} radius="lg" />
      <Skeleton h={360} radius="lg" />
    </Stack>
  );
}
