import { Button, Group, Table } from '@mantine/core';
import type { QueryFiguresBody } from '../../../../contract/analytics.ts';
import { analyticsFile, type PeriodDays } from '../../api/analytics.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfGain } from '../../words/analytics.ts';
import { formatCount } from '../../words/numbers.ts';
import { AddPhraseButton } from './add-phrase-button.tsx';
import { AddSynonymButton } from './add-synonym-button.tsx';
import classes from './analytics.module.css';

type Kind = 'searches' | 'no-results' | 'rising' | 'clicks';

const shownFrom = 'A text is shown once three visitors of a day have typed it.';

const words: Readonly<
  Record<Kind, { readonly title: string; readonly lead: string; readonly empty: string }>
> = {
  searches: {
    title: 'Top searches',
    lead: 'What was searched most, with how often something was clicked, and against the period before.',
    empty: shownFrom,
  },
  'no-results': {
    title: 'Nothing found',
    lead: 'Searches that found no product. A synonym or a phrase makes them find one.',
    empty: `Nothing, so far. ${shownFrom}`,
  },
  rising: {
    title: 'Rising',
    lead: 'What was searched more often than in the period before, by how many searches.',
    empty: shownFrom,
  },
  clicks: {
    title: 'Results without clicks',
    lead: 'Products were found, and nobody clicked any: other words than shoppers mean, or the wrong order.',
    empty: `Nothing, so far. ${shownFrom}`,
  },
};

interface QueriesPanelProps {
  readonly kind: Kind;
  readonly days: PeriodDays;
  readonly queries: readonly QueryFiguresBody[];
}

/** A list of queries with what became of them. */
export function QueriesPanel({ kind, days, queries }: QueriesPanelProps) {
  const { storeId, may } = useStore();
  const { title, lead, empty } = words[kind];
  const isMissed = kind === 'no-results' && may('editor');
  const columns = [
    { label: 'Query' },
    { label: kind === 'no-results' ? 'Not found' : 'Searches', align: 'end' as const },
    ...(kind === 'searches' ? [{ label: 'Clicked', align: 'end' as const }] : []),
    { label: 'Change', align: 'end' as const },
    ...(isMissed ? [{ label: 'What to do', isLabelHidden: true }] : []),
  ];
  return (
    <Panel
      title={title}
      lead={lead}
      flush
      actions={
        kind !== 'rising' &&
        queries.length > 0 && (
          <Button
            component="a"
            href={analyticsFile(storeId, kind, days)}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            aria-label={`${title} as CSV`}
          >
            CSV
          </Button>
        )
      }
    >
      {queries.length === 0 ? (
        <EmptyNote icon="info" title="None to show">
          {empty}
        </EmptyNote>
      ) : (
        <StackedTable columns={columns} verticalSpacing={8}>
          {queries.map((figures) => (
            <Row key={figures.query} kind={kind} figures={figures} isMissed={isMissed} />
          ))}
        </StackedTable>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly kind: Kind;
  readonly figures: QueryFiguresBody;
  readonly isMissed: boolean;
}

function Row({ kind, figures, isMissed }: RowProps) {
  const { query, searches, no_results: missed, clicked, previous_searches: before } = figures;
  return (
    <Table.Tr>
      <StackedCell className={classes.query}>{query}</StackedCell>
      {kind === 'no-results' ? (
        <StackedCell label="Not found" align="end">
          {formatCount(missed)}
        </StackedCell>
      ) : (
        <StackedCell label="Searches" align="end">
          {formatCount(searches)}
        </StackedCell>
      )}
      {kind === 'searches' && (
        <StackedCell label="Clicked" align="end">
          {formatCount(clicked)}
        </StackedCell>
      )}
      <StackedCell label="Change" align="end">
        {wordsOfGain(searches, before)}
      </StackedCell>
      {isMissed && (
        <StackedCell>
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <AddSynonymButton query={query} />
            <AddPhraseButton query={query} />
          </Group>
        </StackedCell>
      )}
    </Table.Tr>
  );
}
