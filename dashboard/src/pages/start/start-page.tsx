// Tests: test/browser/dashboard-onboarding.test.ts.
import { Skeleton, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isActive, useImport } from '../../api/imports.ts';
import { useProducts } from '../../api/products.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { MissingNote } from '../../parts/missing-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { LivePanel } from '../imports/live-panel.tsx';
import type { Begun } from '../imports/send-panel.tsx';
import { BringProducts } from './bring-products.tsx';
import { InstallStep } from './install-step.tsx';
import { Outcome } from './outcome.tsx';
import { Step } from './step.tsx';
import { TryStep } from './try-step.tsx';

const route = getRouteApi('/stores/$storeId/start');

/**
 * The first ten minutes on one page: products come in, the dropdown with them appears, and the line for the shop can be copied. The
 * import under way is in the address, so a reload goes on with it. Viewers see who can grant the role. A failed read shows the
 * reason, and a button to try again; an unknown import leads back to the beginning.
 */
export function StartPage() {
  const { store, storeId } = useStore();
  const { import: importId } = route.useSearch();
  const imported = useImport(storeId, importId ?? null);
  const products = useProducts(storeId, {});
  const run = imported.data?.import;
  const titles = (products.data?.pages[0]?.products ?? []).map(({ title }) => title);
  const { refetch } = products;
  const isOver = run !== undefined && !isActive(run);
  useEffect(() => {
    // Also an import that was stopped or failed midway may have brought products.
    if (isOver) void refetch();
  }, [isOver, refetch]);
  const isUnderWay = importId !== undefined && !isOver && (run !== undefined || imported.isPending);
  const isReady = titles.length > 0 && !isUnderWay;
  return (
    <>
      <PageHeader
        title={`Bring ${store.name} to life`}
        lead="Three steps from your products to a dropdown in your shop. About ten minutes."
      />
      {products.isError && <FailureNote error={products.error} onRetry={() => void products.refetch()} />}
      {products.isPending && <Skeleton h={320} radius="lg" />}
      {products.isSuccess && (
        <Stack gap={40}>
          <Step number={1} title="Add your products" isDone={isReady}>
            {importId === undefined ? (
              <Beginning key={storeId} isEmpty={titles.length === 0} />
            ) : (
              <Import query={imported} />
            )}
          </Step>
          <Step number={2} title="Type like a shopper" isDone={false}>
            {isReady && <TryStep titles={titles} />}
          </Step>
          <Step number={3} title="Put one line into your shop" isDone={false}>
            {isReady && <InstallStep />}
          </Step>
        </Stack>
      )}
    </>
  );
}

/** The import of the address: live while it runs, then its outcome. */
function Import({ query }: { readonly query: ReturnType<typeof useImport> }) {
  const { storeId } = useStore();
  const run = query.data?.import;
  if (run !== undefined) return isActive(run) ? <LivePanel run={run} /> : <Outcome run={run} />;
  if (!query.isError) return <Skeleton h={120} radius="lg" />;
  return (
    <MissingNote
      icon="imports"
      title="There is no such import"
      error={query.error}
      onRetry={() => void query.refetch()}
    >
      It is so old that it was removed, or it belongs to another store.{' '}
      <TextLink underline="always" to="/stores/$storeId/start" params={{ storeId }} search={{}}>
        Begin again
      </TextLink>
      .
    </MissingNote>
  );
}

/** The ways to bring products into an empty store. */
function Beginning({ isEmpty }: { readonly isEmpty: boolean }) {
  const { storeId, may } = useStore();
  const navigate = useNavigate();
  // A form that has sent a file stays until the address names the import, though its products may be in the list before.
  const [wasEmpty, setWasEmpty] = useState(isEmpty);
  if (isEmpty && !wasEmpty) setWasEmpty(true);
  if (!wasEmpty) return <Outcome run={null} />;
  if (may('editor')) {
    const follow = ({ importId, isDryRun }: Begun) =>
      void (isDryRun
        ? navigate({
            to: '/stores/$storeId/imports/$importId',
            params: { storeId, importId },
            ignoreBlocker: true,
          })
        : navigate({
            to: '/stores/$storeId/start',
            params: { storeId },
            search: { import: importId },
            ignoreBlocker: true,
          }));
    return <BringProducts onBegun={follow} />;
  }
  return (
    <EmptyNote icon="imports" title="Viewers cannot add products">
      Ask an owner of the store to make you an editor.
    </EmptyNote>
  );
}
