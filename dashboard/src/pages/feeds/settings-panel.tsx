// Tests: test/browser/dashboard-feeds.test.ts.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { FeedBody } from '../../../../contract/feeds.ts';
import { isConnector } from '../../../../contract/words/feeds.ts';
import { useChange } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatNames, intervalWords } from '../../words/feeds.ts';
import { signInOf } from '../../words/shops.ts';
import { FeedFields } from './feed-fields.tsx';
import { checkFeedChange, faultsOf, toFeedChange, valuesOfFeed } from './feed-form.ts';

/**
 * Shows the settings of a feed. Editors can change them (`PATCH /product-feeds/:feed_id`), with faults at their fields,
 * and delete the feed after a confirmation. Saved credentials are never shown.
 */
export function SettingsPanel({ feed }: { readonly feed: FeedBody }) {
  const { may } = useStore();
  const document = feed.auth_type === 'basic' ? 'User name and password' : 'A header with a key';
  const { feed_format: format } = feed;
  const isShop = isConnector(format);
  const auth = isConnector(format) ? signInOf(format, feed.auth_type ?? '').label : document;
  return (
    <Panel
      title="Settings"
      actions={
        may('editor') && (
          <Group gap="xs">
            <EditButton feed={feed} />
            <DeleteButton feed={feed} />
          </Group>
        )
      }
    >
      <Stack>
        <Facts facts={[{ name: 'Address', value: feed.feed_url }]} />
        <Facts
          facts={[
            { name: isShop ? 'Read from' : 'Format', value: formatNames[feed.feed_format] },
            { name: 'Fetched', value: intervalWords[feed.refresh_interval] },
            { name: 'Credentials', value: feed.has_auth ? auth : 'None' },
            { name: 'Removes at most', value: `${feed.max_removal_percent} % of the products in stock` },
            {
              name: 'Last good run',
              value: feed.last_fetched_at === null ? 'None yet' : <Ago at={feed.last_fetched_at} />,
            },
          ]}
        />
      </Stack>
    </Panel>
  );
}

function EditButton({ feed }: { readonly feed: FeedBody }) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} size="lg" title={`Edit ${feed.name}`}>
        <EditForm feed={feed} onDone={dialog.close} />
      </Modal>
    </>
  );
}

function EditForm({ feed, onDone }: { readonly feed: FeedBody; readonly onDone: () => void }) {
  const { storeId } = useStore();
  const change = useChange(storeId, 'PATCH /product-feeds/:feed_id');
  const form = useForm({
    initialValues: valuesOfFeed(feed),
    validate: (values) => checkFeedChange(feed, values),
  });
  const submit = form.onSubmit((values) =>
    change.mutate(
      { params: { feed_id: feed.id }, body: toFeedChange(feed, values) },
      {
        onSuccess: () => {
          noticeDone('The feed was changed.');
          onDone();
        },
        onError: (error) => form.setErrors(faultsOf(error)),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FeedFields form={form} known={{ hasAuth: feed.has_auth }} />
        <FormFailure error={change.error} form={form} />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" flex="1 1 240px">
            A new address, format or credentials are tried before anything is saved.
          </Text>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function DeleteButton({ feed }: { readonly feed: FeedBody }) {
  const { storeId } = useStore();
  const remove = useChange(storeId, 'DELETE /product-feeds/:feed_id');
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete"
      title="Delete this feed?"
      confirmLabel="Delete the feed"
      isPending={remove.isPending}
      onConfirm={() =>
        remove.mutate(
          { params: { feed_id: feed.id } },
          {
            onSuccess: () => void navigate({ to: '/stores/$storeId/feeds', params: { storeId } }),
            onError: noticeFailure,
          },
        )
      }
    >
      It is no longer fetched, and the list of its runs is deleted. The products that it brought stay as they
      are.
    </ConfirmButton>
  );
}
