// Tests: test/browser/dashboard.test.ts.
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AnswerTo } from '../../api/call.ts';
import { type ProductFilter, useProducts } from '../../api/products.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Settling } from '../../parts/settling.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { ProductFilters } from './product-filters.tsx';
import { ProductTable } from './product-table.tsx';
import classes from './products.module.css';

const route = getRouteApi('/stores/$storeId/products');

/**
 * Lists the stored products, and reads on by a button (`GET /products`). Search and filters are in the address, so that
 * they can be passed on. Products that cannot be read are named with their reason. For all members. / A failed read
 * shows the reason, and a button to try again.
 */
export function ProductsPage() {
  const { storeId } = useStore();
  const filter = route.useSearch();
  const navigate = useNavigate();
  const list = useProducts(storeId, filter);
  const products = list.data?.pages.flatMap((page) => page.products) ?? [];
  const unreadable = list.data?.pages.flatMap((page) => page.unreadable ?? []) ?? [];
  const change = (next: ProductFilter) =>
    void navigate({ to: '/stores/$storeId/products', params: { storeId }, search: next, replace: true });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeader title="Products" lead="The products of this store, as the search box sees them." />
      <Stack gap="md">
        <ProductFilters key={storeId} filter={filter} onChange={change} />
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={420} radius="lg" />}
        {unreadable.length > 0 && <UnreadableNote products={unreadable} />}
        {list.isSuccess && products.length + unreadable.length === 0 && !list.hasNextPage && (
          <div className={classes.sheet}>
            {isFiltered ? (
              <NoMatch filter={filter} onReset={() => change({})} />
            ) : (
              <EmptyNote
                icon="products"
                title="No products yet"
                action={
                  <Button
                    renderRoot={(props) => (
                      <Link to="/stores/$storeId/imports/new" params={{ storeId }} {...props} />
                    )}
                  >
                    Import a file
                  </Button>
                }
              >
                Drop a CSV file of your shop, or send products through the API with a secret key.
              </EmptyNote>
            )}
          </div>
        )}
        {products.length > 0 && (
          <Settling isStale={list.isPlaceholderData}>
            <div className={classes.sheet}>
              <ProductTable products={products} />
            </div>
          </Settling>
        )}
        <MoreButton list={list} label={products.length > 0 ? 'Show more products' : 'Look further'} />
        <div role="status" className={classes.count}>
          {products.length > 0 &&
            `${countOf(products.length, 'product')} shown${list.hasNextPage ? ', more follow' : ''}`}
          {products.length === 0 && list.hasNextPage && 'No match among the products searched so far'}
        </div>
      </Stack>
    </>
  );
}

/** Unreadable products that the note names with their reasons; the others are only counted. Chosen. */
const reasonsShown = 5;

/** Names products that cannot be read, with what repairs them. */
function UnreadableNote({
  products,
}: {
  readonly products: NonNullable<AnswerTo<'GET /products'>['unreadable']>;
}) {
  const more = products.length - reasonsShown;
  const title = `${countOf(products.length, 'product')} cannot be read and ${products.length === 1 ? 'is' : 'are'} left out`;
  return (
    <Alert color="red" variant="light" icon={<Icon name="problem" />} title={title}>
      {products.slice(0, reasonsShown).map(({ external_id: id, message }) => (
        <Text key={id} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {id}: {message}
        </Text>
      ))}
      {more > 0 && <Text size="sm">And {countOf(more, 'product')} more.</Text>}
    </Alert>
  );
}

function NoMatch({ filter, onReset }: { readonly filter: ProductFilter; readonly onReset: () => void }) {
  return (
    <EmptyNote
      icon="search"
      title="No matches"
      action={
        <Button variant="default" onClick={onReset}>
          Show all products
        </Button>
      }
    >
      {filter.q === undefined
        ? 'No product matches these filters.'
        : `No product has a title or an id like “${filter.q}”. The search finds what shoppers would find.`}
    </EmptyNote>
  );
}
