// Tests: test/browser/dashboard-feeds.test.ts.
import { Alert, Stack, Table, Text } from '@mantine/core';
import type { FeedPreviewBody } from '../../../../contract/feeds.ts';
import type { FeedFormat } from '../../../../contract/words/feeds.ts';
import { Icon } from '../../parts/icon.tsx';
import { IssuesPanel } from '../../parts/issues-panel.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemRows } from '../../parts/problem-rows.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StockMark } from '../../parts/stock-mark.tsx';
import { formatNames, inPageWords } from '../../words/feeds.ts';
import { countOf, formatBytes, formatCount, formatMs, formatPrice } from '../../words/numbers.ts';
import classes from './preview-panel.module.css';

/** The most failed rows that are listed; their reasons are counted over all of them. */
const shownFailures = 10;

interface PreviewPanelProps {
  readonly preview: FeedPreviewBody;
  readonly format: FeedFormat;
  /** The form has changed since the preview was made. */
  readonly isStale: boolean;
}

/**
 * Shows what is in a feed and what its first run would do, with rows that would fail and a warning where the run would
 * be refused. Makes no call.
 */
export function PreviewPanel({ preview, format, isStale }: PreviewPanelProps) {
  const { sample, failures, failed_rows: failed } = preview;
  return (
    <Stack gap="lg">
      {isStale && (
        <Alert color="gray" variant="light" role="status" icon={<Icon name="info" />}>
          The form has changed since. This is what was in the feed before.
        </Alert>
      )}
      <OutcomePanel preview={preview} format={format} />
      {sample.length > 0 && (
        <Panel title="The first products" lead="As the search would know them." flush>
          <SampleTable products={sample} />
        </Panel>
      )}
      {failed > 0 && <IssuesPanel run={preview} />}
      {failures.length > 0 && (
        <Panel
          title="Rows that would fail"
          lead={`${countOf(failed, 'row')}. Existing products in these rows do not change.`}
          flush
        >
          <ProblemRows rows={failures.slice(0, shownFailures)} heading="What is wrong" />
        </Panel>
      )}
    </Stack>
  );
}

function OutcomePanel({ preview, format }: Pick<PreviewPanelProps, 'preview' | 'format'>) {
  const counts = [
    { name: 'New', count: preview.would_create, color: '--chart-graph' },
    { name: 'Changed', count: preview.would_update, color: '--chart-backend' },
    { name: 'Unchanged', count: preview.unchanged_rows, color: '--chart-out-of-stock' },
    { name: 'Out of stock', count: preview.would_remove, color: '--chart-removed' },
    { name: 'Failed', count: preview.failed_rows, color: '--chart-errors' },
    ...(preview.would_skip === 0
      ? []
      : [{ name: 'Left out', count: preview.would_skip, color: '--chart-cached' }]),
  ];
  return (
    <Panel
      title={`${countOf(preview.total_rows, 'row')}: what a run would do`}
      lead={factsOf(preview, format)}
    >
      <Stack>
        {preview.would_fail !== null && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            icon={<Icon name="problem" />}
            title="It would fail"
          >
            {inPageWords(preview.would_fail)}
          </Alert>
        )}
        <dl className={classes.counts}>
          {counts.map(({ name, count, color }) => (
            <div key={name}>
              <dt>
                <span className={classes.swatch} style={{ background: `var(${color})` }} />
                {name}
              </dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
        {preview.would_skip > 0 && (
          <Text size="sm">
            The plan of the store has no room for {countOf(preview.would_skip, 'row')} of new products, which
            would be left out.
          </Text>
        )}
        {!preview.is_whole && (
          <Text size="sm">
            These are the first products of the shop. A run reads all of them, and only then takes out of
            stock what the shop no longer has.
          </Text>
        )}
        {preview.would_remove > 0 && (
          <Text size="sm">
            {countOf(preview.would_remove, 'product')} of the store{' '}
            {preview.would_remove === 1 ? 'is' : 'are'} not in this feed, nor in another one: a feed is taken
            for the whole catalog, so what it lacks goes out of stock. Nothing is deleted.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function factsOf({ fetch }: FeedPreviewBody, format: FeedFormat): string {
  const { bytes_received: bytes, duration_ms: ms } = fetch;
  const size = bytes === null ? '' : `, ${formatBytes(bytes)}`;
  return `${formatNames[format]}${size}, fetched and read in ${formatMs(ms)}.`;
}

const columns = [
  { label: 'Product' },
  { label: 'Category' },
  { label: 'Stock' },
  { label: 'Price', align: 'end' },
] as const;

function SampleTable({ products }: { readonly products: FeedPreviewBody['sample'] }) {
  return (
    <StackedTable name="The first products" verticalSpacing={9} columns={columns}>
      {products.map((product) => (
        <Table.Tr key={product.external_id}>
          <StackedCell>
            <div className={classes.product}>
              <ProductPicture url={product.image_url} size={42} />
              <div>
                <div className={classes.title}>{product.title}</div>
                <div className={classes.detail}>
                  {product.external_id}
                  {product.brand !== null && ` · ${product.brand}`}
                </div>
              </div>
            </div>
          </StackedCell>
          <StackedCell label="Category" className={classes.detail}>
            <span>{product.category ?? 'No category'}</span>
          </StackedCell>
          <StackedCell label="Stock">
            <StockMark inStock={product.in_stock} />
          </StackedCell>
          <StackedCell label="Price" align="end">
            <span>{formatPrice(product.price, product.currency)}</span>
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}
