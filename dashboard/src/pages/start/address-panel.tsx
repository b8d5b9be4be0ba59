// Tests: test/browser/dashboard-onboarding.test.ts.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { FoundFeed } from '../../../../contract/shop-check.ts';
import { connectors } from '../../../../contract/words/feeds.ts';
import { useChange } from '../../api/call.ts';
import { AddressForm } from '../../parts/address-form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { formatNames } from '../../words/feeds.ts';
import { countOf } from '../../words/numbers.ts';
import classes from './start.module.css';

/**
 * Takes the address of a feed, or of any page of the shop, and says where its products can be fetched (`POST /shop-check/feed`). A
 * found feed leads to its form, filled in, and so does a shop that can be connected. Faults of the address are shown at its field.
 */
export function AddressPanel() {
  const { storeId } = useStore();
  const search = useChange(storeId, 'POST /shop-check/feed');
  return (
    <Panel
      title="Or paste an address"
      lead="Paste the address of a feed, or of any page of your shop. Foretype finds the feed and fetches it as often as you choose."
    >
      <AddressForm
        label="Address of a feed or of your shop"
        action="Find the feed"
        isPending={search.isPending}
        error={search.error}
        onSend={(url) => search.mutateAsync({ body: { url } })}
      />
      <Text size="sm" mt="md">
        Or connect the shop itself:{' '}
        {connectors.map((shop, index) => (
          <Fragment key={shop}>
            {index > 0 && ', '}
            <TextLink
              to="/stores/$storeId/feeds/new"
              params={{ storeId }}
              search={{ format: shop }}
              underline="always"
            >
              {formatNames[shop]}
            </TextLink>
          </Fragment>
        ))}
        .
      </Text>
      <div role="status">{search.data !== undefined && <Found found={search.data.found} />}</div>
    </Panel>
  );
}

function Found({ found }: { readonly found: FoundFeed }) {
  const { storeId } = useStore();
  const { feed, shop, message, tried } = found;
  const isDeadEnd = feed === null && shop === null;
  return (
    <Stack mt="md" gap="sm">
      <Alert
        color={isDeadEnd ? 'orange' : 'pine'}
        variant="light"
        icon={<Icon name={isDeadEnd ? 'info' : 'check'} />}
        title={titleOf(found)}
      >
        <Text size="sm">{message}</Text>
        {feed === null && shop !== null && (
          <Button
            mt="sm"
            renderRoot={(props) => (
              <Link
                to="/stores/$storeId/feeds/new"
                params={{ storeId }}
                search={{ format: shop.feed_format, ...(shop.feed_url !== null && { url: shop.feed_url }) }}
                {...props}
              />
            )}
          >
            Connect {formatNames[shop.feed_format]}
          </Button>
        )}
        {feed !== null && (
          <Group mt="sm" gap="md">
            <Button
              renderRoot={(props) => (
                <Link
                  to="/stores/$storeId/feeds/new"
                  params={{ storeId }}
                  search={{ url: feed.url, format: feed.format }}
                  {...props}
                />
              )}
            >
              See what is in it
            </Button>
            <Text size="sm">
              {countOf(feed.rows, 'product')} at its start, {feed.valid_rows} can be imported
            </Text>
          </Group>
        )}
      </Alert>
      {(feed === null || tried.length > 1) && (
        <details>
          <summary>Addresses that were tried</summary>
          <ul className={classes.tried}>
            {tried.map(({ url, result }) => (
              <li key={url}>
                <b>{url}</b>: {result}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

function titleOf({ feed, shop }: FoundFeed): string {
  if (feed !== null) return 'A feed was found';
  return shop === null ? 'No feed was found' : `${formatNames[shop.feed_format]} can be connected`;
}
