// Tests: test/browser/dashboard-analytics.test.ts.
import { Button, Table, Text } from '@mantine/core';
import type { QueryFiguresBody } from '../../../../contract/analytics.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { analyticsFile } from '../../api/analytics.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfGain } from '../../words/analytics.ts';
import { formatCount } from '../../words/numbers.ts';
import type { Period } from '../../words/periods.ts';
import { searchAddress } from '../../words/search-address.ts';
import classes from './searches.module.css';

type Kind = 'searches' | 'no-results' | 'rising' | 'clicks';

const shownFrom = 'A search shows here once three visitors searched for it on the same day.';

const words: Readonly<
  Record<Kind, { readonly title: string; readonly lead: string; readonly empty: string }>
> = {
  searches: {
    title: 'Top searches',
    lead: 'The most frequent searches, their clicks, and the change from the previous period.',
    empty: shownFrom,
  },
  'no-results': {
    title: 'Nothing found',
    lead: 'Searches that found no product. Open one to add a synonym or a phrase.',
    empty: shownFrom,
  },
  rising: {
    title: 'Rising',
    lead: 'Searches that became more frequent than in the previous period, and by how many.',
    empty: shownFrom,
  },
  clicks: {
    title: 'Results without clicks',
    lead: 'Searches with results but without a click: the results may be wrong, or in the wrong order.',
    empty: shownFrom,
  },
};

interface QueriesPanelProps {
  readonly kind: Kind;
  readonly period: Period;
  readonly queries: readonly QueryFiguresBody[];
}

/**
 * Lists queries of one kind with their figures, each with a link to its own page, and links to the list as a CSV file. Makes no call
 * itself.
 */
export function QueriesPanel({ kind, period, queries }: QueriesPanelProps) {
  const { storeId } = useStore();
  const { title, lead, empty } = words[kind];
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
            href={analyticsFile(storeId, kind, period)}
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
        <EmptyNote icon="info" title="None yet">
          {empty}
        </EmptyNote>
      ) : (
        <Table
          aria-label={title}
          verticalSpacing={8}
          horizontalSpacing="md"
          className={classes.queries ?? ''}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Query</Table.Th>
              <Table.Th ta="end">{kind === 'no-results' ? 'Not found' : 'Searches'}</Table.Th>
              <Table.Th ta="end">Change</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {queries.map((figures) => (
              <Row key={figures.query} kind={kind} figures={figures} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

interface RowProps {
  readonly kind: Kind;
  readonly figures: QueryFiguresBody;
}

function Row({ kind, figures }: RowProps) {
  const { storeId } = useStore();
  const { query, searches, no_results: missed, clicked, previous_searches: before } = figures;
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink {...searchAddress(storeId, query)} className={classes.query ?? ''} dir="auto">
          {visibleText(query)}
        </TextLink>
        {kind === 'searches' && (
          <Text size="xs" c="dimmed">
            {formatCount(clicked)} clicked
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end">{formatCount(kind === 'no-results' ? missed : searches)}</Table.Td>
      <Table.Td ta="end">{wordsOfGain(searches, before)}</Table.Td>
    </Table.Tr>
  );
}
