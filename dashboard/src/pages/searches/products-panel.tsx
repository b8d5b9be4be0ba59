// Tests: test/browser/dashboard-analytics.test.ts.
import { Button, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ProductFiguresBody } from '../../../../contract/analytics.ts';
import { analyticsFile } from '../../api/analytics.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { amountsOf, wordsOfGain } from '../../words/analytics.ts';
import { formatCount } from '../../words/numbers.ts';
import type { Period } from '../../words/periods.ts';
import classes from './searches.module.css';

interface ProductsPanelProps {
  readonly period: Period;
  readonly products: readonly ProductFiguresBody[];
}

const columns = [
  { label: 'Product' },
  { label: 'Clicks', align: 'end' as const },
  { label: 'Carts', align: 'end' as const },
  { label: 'Purchases', align: 'end' as const },
  { label: 'Revenue', align: 'end' as const },
  { label: 'Change', align: 'end' as const },
];

/** Lists the most clicked products with their sales, and links to the list as a CSV file. Makes no call. */
export function ProductsPanel({ period, products }: ProductsPanelProps) {
  const { storeId } = useStore();
  return (
    <Panel
      title="Most clicked products"
      lead="Clicks as above, with the carts, purchases and values that were reported. “Change” compares clicks."
      flush
      actions={
        products.length > 0 && (
          <Button
            component="a"
            href={analyticsFile(storeId, 'products', period)}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
            aria-label="Most clicked products as CSV"
          >
            CSV
          </Button>
        )
      }
    >
      {products.length === 0 ? (
        <EmptyNote icon="products" title="No clicks on products in this period" />
      ) : (
        <StackedTable name="Most clicked products" columns={columns} verticalSpacing={8}>
          {products.map((product) => (
            <Table.Tr key={product.id}>
              <StackedCell>
                <span className={classes.product}>
                  <ProductPicture url={product.image_url} size={36} />
                  <Link
                    to="/stores/$storeId/products/$externalId"
                    params={{ storeId, externalId: product.external_id }}
                  >
                    {product.title}
                  </Link>
                </span>
              </StackedCell>
              <StackedCell label="Clicks" align="end">
                {formatCount(product.clicks)}
              </StackedCell>
              <StackedCell label="Carts" align="end">
                {formatCount(product.carts)}
              </StackedCell>
              <StackedCell label="Purchases" align="end">
                {formatCount(product.purchases)}
              </StackedCell>
              <StackedCell label="Revenue" align="end">
                {amountsOf(product.revenue).join(', ') || '–'}
              </StackedCell>
              <StackedCell label="Change" align="end">
                {wordsOfGain(product.clicks, product.previous_clicks)}
              </StackedCell>
            </Table.Tr>
          ))}
        </StackedTable>
      )}
    </Panel>
  );
}
