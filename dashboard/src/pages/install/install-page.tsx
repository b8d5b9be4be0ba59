// Tests: test/browser/dashboard.test.ts.
import { Button, SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useRead } from '../../api/call.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { EmbedPanel } from './embed-panel.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

/**
 * The keys of the store and the line that brings the search box into a shop (`GET /keys`). Owners can make keys; all
 * members see the list. / A failed read shows the reason, and a button to try again.
 */
export function InstallPage() {
  const { storeId, may } = useStore();
  const answer = useRead(storeId, 'GET /keys', {});
  const [isOpen, dialog] = useDisclosure(false);
  const canMake = may('owner');
  const newKey = canMake && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={dialog.open}>
      New key
    </Button>
  );
  const keys = answer.data?.keys;
  return (
    <>
      <PageHeader
        title="Install"
        lead="Storefront keys are public: your shop's pages use them to search and to report clicks. Secret keys stay on your servers."
        actions={newKey}
      />
      <Stack gap="lg">
        {answer.isError && <FailureNote error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <Skeleton h={220} radius="lg" />}
        {keys !== undefined && <KeyPanel keys={keys} onNew={canMake ? dialog.open : null} />}
        {keys !== undefined && <EmbedPanel keys={keys} />}
      </Stack>
      <NewKeyDialog isOpen={isOpen} onClose={dialog.close} />
    </>
  );
}

interface KeyPanelProps {
  readonly keys: readonly StoreKey[];
  /** Opens the dialog for a new key; null for members who may not make keys. */
  readonly onNew: (() => void) | null;
}

function KeyPanel({ keys, onNew }: KeyPanelProps) {
  const [shown, setShown] = useState('live');
  const live = keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null);
  const chosen = shown === 'live' ? live : revoked;
  return (
    <Panel
      title="Keys"
      flush
      actions={
        revoked.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="Which keys are shown"
            value={shown}
            onChange={setShown}
            data={[
              { value: 'live', label: `In use (${live.length})` },
              { value: 'revoked', label: `Revoked (${revoked.length})` },
            ]}
          />
        )
      }
    >
      {chosen.length > 0 ? (
        <KeyTable keys={chosen} />
      ) : (
        <EmptyNote
          icon="keys"
          title="No key is in use"
          action={onNew !== null && <Button onClick={onNew}>Create a storefront key</Button>}
        >
          A shop needs a storefront key to show the dropdown; a server needs a secret key to send products.
        </EmptyNote>
      )}
    </Panel>
  );
}
