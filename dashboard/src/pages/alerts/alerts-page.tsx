// Tests: test/browser/dashboard-alerts.test.ts.
import { Stack } from '@mantine/core';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { MailPanel } from './mail-panel.tsx';

/** What goes wrong in the store now and what is over, and the alerts that the member gets by mail. */
export function AlertsPage() {
  return (
    <>
      <PageHeader
        title="Alerts"
        lead="What goes wrong with feeds, files and searches. Choose mails, and you need not look every morning."
      />
      <Stack gap="lg" maw={860}>
        <AlertsPanel
          state="open"
          title="Going wrong now"
          lead="Each entry leaves this list when its cause is over."
          empty={
            <EmptyNote icon="check" title="Nothing goes wrong">
              Feeds and files that fail, feeds that the guard holds, and searches that suddenly find nothing
              show here.
            </EmptyNote>
          }
        />
        <MailPanel />
        <AlertsPanel state="over" title="Over" lead="Alerts of the last 90 days whose cause has ended." />
      </Stack>
    </>
  );
}
