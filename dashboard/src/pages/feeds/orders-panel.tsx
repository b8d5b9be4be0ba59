// Tests: test/browser/dashboard-shops.test.ts.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { FeedBody } from '../../../../contract/feeds.ts';
import { type OrderSender, sendsOrders } from '../../../../contract/words/feeds.ts';
import { useChange } from '../../api/call.ts';
import { Ago } from '../../parts/ago.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FormFailure } from '../../parts/form-failure.tsx';
import { LocalNote } from '../../parts/local-note.tsx';
import { noticeDone, noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatNames } from '../../words/feeds.ts';
import { newSecret } from '../../words/random.ts';
import { type OrderWords, orderWords } from '../../words/shop-orders.ts';
import { faultsOf } from './feed-form.ts';
import { ShopSteps } from './shop-steps.tsx';

/**
 * How the shop of a feed sends its orders: the steps in its own system, the address to paste, the secret, and when the last order
 * arrived. Editors set the secret (`PATCH /product-feeds/:feed_id`). Shows nothing for feeds whose shop sends none.
 */
export function OrdersPanel({ feed }: { readonly feed: FeedBody }) {
  const { may } = useStore();
  const { feed_format: format, links } = feed;
  if (!sendsOrders(format) || links.orders === null) return null;
  const words = orderWords[format];
  const isEditor = may('editor');
  return (
    <Panel
      title="Orders"
      lead={`${formatNames[format]} can report each paid order. You then see what search earns, and what is bought ranks higher.`}
      actions={isEditor && feed.has_orders_secret && <StopButton feed={feed} />}
    >
      <Stack>
        <Arrival feed={feed} words={words} />
        {isEditor && feed.last_order_at === null && <Steps format={format} />}
        <CopyField label={words.addressLabel} value={links.orders} />
        <LocalNote address={links.orders}>Before you paste it into the shop</LocalNote>
        {isEditor && (words.isMadeHere ? <MadeSecret feed={feed} /> : <PastedSecret feed={feed} />)}
      </Stack>
    </Panel>
  );
}

interface FeedProps {
  readonly feed: FeedBody;
}

/** Says whether orders arrive, and what to try where none did. */
function Arrival({ feed, words }: FeedProps & { readonly words: OrderWords }) {
  const { has_orders_secret: isSet, last_order_at: last } = feed;
  const none = isSet ? 'None yet' : 'Not set up';
  return (
    <>
      <Facts facts={[{ name: 'Last order arrived', value: last === null ? none : <Ago at={last} /> }]} />
      {isSet && last === null && <Text size="sm">{words.hint}</Text>}
    </>
  );
}

function Steps({ format }: { readonly format: OrderSender }) {
  return (
    <ShopSteps label={`What to do in ${formatNames[format]}`} steps={orderWords[format].steps}>
      <Text size="sm">
        <Anchor underline="always" href={`/docs/connect-${format}#orders`} target="_blank" rel="noreferrer">
          The whole guide
        </Anchor>{' '}
        says what counts. Nothing of your customers is kept.
      </Text>
    </ShopSteps>
  );
}

/** A secret that is made here and pasted into the shop. */
function MadeSecret({ feed }: FeedProps) {
  const { storeId } = useStore();
  const change = useChange(storeId, 'PATCH /product-feeds/:feed_id');
  const [made, setMade] = useState<string | null>(null);
  const make = () => {
    const secret = newSecret();
    change.mutate(
      { params: { feed_id: feed.id }, body: { orders_secret: secret } },
      { onSuccess: () => setMade(secret), onError: noticeFailure },
    );
  };
  const isShown = made !== null && feed.has_orders_secret;
  return (
    <>
      {isShown && (
        <div role="status">
          <CopyField label="Secret" value={made} />
          <Text size="sm" c="dimmed" mt={4}>
            Copy it now, and save the webhook with it: it is not shown again.
          </Text>
        </div>
      )}
      {!isShown && (
        <Group>
          <Button
            variant={feed.has_orders_secret ? 'default' : 'filled'}
            loading={change.isPending}
            onClick={make}
          >
            {feed.has_orders_secret ? 'Make another secret' : 'Make a secret'}
          </Button>
          {feed.has_orders_secret && (
            <Text size="sm" c="dimmed" flex="1 1 240px">
              Until the webhook has it too, its orders are refused.
            </Text>
          )}
        </Group>
      )}
    </>
  );
}

/** A secret that the shop shows and that is pasted here. */
function PastedSecret({ feed }: FeedProps) {
  const { storeId } = useStore();
  const change = useChange(storeId, 'PATCH /product-feeds/:feed_id');
  const form = useForm({
    initialValues: { orders_secret: '' },
    validate: { orders_secret: (text) => (text.trim() === '' ? 'Paste the secret of the webhooks.' : null) },
  });
  const submit = form.onSubmit(({ orders_secret }) =>
    change.mutate(
      { params: { feed_id: feed.id }, body: { orders_secret } },
      {
        onSuccess: () => {
          noticeDone('The secret was saved.');
          form.reset();
        },
        onError: (error) => form.setErrors(faultsOf(error)),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordField
          label="Secret of the webhooks"
          description={
            feed.has_orders_secret
              ? 'One is saved. Paste another one to replace it.'
              : 'It is kept encrypted and never shown again.'
          }
          autoComplete="new-password"
          {...form.getInputProps('orders_secret')}
        />
        <FormFailure error={change.error} form={form} />
        <Group>
          <Button
            type="submit"
            variant={feed.has_orders_secret ? 'default' : 'filled'}
            loading={change.isPending}
          >
            Save the secret
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function StopButton({ feed }: FeedProps) {
  const { storeId } = useStore();
  const change = useChange(storeId, 'PATCH /product-feeds/:feed_id');
  const stop = () =>
    change.mutate(
      { params: { feed_id: feed.id }, body: { orders_secret: null } },
      { onSuccess: () => noticeDone('No more orders are taken.'), onError: noticeFailure },
    );
  return (
    <ConfirmButton
      label="Take no more orders"
      title="Take no more orders?"
      confirmLabel="Take no more orders"
      isPending={change.isPending}
      onConfirm={stop}
    >
      The secret is deleted here. Delete the webhook in the shop, too. What was counted stays.
    </ConfirmButton>
  );
}
