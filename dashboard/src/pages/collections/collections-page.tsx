// Tests: test/browser/dashboard-collections.test.ts.
import { Button, Skeleton, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CollectionBody } from '../../../../contract/collections.ts';
import { useCollections, useDeleteCollection } from '../../api/collections.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { LeftOutNote } from '../../parts/left-out-note.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { useStore } from '../../shell/current-store.ts';
import { stateOfCollection, summarizeRules } from '../../words/collections.ts';
import { formatCount } from '../../words/numbers.ts';
import classes from './collections.module.css';
import { SuggestionsPanel } from './suggestions-panel.tsx';

/**
 * Lists the collections of the store, and those that its catalog suggests. A collection that cannot be read is left out
 * with a note, and editors can delete it.
 */
export function CollectionsPage() {
  const { storeId, may } = useStore();
  const list = useCollections(storeId);
  const { collections, unreadable = [] } = list.data ?? {};
  const newCollection = may('editor') && (
    <Button
      leftSection={<Icon name="plus" size={16} />}
      renderRoot={(props) => <Link to="/stores/$storeId/collections/new" params={{ storeId }} {...props} />}
    >
      New collection
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Collections"
        lead="Product pages that update themselves: you write the rules, and the catalog follows them."
        actions={collections !== undefined && collections.length > 0 && newCollection}
      />
      <Stack gap="lg">
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={220} radius="lg" />}
        {unreadable.map(({ slug, message }) => (
          <LeftOutCollection key={slug} slug={slug} message={message} />
        ))}
        {collections !== undefined && (
          <div className={classes.sheet}>
            {collections.length === 0 ? (
              <EmptyNote icon="collections" title="No collection yet" action={newCollection}>
                A collection holds every product that meets its rules, such as boots under 100 or this week's
                arrivals. It follows changes of the catalog within two seconds.
              </EmptyNote>
            ) : (
              <CollectionTable collections={collections} />
            )}
          </div>
        )}
        <SuggestionsPanel />
      </Stack>
    </>
  );
}

function LeftOutCollection({ slug, message }: { readonly slug: string; readonly message: string }) {
  const { storeId, may } = useStore();
  const remove = useDeleteCollection(storeId, slug);
  const onDelete = may('editor') ? () => remove.mutate(undefined, { onError: noticeFailure }) : undefined;
  const title = `The collection “${slug}” cannot be read`;
  return <LeftOutNote title={title} message={message} isPending={remove.isPending} onDelete={onDelete} />;
}

const columns = [
  { label: 'Collection' },
  { label: 'State', width: 150 },
  { label: 'Products', width: 130, align: 'end' },
] as const;

function CollectionTable({ collections }: { readonly collections: readonly CollectionBody[] }) {
  return (
    <StackedTable name="Collections" verticalSpacing={13} highlightOnHover columns={columns}>
      {collections.map((collection) => (
        <CollectionRow key={collection.id} collection={collection} />
      ))}
    </StackedTable>
  );
}

function CollectionRow({ collection }: { readonly collection: CollectionBody }) {
  const { storeId, store } = useStore();
  const { slug, title, rules, product_count: count } = collection;
  const { tone, words } = stateOfCollection(collection);
  return (
    <Table.Tr>
      <StackedCell>
        <Link to="/stores/$storeId/collections/$slug" params={{ storeId, slug }} className={classes.name}>
          {title}
        </Link>
        <span className={classes.detail}>{summarizeRules(rules, store.currency)}</span>
      </StackedCell>
      <StackedCell label="State">
        <StateMark tone={tone}>{words}</StateMark>
      </StackedCell>
      <StackedCell label="Products" align="end">
        <span>{formatCount(count)}</span>
      </StackedCell>
    </Table.Tr>
  );
}
