// Tests: test/browser/dashboard-analytics.test.ts.
import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useRead } from '../../api/call.ts';
import { HeatMap } from '../../charts/heat-map.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { busiestHour, foldHours, type WeekHours, weekdayName } from '../../words/week-hours.ts';

/** The hours of four weeks hardly change within minutes. Chosen. */
const staleMs = 10 * 60_000;

/**
 * Shows at which hours of the week shoppers type (`GET /analytics/hours`), in the browser's time zone. A failed read
 * shows a way to try again.
 */
export function HoursPanel() {
  const { storeId } = useStore();
  const { data, error, refetch } = useRead(storeId, 'GET /analytics/hours', {}, { staleMs });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const week = useMemo(() => data && foldHours(data.from, data.requests, timeZone), [data, timeZone]);
  return (
    <Panel
      title="When shoppers type"
      lead={`Keystrokes an hour, on average over the last four weeks. Hours are those of ${timeZone}.`}
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {week === undefined ? error === null && <Skeleton h={190} radius="md" /> : <Hours week={week} />}
    </Panel>
  );
}

function Hours({ week }: { readonly week: WeekHours }) {
  const busiest = busiestHour(week);
  if (busiest === null) return <EmptyNote icon="clock" title="No keystrokes in the last four weeks" />;
  const { weekday, hour, average } = busiest;
  const words = `Busiest: ${weekdayName(weekday, 'long')}, ${hour}:00 to ${hour + 1}:00, about ${countOf(Math.round(average), 'keystroke')} an hour.`;
  return (
    <>
      <p style={{ margin: '0 0 12px' }}>{words}</p>
      <HeatMap name="Keystrokes by hour" summary="Keystrokes by weekday and hour." week={week} />
    </>
  );
}
