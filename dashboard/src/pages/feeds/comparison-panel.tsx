import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeRun, partsOfRun } from '../../words/feeds.ts';
import { formatDateTime } from '../../words/times.ts';
import { compareRuns } from './comparison.ts';
import classes from './comparison-panel.module.css';

interface ComparisonPanelProps {
  readonly run: FeedRunBody;
  /** The last one before it that took the feed in. */
  readonly before: FeedRunBody | null;
}

/** What came of the products of a run, and how that differs from the run before. */
export function ComparisonPanel({ run, before }: ComparisonPanelProps) {
  const parts = partsOfRun(run).filter(({ count }) => count > 0);
  const colors = new Map(partsOfRun(run).map(({ name, color }) => [name, color]));
  const columns = [
    { label: 'What' },
    { label: 'This run', align: 'end' },
    ...(before === null
      ? []
      : ([
          { label: 'The run before', align: 'end' },
          { label: 'Difference', align: 'end' },
        ] as const)),
  ] as const;
  return (
    <Panel title={describeRun(run)} lead={<Before run={before} />} flush>
      {parts.length > 0 && (
        <div className={classes.bar} aria-hidden="true">
          {parts.map(({ name, count, color }) => (
            <span key={name} style={{ flexGrow: count, background: `var(${color})` }} />
          ))}
        </div>
      )}
      <StackedTable verticalSpacing={6} columns={columns}>
        {compareRuns(run, before).map(({ name, now, before: then, difference }) => (
          <Table.Tr key={name}>
            <StackedCell>
              <span className={classes.name}>
                <span
                  className={classes.swatch}
                  style={{ background: `var(${colors.get(name.split(',')[0] ?? '') ?? '--surface'})` }}
                />
                {name}
              </span>
            </StackedCell>
            <StackedCell label="This run" align="end" className={classes.now}>
              <span>{now}</span>
            </StackedCell>
            {before !== null && (
              <>
                <StackedCell label="Run before" align="end" className={classes.quiet}>
                  <span>{then}</span>
                </StackedCell>
                <StackedCell label="Difference" align="end" className={classes.quiet}>
                  <span>{difference}</span>
                </StackedCell>
              </>
            )}
          </Table.Tr>
        ))}
      </StackedTable>
    </Panel>
  );
}

function Before({ run }: { readonly run: FeedRunBody | null }) {
  const { storeId } = useStore();
  if (run === null) return 'The first run that took the feed in: there is none before it to compare with.';
  return (
    <>
      Beside the last run that took the feed in, that of{' '}
      <Anchor
        underline="always"
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/stores/$storeId/feeds/$feedId/runs/$runId"
            params={{ storeId, feedId: run.feed_id, runId: run.id }}
            {...props}
          />
        )}
      >
        {formatDateTime(run.created_at)}
      </Anchor>
      .
    </>
  );
}
