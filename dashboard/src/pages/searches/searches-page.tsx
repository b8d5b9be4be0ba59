// Tests: test/browser/dashboard-analytics.test.ts.
import { Grid, Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useAnalytics } from '../../api/analytics.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { type Period, periodOf } from '../../words/periods.ts';
import { ClicksPanel } from './clicks-panel.tsx';
import { FiguresStrip } from './figures-strip.tsx';
import { FlowPanel } from './flow-panel.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { MissedPanel } from './missed-panel.tsx';
import { NoSearches } from './no-searches.tsx';
import { PeriodControl } from './period-control.tsx';
import { ProductsPanel } from './products-panel.tsx';
import { QueriesPanel } from './queries-panel.tsx';
import { SearchesPanel } from './searches-panel.tsx';

const route = getRouteApi('/stores/$storeId/searches');

/** Far down the page, and only for stores with searches: it need not be there at first. */
const ValuePanel = lazy(async () => ({ default: (await import('./value-panel.tsx')).ValuePanel }));

/**
 * Shows what shoppers search, find and click in a period that the address names; a faulty period is dropped. Reads the
 * figures of each panel by itself (api/analytics.ts); where one read fails, a note with a way to try again is shown.
 * Every member may see it.
 */
export function SearchesPage() {
  const { storeId } = useStore();
  const period = periodOf(route.useSearch());
  const navigate = route.useNavigate();
  const searches = useAnalytics(storeId, 'searches', period);
  return (
    <>
      <PageHeader
        title="What shoppers search"
        lead="What shoppers look for, whether they find it, and what they click. Counted without cookies, in UTC days."
        actions={
          <PeriodControl
            period={period}
            onChange={(chosen) => void navigate({ search: chosen, replace: true })}
          />
        }
      />
      {searches.isError && <FailureNote error={searches.error} onRetry={() => void searches.refetch()} />}
      {searches.isPending && <Waiting />}
      {searches.data !== undefined && (
        <Figures period={period} isEmpty={searches.data.totals.searches === 0} />
      )}
    </>
  );
}

function Figures({ period, isEmpty }: { readonly period: Period; readonly isEmpty: boolean }) {
  const { storeId } = useStore();
  const searches = useAnalytics(storeId, 'searches', period).data;
  const missed = useAnalytics(storeId, 'no-results', period).data;
  const clicks = useAnalytics(storeId, 'clicks', period).data;
  const products = useAnalytics(storeId, 'products', period).data;
  if (searches === undefined || missed === undefined || clicks === undefined || products === undefined) {
    return <Waiting />;
  }
  const { clicks: clicked, carts, purchases } = products.totals;
  if (isEmpty && searches.previous.searches === 0 && clicked + carts + purchases === 0) return <NoSearches />;
  return (
    <Stack gap="lg">
      <FiguresStrip clicks={clicks} products={products} />
      <SearchesPanel searches={searches} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <FlowPanel clicks={clicks} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <MissedPanel searches={searches} />
        </Grid.Col>
      </Grid>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="searches" period={period} queries={searches.queries} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="no-results" period={period} queries={missed.queries} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="rising" period={period} queries={searches.rising} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <QueriesPanel kind="clicks" period={period} queries={clicks.queries} />
        </Grid.Col>
      </Grid>
      <ClicksPanel clicks={clicks} queries={searches.queries} />
      <Suspense fallback={<Skeleton h={200} />}>
        <ValuePanel period={period} />
      </Suspense>
      <HoursPanel />
      <ProductsPanel period={period} products={products.products} />
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
