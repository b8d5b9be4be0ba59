// Tests: test/browser/dashboard-home.test.ts.
import { Skeleton, Stack } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Overview } from '../../../../contract/overview.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useAnalytics } from '../../api/analytics.ts';
import { useRead } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { defaultLook } from '../../parts/look.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { WidgetPreview } from '../../parts/widget-preview.tsx';
import { useStore } from '../../shell/current-store.ts';
import { searchAddress } from '../../words/search-address.ts';
import { DemoNote } from './demo-note.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { tasksOf } from './fix-next.ts';
import { FixNextPanel } from './fix-next-panel.tsx';
import classes from './home.module.css';
import { ServiceLine } from './service-line.tsx';

const period = { days: 30 } as const;

/** Milliseconds until health is read again: it changes while one looks, and soon while the index is being loaded. */
const pauseAfter = (overview: Overview | undefined) => (overview?.health.index === 'ready' ? 30_000 : 2_000);

/**
 * The first page of a store: its dropdown as shoppers have it, how many search, click and find nothing, and what to fix next (`GET
 * /overview`, `GET /analytics/…`). A store without products opens with its first ten minutes. A failed read shows the reason, and a button to try
 * again.
 */
export function HomePage() {
  const { store, storeId } = useStore();
  const overview = useRead(storeId, 'GET /overview', {}, { pollEvery: pauseAfter });
  if (overview.data?.health.products === 0) {
    return <Navigate to="/stores/$storeId/start" params={{ storeId }} replace />;
  }
  return (
    <>
      <PageHeader
        title="Home"
        lead={store.name}
        actions={overview.data !== undefined && <ServiceLine overview={overview.data} />}
      />
      <div className={classes.columns}>
        <Stack gap="lg" miw={0}>
          {overview.isError && <FailureNote error={overview.error} onRetry={() => void overview.refetch()} />}
          {store.is_demo && <DemoNote />}
          <FiguresPanel period={period} />
          <Tasks overview={overview.data} isWaiting={overview.isPending} />
        </Stack>
        <Dropdown />
      </div>
    </>
  );
}

interface TasksProps {
  /** Undefined if it cannot be read: then the queries alone are shown. */
  readonly overview: Overview | undefined;
  readonly isWaiting: boolean;
}

/** What to do next, once the health of the store and its searches have been read. */
function Tasks({ overview, isWaiting }: TasksProps) {
  const { storeId } = useStore();
  const missed = useAnalytics(storeId, 'no-results', period);
  const clicks = useAnalytics(storeId, 'clicks', period);
  const failed = [missed, clicks].find(({ isError }) => isError);
  if (failed !== undefined) return <FailureNote error={failed.error} onRetry={() => void failed.refetch()} />;
  if (isWaiting || missed.data === undefined || clicks.data === undefined) {
    return <Skeleton h={280} radius="lg" aria-busy="true" aria-label="Loading" />;
  }
  const findings = overview?.attention ?? [];
  return <FixNextPanel tasks={tasksOf(findings, missed.data.queries, clicks.data.queries)} />;
}

/** The live dropdown of the store, with a link to the page of what is typed in it. */
function Dropdown() {
  const { storeId } = useStore();
  const [typed, setTyped] = useState('');
  return (
    <div>
      <WidgetPreview look={defaultLook} q="" onQuery={setTyped} />
      <TextLink {...searchAddress(storeId, typed)} mt="sm" display="block" ta="center">
        {typed.trim() === ''
          ? 'Change what the empty box shows'
          : `Why this answer to “${visibleText(typed)}”?`}
      </TextLink>
    </div>
  );
}
