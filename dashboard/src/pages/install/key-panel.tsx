// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-install.test.ts.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { KeyTable } from './key-table.tsx';

interface KeyPanelProps {
  readonly keys: readonly StoreKey[];
  /** Opens the dialog for a new key; null for members who may not make keys. */
  readonly onNew: (() => void) | null;
}

/** The keys of the store, those in use or those that were revoked. Makes no call. */
export function KeyPanel({ keys, onNew }: KeyPanelProps) {
  const [shown, setShown] = useState('live');
  const live = keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null);
  const chosen = shown === 'live' ? live : revoked;
  const actions = (
    <Group gap="sm">
      {revoked.length > 0 && (
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
      )}
      {onNew !== null && (
        <Button leftSection={<Icon name="plus" size={16} />} onClick={onNew}>
          New key
        </Button>
      )}
    </Group>
  );
  return (
    <Panel
      title="Keys"
      lead="Storefront keys are public: your shop's pages use them to search and to report clicks. Secret keys stay on your servers."
      flush
      actions={actions}
    >
      {chosen.length > 0 ? (
        <KeyTable keys={chosen} />
      ) : (
        <EmptyNote icon="keys" title="No key is in use">
          A shop needs a storefront key to show the dropdown; a server needs a secret key to send products.
        </EmptyNote>
      )}
    </Panel>
  );
}
