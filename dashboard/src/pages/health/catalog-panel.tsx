// Tests: test/browser/dashboard.test.ts.
import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Overview, RunMark } from '../../../../contract/overview.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { type Picture, spanOf } from '../../charts/chart-options.ts';
import { Ago } from '../../parts/ago.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { toSeconds } from '../../words/times.ts';
import classes from './catalog-panel.module.css';

/** The most imports that are named below the picture; the picture marks all of them. */
const namedRuns = 4;

/** Draws how many products the store had over time, with the imports that changed it. Makes no call. */
export function CatalogPanel({ overview }: { readonly overview: Overview }) {
  const { catalog, requests, runs, health } = overview;
  const picture = useMemo(
    () => pictureOf(catalog.buckets, requests, runs),
    [catalog.buckets, requests, runs],
  );
  return (
    <Panel title="Catalog" lead="Products over time; a dashed line is an import.">
      {catalog.buckets.length === 0 || health.products === 0 ? (
        <EmptyNote icon="products" title="The store is empty">
          Its size over time shows here once it has products.
        </EmptyNote>
      ) : (
        <ChartFigure
          picture={picture}
          name="Products"
          summary={summaryOf(overview)}
          height={200}
          resting="last"
        />
      )}
      <Runs runs={runs} />
    </Panel>
  );
}

function pictureOf(
  buckets: Overview['catalog']['buckets'],
  { buckets: range, bucket_seconds: bucketSeconds }: Overview['requests'],
  runs: readonly RunMark[],
): Picture {
  return {
    xs: buckets.map(({ at }) => toSeconds(at)),
    // Show the whole range that was asked for, even if the first size is known later.
    span: spanOf(
      range.map(({ at }) => toSeconds(at)),
      bucketSeconds,
      'areas',
    ),
    shape: 'areas',
    layers: [
      { label: 'In stock', color: '--chart-in-stock', values: buckets.map(({ in_stock }) => in_stock) },
      {
        label: 'Out of stock',
        color: '--chart-out-of-stock',
        values: buckets.map(({ out_of_stock }) => out_of_stock),
      },
    ],
    marks: runs.map((run) => ({ at: toSeconds(run.at), color: isBroken(run) ? '--bad' : '--accent' })),
  };
}

function summaryOf({ health, runs }: Overview): string {
  const out = health.products - health.in_stock;
  return `${countOf(health.in_stock, 'product')} in stock, ${countOf(out, 'product')} out of stock. ${countOf(runs.length, 'import')} in this period.`;
}

function Runs({ runs }: { readonly runs: readonly RunMark[] }) {
  const { storeId } = useStore();
  const newest = [...runs].sort((a, b) => toSeconds(b.at) - toSeconds(a.at)).slice(0, namedRuns);
  if (newest.length === 0) return null;
  return (
    <Group gap={8} mt="sm">
      {newest.map((run) => (
        <Link
          key={run.id}
          to="/stores/$storeId/imports/$importId"
          params={{ storeId, importId: run.id }}
          className={`${classes.run} ${isBroken(run) ? classes.failed : ''}`}
        >
          {run.source === 'feed' ? 'Feed' : run.source.toUpperCase()}, {wordsOf(run)},{' '}
          <Text span inherit c="dimmed">
            <Ago at={run.at} />
          </Text>
        </Link>
      ))}
    </Group>
  );
}

function isBroken({ status, cancelled }: RunMark): boolean {
  return status === 'failed' && !cancelled;
}

function wordsOf(run: RunMark): string {
  if (run.cancelled) return 'stopped';
  if (run.source === 'feed' && run.status === 'completed' && run.valid_rows === 0) return 'nothing new';
  return isBroken(run) ? 'failed' : countOf(run.valid_rows, 'row');
}
