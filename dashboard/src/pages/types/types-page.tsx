// Tests: test/browser/dashboard-types.test.ts.
import { Anchor, Button, Center, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StoreTypeBody } from '../../../../contract/enrichment.ts';
import { usePages } from '../../api/call.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Settling } from '../../parts/settling.tsx';
import { StackedCell, StackedTable } from '../../parts/stacked-table.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';

const route = getRouteApi('/stores/$storeId/phrases/types');
const typingPauseMs = 250;
const pageTypes = 50;

/**
 * Lists the types of the store's products with the number of their products (`GET /enrichment/types`), and reads on by
 * a button. The search is in the address, so that it can be passed on. For all members. / A failed read shows the
 * reason, and a button to try again.
 */
export function TypesPage() {
  const { storeId } = useStore();
  const { q = '' } = route.useSearch();
  const list = usePages(
    storeId,
    'GET /enrichment/types',
    {},
    { query: { q }, limit: pageTypes, keepsPrevious: true },
  );
  const types = list.data?.pages.flatMap((page) => page.types) ?? [];
  return (
    <>
      <PageHeader
        title="Types"
        lead="The kinds of things that the store has, as autocomplete knows them. You can correct a product's type on its page."
        above={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/stores/$storeId/phrases" params={{ storeId }} {...props} />}
          >
            ← Phrases
          </Anchor>
        }
      />
      <Stack gap="md">
        <Search key={storeId} q={q} />
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={420} radius="lg" />}
        {list.isSuccess && (
          <Settling isStale={list.isPlaceholderData}>
            <Panel title="Types of products" flush>
              {types.length === 0 ? <Nothing q={q} /> : <TypeTable types={types} />}
            </Panel>
          </Settling>
        )}
        {list.hasNextPage && (
          <Center>
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show more
            </Button>
          </Center>
        )}
      </Stack>
    </>
  );
}

function Search({ q }: { readonly q: string }) {
  const navigate = route.useNavigate();
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((wanted: string) => {
    void navigate({ search: wanted.trim() === '' ? {} : { q: wanted }, replace: true });
  }, typingPauseMs);
  return (
    <TextInput
      aria-label="Search types by name"
      placeholder="Search types by name"
      leftSection={<Icon name="search" size={16} />}
      type="search"
      maw={420}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}

function Nothing({ q }: { readonly q: string }) {
  return q === '' ? (
    <EmptyNote icon="phrases" title="No types yet">
      Types are found together with phrases. They show here as soon as the first phrases are written.
    </EmptyNote>
  ) : (
    <EmptyNote icon="search" title="Nothing fits">
      No type of the store has a name like “{q}”.
    </EmptyNote>
  );
}

const columns = [
  { label: 'Type' },
  { label: 'Products', width: 150 },
  { label: 'Categories' },
  { label: 'Words beside it' },
];

function TypeTable({ types }: { readonly types: readonly StoreTypeBody[] }) {
  const { storeId } = useStore();
  return (
    <StackedTable columns={columns} verticalSpacing={10}>
      {types.map(({ name, products, categories, words }) => (
        <Table.Tr key={name}>
          <StackedCell>
            <Text fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </StackedCell>
          <StackedCell label="Products">
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link
                  to="/stores/$storeId/products"
                  params={{ storeId }}
                  search={{ type: name }}
                  aria-label={`${countOf(products, 'product')} of the type ${name}`}
                  {...props}
                />
              )}
            >
              {countOf(products, 'product')}
            </Anchor>
          </StackedCell>
          <StackedCell label="Categories">
            <Text size="sm" c="dimmed" dir="auto">
              {categories.join(' · ') || 'None'}
            </Text>
          </StackedCell>
          <StackedCell label="Beside it">
            <Text size="sm" c="dimmed" dir="auto">
              {words.join(', ') || 'None'}
            </Text>
          </StackedCell>
        </Table.Tr>
      ))}
    </StackedTable>
  );
}
