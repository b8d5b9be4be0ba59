// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-install.test.ts.
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { nowMs } from '../../words/clock.ts';
import { isInUse } from '../../words/keys.ts';
import { KeyTable } from './key-table.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

interface KeyPanelProps {
  readonly keys: readonly StoreKey[];
  /** Opens the dialog for a new key; null for members who may not make keys. */
  readonly onNew: (() => void) | null;
}

/** The keys of the store, those in use or those that were revoked or have ended. Makes no call but that of its dialog. */
export function KeyPanel({ keys, onNew }: KeyPanelProps) {
  const [shown, setShown] = useState('live');
  const [rotating, setRotating] = useState<StoreKey | null>(null);
  const now = nowMs();
  const live = keys.filter((key) => isInUse(key, now));
  const ended = keys.filter((key) => !isInUse(key, now));
  const chosen = shown === 'live' ? live : ended;
  const actions = (
    <Group gap="sm">
      {ended.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label="Which keys are shown"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'live', label: `In use (${live.length})` },
            { value: 'ended', label: `Ended (${ended.length})` },
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
        <KeyTable keys={chosen} onRotate={setRotating} />
      ) : (
        <EmptyNote icon="keys" title="No key is in use">
          A shop needs a storefront key to show the dropdown; a server needs a secret key to send products.
        </EmptyNote>
      )}
      <RotateKeyDialog item={rotating} onClose={() => setRotating(null)} />
    </Panel>
  );
}
