import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedBody } from '../../../../contract/feeds.ts';
import {
  blankFeed,
  checkFeedChange,
  checkFeedValues,
  nameOfAddress,
  toFeedChange,
  toFeedInput,
  valuesOfFeed,
} from './feed-form.ts';

const feed: FeedBody = {
  ...{ id: 'f', name: 'Main', feed_url: 'https://shop.example/feed.xml', feed_format: 'google_xml' },
  ...{
    refresh_interval: '6h',
    status: 'active',
    auth_type: 'basic',
    has_auth: true,
    max_removal_percent: 50,
    has_orders_secret: false,
    last_order_at: null,
  },
  ...{ last_fetched_at: null, next_run_at: '', last_error: null, created_at: '', updated_at: '' },
  links: { orders: null, self: '' },
  ...{ changes_checked_at: null, changes_error: null },
};

test('kept credentials stay with the server they belong to', () => {
  const moved = { ...valuesOfFeed(feed), feed_url: 'https://other.example/feed.xml' };
  assert.match(
    checkFeedChange(feed, moved).auth_type ?? '',
    /are for https:\/\/shop\.example.*again for https:\/\/other\.example/,
  );
  const sameServer = { ...moved, feed_url: 'https://SHOP.example:443/other.xml' };
  const given = { ...moved, auth_type: 'basic', auth_name: 'ann', auth_secret: 'k' } as const;
  for (const values of [sameServer, given, { ...moved, auth_type: 'none' as const }]) {
    assert.deepEqual(checkFeedChange(feed, values), {});
  }
});

test('credentials are sent in the form of their kind', () => {
  const values = { ...blankFeed, feed_url: ' https://www.shop.example/feed ', auth_name: ' ann ' };
  const basic = { ...values, auth_type: 'basic', auth_secret: 'a:b ' } as const;
  assert.deepEqual(toFeedInput(basic, 'json'), {
    ...{ name: 'shop.example', feed_url: 'https://www.shop.example/feed', feed_format: 'json' },
    ...{ refresh_interval: '6h', max_removal_percent: 50 },
    ...{ auth_type: 'basic', auth_secret: 'ann:a:b ' },
  });
  const header = { ...values, auth_type: 'header', auth_name: 'X-Key', auth_secret: 'k' } as const;
  assert.equal(toFeedInput(header, 'json').auth_secret, 'X-Key: k');
  assert.ok(!('auth_type' in toFeedInput(values, 'json')));
});

test('only differences are sent, and kept credentials are never named', () => {
  const values = valuesOfFeed(feed);
  assert.deepEqual(toFeedChange(feed, values), {});
  assert.deepEqual(toFeedChange(feed, { ...values, name: 'Shop', max_removal_percent: 20 }), {
    ...{ name: 'Shop', max_removal_percent: 20 },
  });
  const cleared = toFeedChange(feed, { ...values, auth_type: 'none' });
  assert.deepEqual(cleared, { auth_type: null, auth_secret: null });
  const open = { ...feed, has_auth: false, auth_type: null };
  assert.deepEqual(toFeedChange(open, valuesOfFeed(open)), {});
});

test('an incomplete form shows the fault at its field', () => {
  assert.deepEqual(
    Object.keys(checkFeedValues({ ...blankFeed, auth_type: 'header', max_removal_percent: '' })),
    ['feed_url', 'auth_name', 'max_removal_percent'],
  );
  const filled = {
    ...blankFeed,
    feed_url: 'https://shop.example',
    auth_type: 'basic',
    auth_name: 'a:b',
  } as const;
  assert.deepEqual(Object.keys(checkFeedValues(filled)), ['auth_name']);
  assert.deepEqual(checkFeedValues({ ...filled, auth_name: 'a' }), {});
  assert.equal(nameOfAddress('shop'), '');
});
