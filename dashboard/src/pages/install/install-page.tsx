// Tests: test/browser/dashboard-install.test.ts, test/browser/dashboard.test.ts.
import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { defaultLook, lookAttributes } from '../../parts/look.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { CheckPanel } from './check-panel.tsx';
import { KeyPanel } from './key-panel.tsx';
import { LinePanel } from './line-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { type InstallPart, installParts } from './parts.ts';

const route = getRouteApi('/stores/$storeId/install');

/**
 * The line that brings the search box into a shop, its look, and the keys of the store (`GET /keys`). Owners can make
 * keys; all members see the list. The open part is in the address. A failed read shows the reason, and a button to
 * try again.
 */
export function InstallPage() {
  const { storeId, may } = useStore();
  const { part = 'look' } = route.useSearch();
  const navigate = useNavigate();
  const answer = useRead(storeId, 'GET /keys', {});
  const [look, setLook] = useState(defaultLook);
  const [isOpen, dialog] = useDisclosure(false);
  const onNew = may('owner') ? dialog.open : null;
  const keys = answer.data?.keys;
  const open = (next: string | null) => {
    const to = { to: '/stores/$storeId/install', params: { storeId }, replace: true } as const;
    void navigate({ ...to, search: { part: next as InstallPart } });
  };
  return (
    <>
      <PageHeader title="Install" lead="One line brings the dropdown into your shop." />
      <Stack gap="lg">
        {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <Skeleton h={220} radius="lg" />}
        {keys !== undefined && <LinePanel keys={keys} attributes={lookAttributes(look)} onNew={onNew} />}
        {keys !== undefined && (
          <Tabs value={part} onChange={open} keepMounted={false}>
            <Tabs.List aria-label="Parts of the page" mb="lg">
              {Object.entries(installParts).map(([name, label]) => (
                <Tabs.Tab key={name} value={name}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="look">
              <LookPanel look={look} onLook={setLook} />
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <KeyPanel keys={keys} onNew={onNew} />
            </Tabs.Panel>
            <Tabs.Panel value="check">
              <CheckPanel />
            </Tabs.Panel>
          </Tabs>
        )}
      </Stack>
      <NewKeyDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}
