// Tests: test/browser/dashboard-feeds.test.ts.
import { Alert, Group, Text } from '@mantine/core';
import type { FeedBody, FeedRunBody } from '../../../../contract/feeds.ts';
import { useChange } from '../../api/call.ts';
import { isActive } from '../../api/imports.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { noticeFailure } from '../../parts/notices.ts';
import { useStore } from '../../shell/current-store.ts';
import { inPageWords } from '../../words/feeds.ts';
import { NextRun } from './next-run.tsx';

interface TroubleNoteProps {
  readonly feed: FeedBody;
  readonly latest: FeedRunBody | null;
}

/**
 * Says why a feed is paused or fails and what that means for the catalog. Where the removal guard stopped the last run,
 * editors can let one run through, after a confirmation (`POST /product-feeds/:feed_id/refresh`). Shows nothing for a
 * feed without trouble, nor while a run is under way, which may end the trouble.
 */
export function TroubleNote({ feed, latest }: TroubleNoteProps) {
  if (feed.status === 'paused') {
    return (
      <Alert
        color="gray"
        variant="light"
        role="status"
        icon={<Icon name="info" />}
        title="This feed is paused"
      >
        <Text size="sm">
          It is not fetched, and its products stay as they are. If you resume it, it is fetched at once.
        </Text>
      </Alert>
    );
  }
  if (feed.status !== 'error' || (latest !== null && isActive(latest))) return null;
  const isGuarded = latest?.error_code === 'removal_guard';
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<Icon name="problem" />}
      title={isGuarded ? 'The last run was stopped to protect your catalog' : 'The last run failed'}
    >
      <Text size="sm">{inPageWords(feed.last_error ?? 'The service gave no reason.')}</Text>
      <Text size="sm" mt={4}>
        All products stay as they were. The next try: <NextRun feed={feed} />.
      </Text>
      {isGuarded && <ForceButton feed={feed} />}
    </Alert>
  );
}

/** Lets one run through the guard, for a person who knows that these products are gone. */
function ForceButton({ feed }: { readonly feed: FeedBody }) {
  const { storeId, may } = useStore();
  const refresh = useChange(storeId, 'POST /product-feeds/:feed_id/refresh');
  if (!may('editor')) return null;
  return (
    <Group mt="sm" gap="sm">
      <ConfirmButton
        label="Let it through once"
        variant="default"
        title="Take these products out of stock?"
        confirmLabel="Run without the guard"
        isPending={refresh.isPending}
        onConfirm={() =>
          refresh.mutate({ params: { feed_id: feed.id }, body: { force: true } }, { onError: noticeFailure })
        }
      >
        A feed that suddenly lacks many products is most often broken or cut short, so the run stopped before
        it changed anything. If the products are gone for good, let this one run through: the feed is fetched
        again, and all products that it lacks go out of stock, however many they are. Nothing is deleted, and
        products that come back in the feed are in stock again. Later runs are guarded as before.
      </ConfirmButton>
    </Group>
  );
}
