// Tests: test/browser/dashboard-feeds.test.ts.
import { Table } from '@mantine/core';
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeRun, partsOfRun } from '../../words/feeds.ts';
import { formatDateTime } from '../../words/times.ts';
import { compareRuns } from './comparison.ts';
import classes from './comparison-panel.module.css';

interface ComparisonPanelProps {
  readonly run: FeedRunBody;
  /** The last run before it that imported the feed. */
  readonly before: FeedRunBody | null;
}

/**
 * Shows the counts of a run beside those of the run before, with the differences. One that read only what changed stands alone: beside
 * a whole run it would look like a lost catalog. Makes no call.
 */
export function ComparisonPanel({ run, before: found }: ComparisonPanelProps) {
  const isWhole = run.reading === 'whole';
  const before = isWhole ? found : null;
  const parts = partsOfRun(run).filter(({ count }) => count > 0);
  const colors = new Map(partsOfRun(run).map(({ name, color }) => [name, color]));
  return (
    <Panel
      title={describeRun(run)}
      lead={
        isWhole ? (
          <Before run={before} />
        ) : (
          'This run read only what changed in the shop since the reading before it.'
        )
      }
      flush
    >
      {parts.length > 0 && (
        <div className={classes.bar} aria-hidden="true">
          {parts.map(({ name, count, color }) => (
            <span key={name} style={{ flexGrow: count, background: `var(${color})` }} />
          ))}
        </div>
      )}
      <Table
        aria-label={isWhole ? 'This run and the run before' : 'This run'}
        verticalSpacing={6}
        horizontalSpacing="lg"
        className={classes.table ?? ''}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>What</Table.Th>
            <Table.Th ta="end">This run</Table.Th>
            {before !== null && (
              <>
                <Table.Th ta="end" className={classes.aside ?? ''}>
                  The run before
                </Table.Th>
                <Table.Th ta="end">Difference</Table.Th>
              </>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {compareRuns(run, before).map(({ name, now, before: then, difference }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <span className={classes.name}>
                  <span
                    className={classes.swatch}
                    style={{ background: `var(${colors.get(name) ?? '--surface'})` }}
                  />
                  {name}
                </span>
              </Table.Td>
              <Table.Td className={classes.now ?? ''}>{now}</Table.Td>
              {before !== null && (
                <>
                  <Table.Td className={`${classes.quiet} ${classes.aside}`}>{then}</Table.Td>
                  <Table.Td className={classes.quiet ?? ''}>{difference}</Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Before({ run }: { readonly run: FeedRunBody | null }) {
  const { storeId } = useStore();
  if (run === null)
    return 'This is the first run that imported the feed: there is no earlier run to compare with.';
  return (
    <>
      Compared with the last run that imported the feed, of{' '}
      <TextLink
        underline="always"
        to="/stores/$storeId/feeds/$feedId/runs/$runId"
        params={{ storeId, feedId: run.feed_id, runId: run.id }}
      >
        {formatDateTime(run.created_at)}
      </TextLink>
      .
    </>
  );
}
