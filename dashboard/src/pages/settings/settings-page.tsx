// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { AccountPanel } from './account-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { DeleteStorePanel } from './delete-store-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { StorePanel } from './store-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

/**
 * The settings of the store, its members, webhooks and audit log, and the person's own account. Each panel reads its
 * own data; some are for owners only.
 */
export function SettingsPage() {
  const { may } = useStore();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHeader title="Settings" lead="The store, its members and your account." />
      <Stack gap="lg" maw={860}>
        <StorePanel />
        <MembersPanel />
        <WebhooksPanel />
        <AccountPanel />
        {may('owner') && <AuditPanel />}
        {may('owner') && <DeleteStorePanel />}
      </Stack>
    </>
  );
}
