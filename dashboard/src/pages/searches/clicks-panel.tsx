// Tests: test/browser/dashboard-analytics.test.ts.
import { Grid } from '@mantine/core';
import type { AnalyticsClicksBody, QueryFiguresBody } from '../../../../contract/analytics.ts';
import { Histogram } from '../../charts/histogram.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { placesOf } from '../../words/analytics-pictures.ts';
import { countOf } from '../../words/numbers.ts';
import { savedLettersOf } from '../../words/search-flow.ts';
import { SavedLettersNote } from './saved-letters-note.tsx';

interface ClicksPanelProps {
  readonly clicks: AnalyticsClicksBody;
  /** The most frequent queries, by whose length saved letters are estimated. */
  readonly queries: readonly QueryFiguresBody[];
}

/**
 * Shows at which position and after how many letters shoppers click, as two histograms, and the letters that this
 * saved. Makes no call. Without clicks it says how they are reported.
 */
export function ClicksPanel({ clicks, queries }: ClicksPanelProps) {
  const saved = savedLettersOf(clicks, queries);
  const { positions, letters, totals } = clicks;
  if (totals.clicked === 0) return <NoClicks />;
  const places = placesOf(positions.products);
  const typed = letters.map((_, count) => {
    const name = count + 1 === letters.length ? `${count}+` : String(count);
    return { full: `${name} ${count === 1 ? 'letter' : 'letters'}`, short: count % 5 === 0 ? name : '' };
  });
  const clicked = countOf(totals.clicked, 'search', 'searches');
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Panel
          title="Positions clicked"
          lead="The position of the first click of each search within its group. Clicks without a position are left out."
        >
          <Histogram
            name="Positions clicked"
            summary={`Places of the first clicks of ${clicked}.`}
            labels={places}
            layers={[
              { label: 'Products', color: '--chart-graph', values: positions.products },
              { label: 'Suggestions', color: '--chart-backend', values: positions.suggestions },
              { label: 'Categories', color: '--chart-cached', values: positions.categories },
            ]}
          />
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 6 }}>
        <Panel
          title="Letters typed before the click"
          lead="How many letters were in the box at the first click of each search. Fewer is better."
        >
          {saved !== null && <SavedLettersNote letters={saved} />}
          <Histogram
            name="Letters typed"
            summary={`Letters typed before the first clicks of ${clicked}.`}
            labels={typed}
            layers={[{ label: 'Searches', color: '--chart-graph', values: letters }]}
          />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}

function NoClicks() {
  return (
    <Panel title="Clicks">
      <EmptyNote icon="info" title="No clicks in this period">
        The widget reports clicks unless its page says data-tracking="off". Your own search box sends them to
        /api/v1/events.
      </EmptyNote>
    </Panel>
  );
}
