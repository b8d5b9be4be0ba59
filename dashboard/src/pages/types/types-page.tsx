// Tests: test/browser/dashboard-types.test.ts, test/browser/dashboard-type-review.test.ts.
import { Anchor, Button, Group, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StoreTypeBody } from '../../../../contract/enrichment.ts';
import { usePages } from '../../api/call.ts';
import { queuePauseMs } from '../../api/poll.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Settling } from '../../parts/settling.tsx';
import { useStore } from '../../shell/current-store.ts';
import { ChoiceBar, useChosen } from '../phrases/choice-bar.tsx';
import { DecisionsPanel } from '../phrases/decisions-panel.tsx';
import classes from '../phrases/phrases.module.css';
import { ReviewProgress } from '../phrases/review-progress.tsx';
import { DecideTypes, type PlannedTypes } from './decide-types.tsx';
import { type TypeAction, TypeRow } from './type-row.tsx';

const route = getRouteApi('/stores/$storeId/phrases/types');
const typingPauseMs = 250;
const pageTypes = 50;

/**
 * Lists the types of the store's products, the riskiest or those of most products first (`GET /enrichment/types`), and reads on by a
 * button. Editors accept, rename or refuse one, or several that they chose. The search and the order are in the address, so that they
 * can be passed on. It is read again while decisions are applied. For all members. / A failed read shows the reason, and a button to
 * try again.
 */
export function TypesPage() {
  const { storeId } = useStore();
  const { q = '', order = 'risk' } = route.useSearch();
  const list = usePages(
    storeId,
    'GET /enrichment/types',
    {},
    {
      ...{ query: { q, order }, limit: pageTypes, keepsPrevious: true },
      pollEvery: (read) => queuePauseMs(read?.pages[0] !== undefined && read.pages[0].progress !== null),
    },
  );
  const types = list.data?.pages.flatMap((page) => page.types) ?? [];
  const progress = list.data?.pages[0]?.progress ?? null;
  return (
    <>
      <PageHeader
        title="Types"
        lead="The kinds of products in this store, as the search box sees them. Decide about a type for all its products, or about one product on its page."
        above={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/stores/$storeId/phrases" params={{ storeId }} {...props} />}
          >
            <BackArrow />
            Phrases
          </Anchor>
        }
      />
      <Stack gap="md">
        <Group gap="sm">
          <Search key={storeId} q={q} />
          <Order order={order} />
        </Group>
        {list.isError && <FailureNote error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton h={420} radius="lg" />}
        {list.isSuccess && (
          <Settling isStale={list.isPlaceholderData}>
            <Panel title="Types of products" flush>
              {progress !== null && <ReviewProgress progress={progress} />}
              {types.length === 0 ? <Nothing q={q} /> : <TypeList types={types} />}
            </Panel>
          </Settling>
        )}
        <MoreButton list={list} label="Show more types" />
        <DecisionsPanel about="types" />
      </Stack>
    </>
  );
}

/** The types, and the dialog of the decision that is about to be made. */
function TypeList({ types }: { readonly types: readonly StoreTypeBody[] }) {
  const { may } = useStore();
  const { chosen, choose, clear } = useChosen();
  const [planned, setPlanned] = useState<PlannedTypes | null>(null);
  const known = types.map(({ name }) => name);
  const names = known.filter((name) => chosen.has(name));
  const plan = (action: TypeAction) => setPlanned({ action, types: names });
  return (
    <>
      {may('editor') && types.length > 1 && (
        <ChoiceBar all={known} chosen={names} onChoose={choose}>
          <Button size="xs" variant="light" onClick={() => plan('accept')}>
            Accept {names.length}
          </Button>
          <Button size="xs" variant="default" onClick={() => plan('rename')}>
            Rename {names.length}
          </Button>
          <Button size="xs" variant="default" onClick={() => plan('refuse')}>
            Refuse {names.length}
          </Button>
        </ChoiceBar>
      )}
      <ul className={classes.products}>
        {types.map((type) => (
          <TypeRow
            key={type.name}
            type={type}
            isChosen={chosen.has(type.name)}
            onChoose={(isChosen) => choose([type.name], isChosen)}
            onDecide={(action) => setPlanned({ action, types: [type.name] })}
          />
        ))}
      </ul>
      {planned !== null && (
        <DecideTypes
          planned={planned}
          known={known}
          onClose={() => setPlanned(null)}
          onDone={() => {
            setPlanned(null);
            clear();
          }}
        />
      )}
    </>
  );
}

const orders = [
  { value: 'risk', label: 'Riskiest first' },
  { value: 'products', label: 'Most products first' },
];

function Order({ order }: { readonly order: string }) {
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      aria-label="Order of types"
      data={orders}
      value={order}
      onChange={(wanted) =>
        void navigate({
          search: ({ q }) => ({ ...(q && { q }), ...(wanted === 'products' && { order: wanted }) }),
          replace: true,
        })
      }
    />
  );
}

function Search({ q }: { readonly q: string }) {
  const navigate = route.useNavigate();
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((wanted: string) => {
    void navigate({
      search: ({ order }) => ({ ...(order && { order }), ...(wanted.trim() !== '' && { q: wanted }) }),
      replace: true,
    });
  }, typingPauseMs);
  return (
    <TextInput
      aria-label="Search types by name"
      placeholder="Search types by name"
      leftSection={<Icon name="search" size={16} />}
      type="search"
      className={classes.search}
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
    <EmptyNote icon="search" title="No matches">
      No type of the store has a name like “{q}”.
    </EmptyNote>
  );
}
