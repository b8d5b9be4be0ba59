// Tests: test/browser/dashboard-shops.test.ts.
import { Alert, Text } from '@mantine/core';
import type { FeedBody } from '../../../../contract/feeds.ts';
import { Ago } from '../../parts/ago.tsx';
import { Icon } from '../../parts/icon.tsx';
import { inPageWords } from '../../words/feeds.ts';

/** Says when what changed in a shop was last read; nothing for documents, and while the feed is paused. Makes no call. */
export function ChangesRead({ feed }: { readonly feed: FeedBody }) {
  const { changes_checked_at: at, changes_error: error, status } = feed;
  if (at === null || status === 'paused') return null;
  return (
    <>
      {error === null ? 'changes read' : 'changes last read'} <Ago at={at} /> ·{' '}
    </>
  );
}

/** Says why what changed in a shop could not be read, and what that means; nothing where it could. Makes no call. */
export function ChangesNote({ feed }: { readonly feed: FeedBody }) {
  if (feed.changes_error === null || feed.status === 'paused') return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="status"
      icon={<Icon name="problem" />}
      title="New changes of the shop could not be read"
    >
      <Text size="sm">{inPageWords(feed.changes_error)}</Text>
      <Text size="sm" mt={4}>
        They are tried again every five minutes, and nothing is missed. Until then, new prices and products
        come with the next run.
      </Text>
    </Alert>
  );
}
