// Tests: test/browser/dashboard-collections.test.ts.
import { Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CollectionBody } from '../../../../contract/collections.ts';
import { type CollectionSort, collectionSorts } from '../../../../contract/words/collections.ts';
import {
  useChangeCollection,
  useCollection,
  useDeleteCollection,
  useMembers,
} from '../../api/collections.ts';
import { useShopOrigin } from '../../api/widget.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Settling } from '../../parts/settling.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { describeCondition, sortWords, stateOfCollection, storefrontLines } from '../../words/collections.ts';
import { countOf } from '../../words/numbers.ts';
import classes from './collections.module.css';
import { MissingCollection } from './missing-collection.tsx';
import { ProductTiles } from './product-tiles.tsx';

const route = getRouteApi('/stores/$storeId/collections/$slug');

/**
 * One collection: its rules, its products as they are now, and the lines that show it in a shop. Editors can hide, edit
 * and delete it. An unknown slug says that there is no such collection; a failed change is a notice.
 */
export function CollectionPage() {
  const { storeId, may } = useStore();
  const { slug } = route.useParams();
  const answer = useCollection(storeId, slug);
  const { data: collection } = answer;
  return (
    <>
      <PageHeader
        title={collection?.title ?? 'Collection'}
        above={
          <TextLink to="/stores/$storeId/collections" params={{ storeId }}>
            <BackArrow />
            Collections
          </TextLink>
        }
        lead={collection !== undefined && <Lead collection={collection} />}
        actions={collection !== undefined && may('editor') && <Actions collection={collection} />}
      />
      {answer.isError && <MissingCollection error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {collection !== undefined && (
        <Stack gap="lg">
          <RulesPanel collection={collection} />
          <MembersPanel key={collection.id} collection={collection} />
          <ShopPanel collection={collection} />
        </Stack>
      )}
    </>
  );
}

interface CollectionProps {
  readonly collection: CollectionBody;
}

function Lead({ collection }: CollectionProps) {
  const { tone, words } = stateOfCollection(collection);
  return (
    <>
      <StateMark tone={tone}>{words}</StateMark> · {countOf(collection.product_count, 'product')}
      {collection.description !== '' && (
        <>
          <br />
          {collection.description}
        </>
      )}
    </>
  );
}

function Actions({ collection }: CollectionProps) {
  const { storeId } = useStore();
  const { slug, is_active: isActive } = collection;
  const change = useChangeCollection(storeId, slug);
  return (
    <>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ is_active: !isActive }, { onError: noticeFailure })}
      >
        {isActive ? 'Hide' : 'Show again'}
      </Button>
      <Button
        renderRoot={(props) => (
          <Link to="/stores/$storeId/collections/$slug/edit" params={{ storeId, slug }} {...props} />
        )}
      >
        Edit
      </Button>
    </>
  );
}

function RulesPanel({ collection: { rules, status } }: CollectionProps) {
  const { store } = useStore();
  const { match, conditions } = rules;
  const lines = conditions.map((condition) => describeCondition(condition, store.currency));
  const lead = match === 'all' ? 'meets all of these' : 'meets at least one of these';
  return (
    <Panel
      title="What belongs in"
      lead={
        conditions.length === 1 ? 'Every product that meets this condition.' : `Every product that ${lead}.`
      }
    >
      <ul className={classes.rules}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {status === 'building' && (
        <Text size="sm" c="dimmed" mt="sm" role="status">
          The new rules are being applied to the catalog. Until then, the products of the old rules are shown.
        </Text>
      )}
    </Panel>
  );
}

function MembersPanel({ collection }: CollectionProps) {
  const { storeId } = useStore();
  const [sort, setSort] = useState(collection.sort);
  const list = useMembers(storeId, collection, sort);
  const products = list.data?.pages.flatMap((page) => page.products) ?? [];
  return (
    <Panel
      title="Products"
      actions={
        <NativeSelect
          aria-label="Order of the products"
          data={collectionSorts.map((value) => ({ value, label: sortWords[value] }))}
          value={sort}
          onChange={({ currentTarget: { value } }) => setSort(value as CollectionSort)}
        />
      }
    >
      <Stack gap="md">
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={260} radius="md" />}
        {list.isSuccess && products.length === 0 && (
          <Text size="sm" c="dimmed">
            No product meets the rules now. Products appear here as soon as they do.
          </Text>
        )}
        {products.length > 0 && (
          <Settling isStale={list.isPlaceholderData}>
            <ProductTiles products={products} />
          </Settling>
        )}
        <MoreButton list={list} label="Show more products" />
        {products.length > 0 && (
          <div role="status" className={classes.count}>
            {countOf(products.length, 'product')} shown{list.hasNextPage ? ', more follow' : ''}
          </div>
        )}
      </Stack>
    </Panel>
  );
}

function ShopPanel({ collection }: CollectionProps) {
  const { storeId, may } = useStore();
  const navigate = useNavigate();
  const { slug, title } = collection;
  const remove = useDeleteCollection(storeId, slug);
  return (
    <Panel
      title="In your shop"
      lead="Any page may ask for the products, with a storefront key."
      actions={
        may('editor') && (
          <ConfirmButton
            label="Delete"
            title={`Delete ${title}?`}
            confirmLabel="Delete the collection"
            isPending={remove.isPending}
            onConfirm={() =>
              remove.mutate(undefined, {
                onSuccess: () => void navigate({ to: '/stores/$storeId/collections', params: { storeId } }),
                onError: noticeFailure,
              })
            }
          >
            Pages of your shop that show this collection will be empty. Its products stay in the catalog.
          </ConfirmButton>
        )
      }
    >
      <CodeBlock label="the lines for your shop" text={storefrontLines(useShopOrigin(), slug)} />
    </Panel>
  );
}
