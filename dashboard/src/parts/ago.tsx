// Tests: test/browser/dashboard.test.ts.
import { useEffect, useState } from 'react';
import { nowMs } from '../words/clock.ts';
import { formatAgo, formatDateTime } from '../words/times.ts';

const refreshMs = 30_000;

/** Shows how long ago something was, and keeps it true while the page is open; hovering shows the exact time. */
export function Ago({ at }: { readonly at: string }) {
  const [now, setNow] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at, now)}
    </time>
  );
}
