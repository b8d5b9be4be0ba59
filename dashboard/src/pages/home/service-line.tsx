// Tests: test/browser/dashboard-home.test.ts.
import type { Overview } from '../../../../contract/overview.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf, formatMs } from '../../words/numbers.ts';

const states = {
  ready: { tone: 'good', words: 'Answering' },
  loading: { tone: 'live', words: 'Loading' },
  failing: { tone: 'bad', words: 'Not answering' },
} as const;

/** The state of the service for this store in one line, with a link to its details. Makes no call. */
export function ServiceLine({ overview: { health, totals } }: { readonly overview: Overview }) {
  const { storeId } = useStore();
  const { tone, words } = states[health.index];
  const speed = totals.p50_ms === null ? '' : ` in ${formatMs(totals.p50_ms)}`;
  return (
    <TextLink to="/stores/$storeId/service" params={{ storeId }} underline="always">
      <StateMark tone={tone}>
        {words}
        {health.index === 'ready' && speed} · {countOf(health.in_stock, 'product')} in stock
      </StateMark>
    </TextLink>
  );
}
