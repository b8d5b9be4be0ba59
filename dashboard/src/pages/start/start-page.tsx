// Tests: test/browser/dashboard-onboarding.test.ts.
import { Skeleton, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRead } from '../../api/call.ts';
import { isActive, useImport } from '../../api/imports.ts';
import { useProducts } from '../../api/products.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
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
 * reason, and a button to try again.
 */
export function StartPage() {
  const { store, storeId } = useStore();
  const { import: importId } = route.useSearch();
  const navigate = useNavigate();
  const imported = useImport(storeId, importId ?? null);
  const products = useProducts(storeId, {});
  const keys = useRead(storeId, 'GET /keys', {});
  const run = imported.data?.import;
  const first = products.data?.pages[0]?.products[0];
  const { refetch } = products;
  useEffect(() => {
    // What the import wrote is answerable once it is over.
    if (run?.status === 'completed') void refetch();
  }, [run?.status, refetch]);
  const isEmpty = products.isSuccess && first === undefined;
  // Products may be there before the import that brought them was begun in the eyes of this page.
  const [wasEmpty, setWasEmpty] = useState(false);
  useEffect(() => {
    if (isEmpty) setWasEmpty(true);
  }, [isEmpty]);
  const isReady = first !== undefined && (run === undefined || !isActive(run));
  const follow = ({ importId: id, isDryRun }: Begun) =>
    void (isDryRun
      ? navigate({
          to: '/stores/$storeId/imports/$importId',
          params: { storeId, importId: id },
          ignoreBlocker: true,
        })
      : navigate({
          to: '/stores/$storeId/start',
          params: { storeId },
          search: { import: id },
          ignoreBlocker: true,
        }));
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
          <Step number={1} title="Bring your products" isDone={isReady}>
            {importId !== undefined && run === undefined && <Skeleton h={120} radius="lg" />}
            {run !== undefined && (isActive(run) ? <LivePanel run={run} /> : <Outcome run={run} />)}
            {importId === undefined &&
              (wasEmpty || isEmpty ? <Ways onBegun={follow} /> : <Outcome run={null} />)}
          </Step>
          <Step number={2} title="Type like a shopper" isDone={false}>
            {isReady && <TryStep title={first.title} />}
          </Step>
          <Step number={3} title="Put one line into your shop" isDone={false}>
            {isReady && <InstallStep keys={keys.data?.keys ?? null} />}
          </Step>
        </Stack>
      )}
    </>
  );
}

function Ways({ onBegun }: { readonly onBegun: (begun: Begun) => void }) {
  const { may } = useStore();
  if (may('editor')) return <BringProducts onBegun={onBegun} />;
  return (
    <EmptyNote icon="imports" title="Viewers cannot bring products">
      Ask an owner of the store to make you an editor.
    </EmptyNote>
  );
}
