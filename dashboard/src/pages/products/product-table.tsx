// Tests: test/browser/dashboard.test.ts.
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ProductRow } from '../../../../contract/products.ts';
import { Ago } from '../../parts/ago.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { StockMark } from '../../parts/stock-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatPrice } from '../../words/numbers.ts';
import classes from './products.module.css';

/** Lists products line by line; a narrow screen shows only what identifies a product. Makes no call. */
export function ProductTable({ products }: { readonly products: readonly ProductRow[] }) {
  return (
    <Table aria-label="Products" verticalSpacing={10} horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th className={classes.aside ?? ''}>Category</Table.Th>
          <Table.Th className={classes.aside ?? ''}>Stock</Table.Th>
          <Table.Th ta="end">Price</Table.Th>
          <Table.Th className={classes.aside ?? ''} ta="end">
            Changed
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {products.map((product) => (
          <Row key={product.id} product={product} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ product }: { readonly product: ProductRow }) {
  const { storeId } = useStore();
  const { external_id: externalId, title, brand, category } = product;
  return (
    <Table.Tr>
      <Table.Td>
        <div className={classes.product}>
          <ProductPicture url={product.image_url} size={42} />
          <div style={{ minWidth: 0 }}>
            <Link
              to="/stores/$storeId/products/$externalId"
              params={{ storeId, externalId }}
              className={classes.title}
            >
              {title}
            </Link>
            <div className={classes.detail}>
              {externalId}
              {brand !== null && ` · ${brand}`}
            </div>
          </div>
        </div>
      </Table.Td>
      <Table.Td className={`${classes.aside} ${classes.detail}`}>{category ?? 'No category'}</Table.Td>
      <Table.Td className={classes.aside ?? ''}>
        <StockMark inStock={product.in_stock} />
      </Table.Td>
      <Table.Td className={classes.price ?? ''}>{formatPrice(product.price, product.currency)}</Table.Td>
      <Table.Td className={`${classes.aside} ${classes.changed}`} ta="end">
        <Ago at={product.updated_at} />
      </Table.Td>
    </Table.Tr>
  );
}
