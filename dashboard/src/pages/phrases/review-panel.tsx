// Tests: test/browser/dashboard-phrases.test.ts.
import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { EnrichmentBody, EnrichmentProductBody } from '../../../../contract/enrichment.ts';
import { type EnrichmentList, enrichmentLists } from '../../../../contract/words/enrichment.ts';
import { useChange, usePages } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { PhraseList } from '../../parts/phrase-list.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { emptyListWords, listNames, nothingToAdd } from '../../words/phrases.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './phrases.module.css';

const route = getRouteApi('/stores/$storeId/phrases');
const choices = (Object.keys(listNames) as EnrichmentList[]).map((value) => ({
  value,
  label: listNames[value],
}));

const pageProducts = 20;

interface ReviewPanelProps {
  readonly list: EnrichmentList;
  /** The counts of the queue: the list is read again when they change. */
  readonly counts: Pick<EnrichmentBody, 'waiting' | 'failed' | 'enriched'>;
}

/**
 * Lists products with their phrases, or with the reason why they have none (`GET /enrichment/products`). Editors can
 * approve, edit or refuse phrases, and try failed products again (`POST /enrichment/retry`).
 */
export function ReviewPanel({ list, counts }: ReviewPanelProps) {
  const { waiting, failed, enriched } = counts;
  const { storeId } = useStore();
  const navigate = route.useNavigate();
  const page = usePages(
    storeId,
    'GET /enrichment/products',
    {},
    { query: { state: list }, limit: pageProducts },
  );
  useReadAgainWith([waiting, failed, enriched].join(), page.refetch);
  const products = page.data?.pages.flatMap((part) => part.products) ?? [];
  return (
    <Panel
      title="Products"
      flush
      actions={
        <Group gap="sm">
          {list === 'failed' && failed > 0 && <RetryAll count={failed} />}
          <NativeSelect
            aria-label="Which products"
            size="sm"
            value={list}
            data={choices}
            onChange={({ currentTarget: { value } }) => {
              const chosen = enrichmentLists.find((name) => name === value);
              void navigate({ search: chosen === undefined ? {} : { list: chosen }, replace: true });
            }}
          />
        </Group>
      }
    >
      {page.isError && <FailureNote error={page.error} onRetry={() => void page.refetch()} />}
      {page.isPending && <Skeleton h={220} m="md" />}
      {page.isSuccess && products.length === 0 && (
        <EmptyNote icon="phrases" title="None here">
          {emptyListWords[list]}
        </EmptyNote>
      )}
      <ul className={classes.products}>
        {products.map((product) => (
          <Row key={product.external_id} product={product} />
        ))}
      </ul>
      <MoreButton list={page} label="Show more products" p="md" />
    </Panel>
  );
}

/** Reads the list again whenever `progress` changes. */
function useReadAgainWith(progress: string, refetch: () => unknown): void {
  const [seen, setSeen] = useState(progress);
  useEffect(() => {
    if (progress === seen) return;
    setSeen(progress);
    void refetch();
  }, [progress, seen, refetch]);
}

function Row({ product }: { readonly product: EnrichmentProductBody }) {
  const { storeId, may } = useStore();
  const { external_id: externalId, error, next_attempt_at: nextAt, attempts } = product;
  const hasPhrases = product.suggestion_phrases.length + product.search_phrases.length > 0;
  const isDecidable =
    hasPhrases || product.type !== null || product.state === 'rejected' || product.state === 'locked';
  return (
    <li className={classes.product}>
      <ProductPicture url={product.image_url} size={44} />
      <Stack gap={10} className={classes.words}>
        <div>
          <Link
            to="/stores/$storeId/products/$externalId"
            params={{ storeId, externalId }}
            className={classes.title}
          >
            {product.title}
          </Link>
          <Text size="xs" c="dimmed">
            {product.category ?? 'No category'}
          </Text>
        </div>
        <PhraseList title="What it is" phrases={product.type === null ? [] : [product.type.name]} />
        <PhraseList title="Shown as suggestions" phrases={product.suggestion_phrases} />
        <PhraseList title="Only searched" phrases={product.search_phrases} />
        {!hasPhrases && product.state === 'generated' && error === null && (
          <Text size="sm" c="dimmed">
            No phrases: its title names nothing that shoppers type, or no phrase passed the rules.
          </Text>
        )}
        {error !== null && (
          <Text size="sm" c="var(--bad)">
            {error}
          </Text>
        )}
        {attempts > 0 && (
          <Text size="xs" c="dimmed">
            {countOf(attempts, 'attempt')}
            {nextAt !== null && (
              <>
                , again <Ago at={nextAt} />
              </>
            )}
          </Text>
        )}
        {product.state === 'generated' && !hasPhrases && (
          <Text size="sm" c="dimmed">
            {nothingToAdd}
          </Text>
        )}
        {may('editor') && isDecidable && <DecisionButtons product={product} />}
      </Stack>
    </li>
  );
}

function RetryAll({ count }: { readonly count: number }) {
  const { storeId, may } = useStore();
  const retry = useChange(storeId, 'POST /enrichment/retry');
  if (!may('editor')) return null;
  return (
    <Button
      size="sm"
      variant="default"
      loading={retry.isPending}
      onClick={() =>
        retry.mutate(
          { body: {} },
          { onSuccess: ({ message }) => noticeDone(message), onError: noticeFailure },
        )
      }
    >
      Try all {count} again
    </Button>
  );
}
