import { Anchor, Button, Grid, Skeleton, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { EnrichmentBody } from '../../../../contract/enrichment.ts';
import { useChangeEnrichment, useEnrichment, useQueueRest } from '../../api/enrichment.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FigureStrip, Going } from '../../parts/figure-strip.tsx';
import { FormFault } from '../../parts/form-fault.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf, formatCount } from '../../words/numbers.ts';
import { nameProvider, wordsOfEstimate, wordsOfQueue, wordsOfRate } from '../../words/phrases.ts';
import { ReviewPanel } from './review-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { UsagePanel } from './usage-panel.tsx';

const route = getRouteApi('/stores/$storeId/phrases');

/** The words that are written for products: how the queue does, what it took, and what came of it. */
export function PhrasesPage() {
  const { storeId, may } = useStore();
  const { list = 'generated' } = route.useSearch();
  const enrichment = useEnrichment(storeId);
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
            {enrichment.data !== undefined && may('editor') && <Actions enrichment={enrichment.data} />}
          </>
        }
      />
      {enrichment.isError && (
        <FailureNote error={enrichment.error} onRetry={() => void enrichment.refetch()} />
      )}
      {enrichment.isPending && <Skeleton h={92} radius="lg" />}
      {enrichment.data !== undefined && (
        <Stack gap="lg">
          {enrichment.data.held !== null && <FormFault>{enrichment.data.held.message}</FormFault>}
          <Strip enrichment={enrichment.data} />
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, lg: 8 }}>
              <ReviewPanel list={list} counts={enrichment.data} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, lg: 4 }}>
              <Stack gap="lg">
                <UsagePanel enrichment={enrichment.data} />
                <SettingsPanel key={storeId} enrichment={enrichment.data} />
              </Stack>
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </>
  );
}

function Strip({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { storeId } = useStore();
  const { provider, model, enriched, limit, waiting, failed } = enrichment;
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
      detail: limit === null ? 'the others have none yet' : `of ${formatCount(limit)} that the plan holds`,
    },
    { name: 'Waiting', value: formatCount(waiting), detail: 'answered without them until then' },
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
    { name: 'Written by', value: nameProvider(provider), detail: model ?? 'no key and no call to anybody' },
  ];
  return <FigureStrip figures={figures} />;
}

function Actions({ enrichment }: { readonly enrichment: EnrichmentBody }) {
  const { storeId } = useStore();
  const change = useChangeEnrichment(storeId);
  const queueRest = useQueueRest(storeId);
  const { paused, provider, estimate } = enrichment;
  if (provider === 'off') return null;
  return (
    <>
      {estimate.products > 0 && (
        <Stack gap={2} align="flex-end">
          <Button
            loading={queueRest.isPending}
            onClick={() =>
              queueRest.mutate(undefined, {
                onSuccess: ({ queued_rows: count }) =>
                  noticeDone(
                    `${countOf(count, 'product')} queued. What the plan has no room for is left out.`,
                  ),
                onError: noticeFailure,
              })
            }
          >
            Write the missing ones
          </Button>
          <Text size="xs" c="dimmed">
            {wordsOfEstimate(enrichment)}
          </Text>
        </Stack>
      )}
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ paused: !paused }, { onError: noticeFailure })}
      >
        {paused ? 'Go on' : 'Pause'}
      </Button>
    </>
  );
}
