import { useEffect, useState } from 'react';
import { nowMs } from '../words/clock.ts';
import { formatAgo, formatDateTime } from '../words/times.ts';

const refreshMs = 30_000;

/** How long ago something was, kept true while the page stands open; the exact time shows on hovering. */
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
