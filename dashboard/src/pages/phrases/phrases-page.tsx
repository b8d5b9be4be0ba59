// Tests: test/browser/dashboard-phrases.test.ts.
import { Anchor, Button, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { EnrichmentBody } from '../../../../contract/enrichment.ts';
import { useChange, useRead } from '../../api/call.ts';
import { queuePauseMs } from '../../api/poll.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FigureStrip, Going } from '../../parts/figure-strip.tsx';
import { FormFault } from '../../parts/form-fault.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf, formatCount } from '../../words/numbers.ts';
import {
  nameProvider,
  wordsOfEnriched,
  wordsOfEstimate,
  wordsOfQueue,
  wordsOfRate,
} from '../../words/phrases.ts';
import { DecisionsPanel } from './decisions-panel.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { PhraseSearch } from './phrase-search.tsx';
import classes from './phrases.module.css';
import { ReviewPanel } from './review-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { UsagePanel } from './usage-panel.tsx';

const route = getRouteApi('/stores/$storeId/phrases');

/**
 * The generated phrases of the store: the state of the queue, its usage, its settings and the products to review (`GET
 * /enrichment`, read again while it works). Editors can pause it, let it go on and have missing phrases written; a
 * failure is a notice.
 */
export function PhrasesPage() {
  const { storeId, may } = useStore();
  const { data, ...answer } = useRead(
    storeId,
    'GET /enrichment',
    {},
    { pollEvery: (read) => queuePauseMs((read?.enrichment.waiting ?? 0) > 0) },
  );
  const enrichment = data?.enrichment;
  return (
    <>
      <PageHeader
        title="Phrases"
        lead="What shoppers would type for each product, written ahead of time. Old phrases stay until new ones are there."
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/stores/$storeId/phrases/types" params={{ storeId }} {...props} />
              )}
            >
              Types of products
            </Button>
            {enrichment !== undefined && may('editor') && <Actions enrichment={enrichment} />}
          </>
        }
      />
      {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={92} radius="lg" />}
      {enrichment !== undefined && (
        <Stack gap="lg">
          {enrichment.held !== null && <FormFault>{enrichment.held.message}</FormFault>}
          <Strip enrichment={enrichment} />
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <Review enrichment={enrichment} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <Stack gap="lg">
                <UsagePanel enrichment={enrichment} />
                <SettingsPanel key={storeId} enrichment={enrichment} />
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </>
  );
}

/** The phrases in groups, one by one, or by product. */
function Review({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { storeId } = useStore();
  const { list, q, pattern } = route.useSearch();
  const isSingle = q !== undefined || pattern !== undefined;
  const ways = [
    { label: 'Groups', search: {}, isHere: list === undefined && !isSingle },
    { label: 'Single phrases', search: { q: '' }, isHere: isSingle },
    { label: 'By product', search: { list: 'generated' as const }, isHere: list !== undefined },
  ];
  return (
    <Stack gap="lg">
      <nav aria-label="Ways to review" className={classes.ways}>
        {ways.map(({ label, search, isHere }) => (
          <Button
            key={label}
            size="sm"
            variant={isHere ? 'light' : 'default'}
            renderRoot={(props) => (
              <Link
                to="/stores/$storeId/phrases"
                params={{ storeId }}
                search={search}
                activeOptions={{ exact: true }}
                {...props}
                aria-current={isHere ? 'page' : undefined}
              />
            )}
          >
            {label}
          </Button>
        ))}
      </nav>
      {list !== undefined && <ReviewPanel list={list} counts={enrichment} />}
      {isSingle && <PhraseSearch q={q ?? ''} pattern={pattern ?? ''} />}
      {list === undefined && !isSingle && (
        <>
          <GroupsPanel key={storeId} />
          <DecisionsPanel about="phrases" />
        </>
      )}
    </Stack>
  );
}

function Strip({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { storeId } = useStore();
  const { provider, model, enriched, waiting, failed } = enrichment;
  const queue = wordsOfQueue(enrichment);
  const figures = [
    {
      name: 'Queue',
      value: <Going isWell={queue.isWell}>{queue.label}</Going>,
      detail: wordsOfRate(enrichment),
    },
    {
      name: 'With phrases',
      value: formatCount(enriched),
      detail: wordsOfEnriched(enrichment),
    },
    { name: 'Waiting', value: formatCount(waiting), detail: 'found by their own words until then' },
    {
      name: 'Failed',
      value: formatCount(failed),
      detail:
        failed === 0 ? (
          'nothing to do'
        ) : (
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link
                to="/stores/$storeId/phrases"
                params={{ storeId }}
                search={{ list: 'failed' }}
                {...props}
              />
            )}
          >
            see why
          </Anchor>
        ),
    },
    {
      name: 'Written by',
      value: nameProvider(provider),
      detail: model ?? 'needs no key and calls no other service',
    },
  ];
  return <FigureStrip figures={figures} />;
}

function Actions({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { storeId } = useStore();
  const change = useChange(storeId, 'PATCH /enrichment');
  const queueRest = useChange(storeId, 'POST /enrichment/queue');
  const { paused, provider, estimate } = enrichment;
  if (provider === 'off') return null;
  return (
    <>
      {estimate.products > 0 && (
        <Stack gap={2} align="flex-end">
          <Button
            loading={queueRest.isPending}
            onClick={() =>
              queueRest.mutate(
                { body: {} },
                {
                  onSuccess: ({ queued_rows: count }) =>
                    noticeDone(
                      `${countOf(count, 'product')} queued. What the plan has no room for is left out.`,
                    ),
                  onError: noticeFailure,
                },
              )
            }
          >
            Write missing phrases
          </Button>
          <Text size="xs" c="dimmed">
            {wordsOfEstimate(enrichment)}
          </Text>
        </Stack>
      )}
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ body: { paused: !paused } }, { onError: noticeFailure })}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </>
  );
}
