// Tests: test/browser/dashboard-analytics.test.ts.
import type { AnalyticsClicksBody } from '../../../../contract/analytics.ts';
import { Flow } from '../../charts/flow.tsx';
import { Panel } from '../../parts/panel.tsx';
import { searchFlowOf } from '../../words/search-flow.ts';

/** Shows where the searches of the period ended, as a flow. Makes no call. Nothing is shown without a search. */
export function FlowPanel({ clicks }: { readonly clicks: AnalyticsClicksBody }) {
  const flow = searchFlowOf(clicks);
  if (flow.searches === 0) return null;
  return (
    <Panel
      title="Where searches end"
      lead="From typing to the first click, as shares of all searches. A click without a position counts as “Place not reported”."
    >
      <Flow flow={flow} />
    </Panel>
  );
}
