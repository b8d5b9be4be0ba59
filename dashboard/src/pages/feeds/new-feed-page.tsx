// Tests: test/browser/dashboard-feeds.test.ts.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/call.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { signInOf } from '../../words/shops.ts';
import { FeedFields } from './feed-fields.tsx';
import { blankFeed, checkFeedValues, type FeedValues, faultsOf, shopOf, toFeedInput } from './feed-form.ts';
import { PreviewPanel } from './preview-panel.tsx';
import { keyOfPreview, usePreview } from './use-preview.ts';

const route = getRouteApi('/stores/$storeId/feeds/new');

/**
 * Registers a feed: a person describes it, sees what its first run would do (`POST /product-feeds/preview`) and
 * registers it (`POST /product-feeds`). Until then nothing is stored. Faults are shown at their fields. Viewers
 * see who can grant the role.
 */
export function NewFeedPage() {
  const { storeId, may } = useStore();
  return (
    <>
      <PageHeader
        title="Add a feed"
        lead="Nothing is stored before you say so: first see what is in it, and what it would change."
        above={
          <TextLink to="/stores/$storeId/feeds" params={{ storeId }}>
            <BackArrow />
            Feeds
          </TextLink>
        }
      />
      {may('editor') ? (
        <NewFeedForm />
      ) : (
        <EmptyNote icon="feeds" title="Viewers cannot register feeds">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
    </>
  );
}

function NewFeedForm() {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const register = useChange(storeId, 'POST /product-feeds');
  const { url: feed_url = '', format: feed_format = 'guess' } = route.useSearch();
  const initialValues: FeedValues = { ...blankFeed, feed_url, feed_format, ...authOfFormat(feed_format) };
  const form = useForm({ initialValues, validate: checkFeedValues });
  const { state: preview, look } = usePreview(storeId);
  const showFaults = (error: unknown) => form.setErrors(faultsOf(error));
  const isSeen = preview.state === 'done' && preview.key === keyOfPreview(form.values);

  const see = form.onSubmit((values) => {
    register.reset();
    look(values).then((format) => form.setFieldValue('feed_format', format), showFaults);
  });
  // A shop is asked once its credentials are given.
  useAtFirst(feed_url === '' || shopOf(initialValues) !== null ? null : see);
  const save = form.onSubmit((values) => {
    if (values.feed_format === 'guess') {
      form.setFieldError('feed_format', 'See what is in it first, or choose the format.');
      return;
    }
    const body = toFeedInput(values, values.feed_format);
    register.mutate(
      { body },
      {
        onSuccess: ({ feed }) =>
          void navigate({ to: '/stores/$storeId/feeds/$feedId', params: { storeId, feedId: feed.id } }),
        onError: showFaults,
      },
    );
  });
  const failure = preview.state === 'failed' ? preview.error : register.error;
  return (
    <Stack gap="lg">
      <Panel title="The feed">
        <form onSubmit={see} noValidate>
          <Stack>
            <FeedFields form={form} known={null} />
            <FormFailure error={failure} form={form} />
            <Group>
              <Button
                type="submit"
                variant={isSeen ? 'default' : 'filled'}
                loading={preview.state === 'loading'}
              >
                See what is in it
              </Button>
              <Button
                variant={isSeen ? 'filled' : 'default'}
                loading={register.isPending}
                disabled={preview.state === 'loading'}
                onClick={() => save()}
              >
                Add the feed
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      {preview.state === 'loading' && <Loading />}
      {preview.state === 'done' && (
        <PreviewPanel preview={preview.preview} format={preview.format} isStale={!isSeen} />
      )}
    </Stack>
  );
}

/** A shop is never read without credentials. */
function authOfFormat(format: FeedValues['feed_format']): Partial<FeedValues> {
  const shop = shopOf({ ...blankFeed, feed_format: format });
  return shop === null ? {} : { auth_type: signInOf(shop, '').type };
}

/** Does the task once, as the page opens: a feed that was found is shown at once. */
function useAtFirst(task: (() => void) | null): void {
  const first = useRef(task);
  useEffect(() => {
    first.current?.();
    first.current = null;
  }, []);
}

function Loading() {
  return (
    <div role="status">
      <Text size="sm" c="dimmed" mb="xs">
        The whole feed is fetched and read, without storing anything. A large one takes up to a minute.
      </Text>
      <Skeleton h={260} radius="lg" />
    </div>
  );
}
