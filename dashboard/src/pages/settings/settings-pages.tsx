// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-delete-store.test.ts.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { AccountPanel } from './account-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { DeleteStorePanel } from './delete-store-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { StorePanel } from './store-panel.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

/** The name, currency, language and plan of the store. Owners can delete the store. */
export function StorePage() {
  const { may } = useStore();
  return (
    <SettingsPage title="Store settings" lead="The store’s name, currency, language and plan.">
      <StorePanel />
      {may('owner') && <DeleteStorePanel />}
    </SettingsPage>
  );
}

/** The members of the store and open invitations. Owners can change them. */
export function TeamPage() {
  return (
    <SettingsPage title="Team" lead="Who can see and change this store.">
      <MembersPanel />
    </SettingsPage>
  );
}

/** The webhooks of the store. Owners can change them. */
export function WebhooksPage() {
  return (
    <SettingsPage title="Webhooks" lead="Messages to your own servers.">
      <WebhooksPanel />
    </SettingsPage>
  );
}

/** The audit log of the store, for owners. */
export function AuditPage() {
  const { may } = useStore();
  return (
    <SettingsPage title="Audit log" lead="Who changed what in this store.">
      {may('owner') ? (
        <AuditPanel />
      ) : (
        <EmptyNote icon="clock" title="Only owners see the audit log">
          Ask an owner of the store if you need to know who changed something.
        </EmptyNote>
      )}
    </SettingsPage>
  );
}

/** The person’s own name, password and second factor. */
export function AccountPage() {
  const { user } = useStore();
  return (
    <SettingsPage title="Your account" lead={`You are signed in as ${user.email}.`}>
      <AccountPanel />
      <SecondFactorPanel />
    </SettingsPage>
  );
}

interface SettingsPageProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

function SettingsPage({ title, lead, children }: SettingsPageProps) {
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <Stack gap="lg" maw={860}>
        {children}
      </Stack>
    </>
  );
}
