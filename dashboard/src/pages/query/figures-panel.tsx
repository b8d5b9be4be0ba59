// Tests: test/browser/dashboard-query.test.ts.
import { Grid, Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { useRead } from '../../api/call.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { Histogram } from '../../charts/histogram.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfChange, wordsOfSales } from '../../words/analytics.ts';
import { placesOf, searchesPicture } from '../../words/analytics-pictures.ts';
import { countOf, formatCount } from '../../words/numbers.ts';

/** How often shoppers searched a query in the last 30 days, and where they clicked (`GET /analytics/query`). */
export function FiguresPanel({ q }: { readonly q: string }) {
  const { storeId } = useStore();
  const figures = useRead(storeId, 'GET /analytics/query', {}, { query: { q }, keepsPrevious: true });
  const { days, totals, previous, positions } = figures.data ?? {};
  const picture = useMemo(() => searchesPicture(days ?? []), [days]);
  return (
    <Panel
      title="The last 30 days"
      lead={`Unfinished typing counts toward the search that it became. A day counts once ${limits.queryVisitorsMin} visitors searched for this.`}
    >
      {figures.isError && <FailureNote error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.isPending && <Skeleton h={180} />}
      {totals?.searches === 0 && (
        <Text size="sm" c="dimmed">
          Fewer than {limits.queryVisitorsMin} visitors searched for this on each of these days
          {previous === undefined || previous.searches === 0
            ? ''
            : `; ${countOf(previous.searches, 'search', 'searches')} in the previous 30 days`}
          .
        </Text>
      )}
      {days !== undefined && totals !== undefined && totals.searches > 0 && (
        <>
          <Text size="sm" mb="sm">
            <b>{countOf(totals.searches, 'search', 'searches')}</b>.{' '}
            {wordsOfChange(totals.searches, previous?.searches ?? 0, days.length)}.{wordsOfSales(totals)}
          </Text>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <ChartFigure
                picture={picture}
                name="Searches a day"
                height={170}
                resting="sum"
                summary={`${countOf(totals.searches, 'search', 'searches')}: ${formatCount(totals.clicked)} with a click, ${formatCount(totals.no_results)} without a result.`}
              />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Histogram
                name="Positions clicked"
                summary="Positions of the first clicks on products."
                labels={placesOf(positions ?? [])}
                layers={[{ label: 'Clicks by position', color: '--chart-graph', values: positions ?? [] }]}
              />
            </Grid.Col>
          </Grid>
        </>
      )}
    </Panel>
  );
}
