// Tests: test/browser/dashboard.test.ts.
import { Button, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { limits } from '../../../../contract/limits.ts';
import type { ProductChangeBody } from '../../../../contract/products.ts';
import { type AnswerTo, usePages } from '../../api/call.ts';
import { RequestFailure } from '../../api/request.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { StockMark } from '../../parts/stock-mark.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatPrice } from '../../words/numbers.ts';
import { searchAddress } from '../../words/search-address.ts';
import { FieldTable } from './field-table.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { PhrasesPanel } from './phrases-panel.tsx';
import { RawPanel } from './raw-panel.tsx';

const route = getRouteApi('/stores/$storeId/products/$externalId');

type ProductAnswer = AnswerTo<'GET /products/:external_id'>;

/**
 * One product: what autocomplete knows of it, what the merchant sent, its phrases and its history (`GET
 * /products/:external_id`). It cannot be changed here. An unknown id says so.
 */
export function ProductPage() {
  const { storeId } = useStore();
  const { externalId } = route.useParams();
  const query = usePages(storeId, 'GET /products/:external_id', { params: { external_id: externalId } });
  const answer = query.data?.pages[0];
  const history = query.data?.pages.flatMap((page) => page.history) ?? [];
  return (
    <>
      <PageHeader
        title={answer?.product.title ?? externalId}
        above={
          <TextLink to="/stores/$storeId/products" params={{ storeId }}>
            <BackArrow />
            Products
          </TextLink>
        }
        actions={answer !== undefined && <Actions answer={answer} />}
      />
      {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton h={420} radius="lg" />}
      {answer !== undefined && (
        <Details
          answer={answer}
          history={history}
          onOlder={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      )}
    </>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!(error instanceof RequestFailure) || error.status !== 404) {
    return <FailureNote error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyNote icon="products" title="There is no such product">
      The store has no product with this id. Check the spelling.
    </EmptyNote>
  );
}

function Actions({ answer }: { readonly answer: ProductAnswer }) {
  const { storeId } = useStore();
  const { product } = answer;
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            {...searchAddress(storeId, Array.from(product.title).slice(0, limits.queryMaxLength).join(''))}
            search={{ product: product.external_id }}
            {...props}
          />
        )}
      >
        See how it is found
      </Button>
      <Button
        variant="default"
        component="a"
        href={product.url}
        target="_blank"
        rel="noreferrer"
        rightSection={<Icon name="external" size={15} />}
      >
        In the shop
      </Button>
    </>
  );
}

interface DetailsProps {
  readonly answer: ProductAnswer;
  readonly history: readonly ProductChangeBody[];
  readonly onOlder: (() => void) | null;
}

function Details({ answer, history, onOlder }: DetailsProps) {
  const { product, raw } = answer;
  const { phrase } = route.useSearch();
  return (
    <Stack gap="lg">
      <Group gap="lg" align="center">
        <ProductPicture url={product.image_url} size={112} />
        <Stack gap={4}>
          <Text fz="xl" fw={600}>
            {formatPrice(product.price, product.currency)}
            {product.compare_at_price !== null && (
              <Text span fz="md" fw={400} c="dimmed" td="line-through" ml={10}>
                {formatPrice(product.compare_at_price, product.currency)}
              </Text>
            )}
          </Text>
          <StockMark inStock={product.in_stock} />
          <Text size="sm" c="dimmed">
            {product.category_path.join(' › ') || 'No category'}
          </Text>
        </Stack>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Panel
          title="What autocomplete knows"
          lead="Each field, and the key of your data that it came from."
          flush
        >
          <FieldTable product={product} raw={raw} />
        </Panel>
        <Stack gap="lg">
          <HistoryPanel history={history} onOlder={onOlder} />
          <PhrasesPanel externalId={product.external_id} title={product.title} added={phrase} />
          <RawPanel raw={raw} />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}
