// Tests: test/browser/dashboard-delete-store.test.ts.
import { Button, Group, List, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, type InputTo, useRead } from '../../api/call.ts';
import { fieldMessages } from '../../api/request.ts';
import { useRefreshSession } from '../../api/session.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { contentsOfStore, deletionNotice } from '../../words/store-contents.ts';

/**
 * Deletes the store with all its data (`DELETE /`), for owners. A dialog first shows what is lost (`GET /deletion`) and
 * takes the store's name. If the service refuses, the dialog shows why. It sends nothing before the name is typed, and reads
 * nothing of the store after the deletion.
 */
export function DeleteStorePanel() {
  const { store } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <Panel
      title="Delete this store"
      lead="All its data is removed, and its keys stop working at once. This cannot be undone."
    >
      <Button variant="default" onClick={dialog.open}>
        Delete the store
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={`Delete ${store.name}?`}>
        <DeleteStoreForm />
      </Modal>
    </Panel>
  );
}

function DeleteStoreForm() {
  const { store, storeId } = useStore();
  const navigate = useNavigate();
  const contents = useRead(storeId, 'GET /deletion', {});
  // Read nothing of the store again: it no longer exists.
  const remove = useMutation({
    mutationFn: (input: InputTo<'DELETE /'>) => call(storeId, 'DELETE /', input),
  });
  const refresh = useRefreshSession();
  const form = useForm({ initialValues: { name: '' } });
  const submit = form.onSubmit((body) =>
    remove.mutate(
      { body },
      {
        onSuccess: async ({ deleted }) => {
          noticeDone(deletionNotice(store.name, deleted));
          await refresh();
          await navigate({ to: '/' });
        },
        onError: (error) => form.setErrors(fieldMessages(error)),
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Search boxes that use a key of this store stop answering at once, and its members can no longer open
          it. This removes:
        </Text>
        {contents.isError && <FailureNote error={contents.error} onRetry={() => void contents.refetch()} />}
        {contents.isPending && <Skeleton h={110} />}
        {contents.data !== undefined && (
          <List size="sm">
            {contentsOfStore(contents.data.would_delete).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        )}
        <TextInput
          label={`Type ${store.name} to confirm`}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormFailure error={remove.error} form={form} />
        <Group justify="flex-end">
          <Button
            type="submit"
            color="red"
            loading={remove.isPending}
            disabled={form.values.name.trim() !== store.name.trim()}
          >
            Delete the store for good
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
