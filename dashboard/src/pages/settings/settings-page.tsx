import { Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { AccountPanel } from './account-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { NewStoreForm } from './new-store-form.tsx';
import { StorePanel } from './store-panel.tsx';

/** What belongs to the store, who may see it, what was done in it, and the own account. */
export function SettingsPage() {
  const { store, user, may } = useStore();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <PageHeader title="Settings" lead={`Of ${store.name}, its members, and your account.`} />
      <Stack gap="lg" maw={860}>
        <StorePanel />
        <MembersPanel />
        <AccountPanel />
        {may('owner') && <AuditPanel />}
        {user.is_operator && (
          <Panel
            id="new-store"
            title="Create a store"
            lead="One more catalog with its own keys and members. You are its owner."
          >
            <NewStoreForm />
          </Panel>
        )}
      </Stack>
    </>
  );
}
