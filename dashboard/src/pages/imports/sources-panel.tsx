// Tests: test/browser/dashboard-completeness.test.ts.
import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { CompletenessBody, SourceGapsBody } from '../../../../contract/analytics.ts';
import { type CountedField, countedFields } from '../../../../contract/words/product.ts';
import { useRead } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { detailOf, fieldLabels, nameOf, wordsOfGap } from '../../words/completeness.ts';
import { countOf, formatCount } from '../../words/numbers.ts';
import classes from './sources-panel.module.css';

/** What products lack changes with imports, and counting looks at all of them. Chosen. */
const staleMs = 60_000;

/**
 * Draws what the products of each feed, file and the API lack (`GET /analytics/completeness`), with links to these products. A store
 * without products shows nothing. A failed read shows a way to try again.
 */
export function SourcesPanel() {
  const { storeId } = useStore();
  const { data, error, refetch } = useRead(storeId, 'GET /analytics/completeness', {}, { staleMs });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={180} radius="lg" aria-busy="true" aria-label="Loading" />;
  return data.sources.length === 0 ? null : <Sources completeness={data} />;
}

const columns = [
  { label: 'Source' },
  { label: 'Products', align: 'end' },
  ...countedFields.map((field) => ({ label: fieldLabels[field] })),
] as const;

/** Sources that are shown before one asks for the others, which may be many files. Chosen. */
const sourcesShown = 6;

function Sources({
  completeness: { products, is_whole: isWhole, sources },
}: {
  readonly completeness: CompletenessBody;
}) {
  const [isAllShown, setAllShown] = useState(false);
  const part = isWhole ? '' : ` Only the ${countOf(products, 'product')} that changed last were counted.`;
  return (
    <Panel
      title="Completeness by source"
      lead={`The share of products that have each field. Each product counts under the source that last changed it.${part}`}
      flush
    >
      <StackedTable
        name="Completeness by source"
        verticalSpacing={11}
        columns={columns}
        className={classes.sources}
      >
        {sources.slice(0, isAllShown ? sources.length : sourcesShown).map((source) => (
          <Source key={`${source.source} ${source.feed_id} ${source.name}`} source={source} />
        ))}
      </StackedTable>
      {!isAllShown && sources.length > sourcesShown && (
        <Button variant="subtle" m="xs" onClick={() => setAllShown(true)}>
          Show all {formatCount(sources.length)} sources
        </Button>
      )}
    </Panel>
  );
}

function Source({ source }: { readonly source: SourceGapsBody }) {
  const { storeId } = useStore();
  const { feed_id: feedId, newest_import: run } = source;
  const name = nameOf(source);
  return (
    <Table.Tr>
      <StackedCell>
        {feedId !== null && (
          <TextLink
            to="/stores/$storeId/feeds/$feedId"
            params={{ storeId, feedId }}
            className={classes.name ?? ''}
          >
            {name}
          </TextLink>
        )}
        {feedId === null && run !== null && (
          <TextLink
            to="/stores/$storeId/imports/$importId"
            params={{ storeId, importId: run.id }}
            className={classes.name ?? ''}
          >
            {name}
          </TextLink>
        )}
        {feedId === null && run === null && <span className={classes.name}>{name}</span>}
        <span className={classes.detail}>{detailOf(source)}</span>
      </StackedCell>
      <StackedCell label="Products" align="end">
        {formatCount(source.products)}
      </StackedCell>
      {countedFields.map((field) => (
        <StackedCell key={field} label={fieldLabels[field]}>
          <Share source={source} field={field} name={name} />
        </StackedCell>
      ))}
    </Table.Tr>
  );
}

interface ShareProps {
  readonly source: SourceGapsBody;
  readonly field: CountedField;
  readonly name: string;
}

/** The share of products that have a field, as a bar and in words; the words lead to the products without it. */
function Share({ source: { products, without }, field, name }: ShareProps) {
  const { storeId } = useStore();
  const lacking = without[field];
  return (
    <div className={classes.share}>
      <div className={classes.bar} aria-hidden="true">
        {lacking < products && <span style={{ flexGrow: products - lacking }} />}
        {lacking > 0 && <span data-part="without" style={{ flexGrow: lacking }} />}
      </div>
      {lacking === 0 ? (
        <Text span size="xs" c="dimmed">
          {wordsOfGap(products, lacking)}
        </Text>
      ) : (
        <TextLink
          to="/stores/$storeId/products"
          params={{ storeId }}
          search={{ missing: field }}
          size="xs"
          aria-label={`${wordsOfGap(products, lacking)} ${fieldLabels[field].toLowerCase()}, ${name}`}
        >
          {wordsOfGap(products, lacking)}
        </TextLink>
      )}
    </div>
  );
}
