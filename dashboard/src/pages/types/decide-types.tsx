// Tests: test/browser/dashboard-type-review.test.ts.
import { Autocomplete, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange, useDryRun } from '../../api/call.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { useReturnFocus } from '../../parts/use-return-focus.ts';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import type { TypeAction } from './type-row.tsx';

/** A decision on types that is about to be made. */
export interface PlannedTypes {
  readonly action: TypeAction;
  readonly types: readonly string[];
}

interface DecideTypesProps {
  readonly planned: PlannedTypes;
  /** Names of types that are offered as new names. */
  readonly known: readonly string[];
  readonly onClose: () => void;
  /** Called once the decision is made. */
  readonly onDone: () => void;
}

const verbs = { accept: 'Accept', rename: 'Rename', refuse: 'Refuse' } as const;

/**
 * Says how many products a decision on types is about (`POST /phrases/decisions/preview`), asks for the new name where there is one,
 * and makes it (`POST /phrases/decisions`), which waits for the count. A failure stands in the dialog, which stays open.
 */
export function DecideTypes({ planned: { action, types }, known, onClose, onDone }: DecideTypesProps) {
  const { storeId } = useStore();
  useReturnFocus();
  const [newName, setNewName] = useState('');
  const size = useDryRun(storeId, 'POST /phrases/decisions/preview', { body: { types } });
  const decide = useChange(storeId, 'POST /phrases/decisions');
  const [first = ''] = types;
  const what = types.length === 1 ? `“${first}”` : countOf(types.length, 'type');
  const submit = () => {
    const verdict = action === 'refuse' ? 'refused' : 'approved';
    const body = { types, verdict, ...(action === 'rename' && { new_name: newName }) } as const;
    const onSuccess = ({ message }: { readonly message: string }) => {
      noticeDone(message);
      onDone();
    };
    decide.mutate({ body }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={`${verbs[action]} ${what}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="sm">
          {action === 'rename' && (
            <Autocomplete
              label="New name"
              description="The name of another type merges them."
              data={known.filter((name) => !types.includes(name))}
              value={newName}
              onChange={setNewName}
              openOnFocus={false}
              data-autofocus
            />
          )}
          {size.isPending && <Skeleton h={48} />}
          {size.data != null && <Text>{consequenceOf(action, size.data.products, newName)}</Text>}
          <Text size="sm" c="dimmed">
            {action === 'accept' ? 'It is marked as decided. ' : 'Phrases stay as they are. '}New products
            follow, until you take the decision back. Products that you decided one by one stay.
          </Text>
          {decide.isError && <FormFault>{messageOf(decide.error)}</FormFault>}
          {size.isError && <FormFault>{messageOf(size.error)}</FormFault>}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus={action !== 'rename' || undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={action === 'refuse' ? 'red' : 'pine'}
            loading={decide.isPending}
            disabled={!size.isSuccess || (action === 'rename' && newName.trim() === '')}
          >
            {verbs[action]}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function consequenceOf(action: TypeAction, products: number, newName: string): string {
  const count = countOf(products, 'product');
  if (action === 'accept') return `Nothing changes for ${count}.`;
  if (action === 'refuse') return `${count} will have no type.`;
  return newName.trim() === ''
    ? `${count} will have the new name.`
    : `${count} will have the type “${newName.trim()}”.`;
}
