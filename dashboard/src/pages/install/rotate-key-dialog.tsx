// Tests: test/browser/dashboard-keys.test.ts.
import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StoreKey } from '../../../../contract/keys.ts';
import { useChange } from '../../api/call.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { useStore } from '../../shell/current-store.ts';
import { ShownKey } from './shown-key.tsx';

/** Hours for which the old key works on; a day is enough to change a program by hand. */
const overlaps = [
  { value: '0', label: 'Not at all: it is refused at once' },
  { value: '1', label: 'For an hour' },
  { value: '24', label: 'For a day' },
  { value: '168', label: 'For a week' },
  { value: '720', label: 'For 30 days' },
];

interface RotateKeyDialogProps {
  /** The key to rotate; null while the dialog is closed. */
  readonly item: StoreKey | null;
  readonly onClose: () => void;
}

/**
 * Puts a new key in the place of a key (`POST /keys/:key_id/rotate`), and shows it. The dialog asks how long the old key works
 * on. It stays open when the row of the old key leaves the list. A refusal is shown in the dialog. For owners.
 */
export function RotateKeyDialog({ item, onClose }: RotateKeyDialogProps) {
  const { storeId } = useStore();
  const [hours, setHours] = useState('24');
  const rotate = useChange(storeId, 'POST /keys/:key_id/rotate');
  const made = rotate.data;
  const close = () => {
    onClose();
    rotate.reset();
  };
  const start = () =>
    item !== null && rotate.mutate({ params: { key_id: item.id }, body: { overlap_hours: Number(hours) } });
  return (
    <Modal
      opened={item !== null}
      onClose={close}
      title={made === undefined ? `Rotate ${item?.name}` : 'Keep this key'}
      // A click outside the dialog would lose a key that is never shown again.
      closeOnClickOutside={made === undefined}
    >
      {made !== undefined ? (
        <ShownKey made={made} onClose={close} />
      ) : (
        <Stack>
          <Text size="sm">A new key takes its place, with the same name and the same rights.</Text>
          <NativeSelect
            label="The old key works on"
            description="Until then both keys work, so that you can change your programs without a pause."
            data={overlaps}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
            data-autofocus
          />
          {rotate.isError && <FormFault>{messageOf(rotate.error)}</FormFault>}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={start}>
              Create the new key
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
