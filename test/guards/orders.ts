/** Guards of the orders that shops send: who signed them, that each counts once, and that nothing of a customer is kept. */
import type { Guard } from './guard.ts';

const file = 'server/feeds/orders/open-order.ts';
const api = 'test/api/orders.test.ts';
const signed = 'nothing counts without the right signature over the bytes';
const ignored = 'anything but a paid order is answered 200 and ignored';
const rates = 'strangers use up nothing of what a shop may send';
const once = 'an order that comes again under another topic counts once';

export const ordersGuards: readonly Guard[] = [
  {
    name: 'an order without a signature counts for nothing',
    file,
    from: 'if (signature === undefined)\n    throw',
    to: 'if (signature === undefined) return;\n  if (signature === header)\n    throw',
    tests: { [api]: [signed] },
  },
  {
    name: 'an order is signed with the secret of its feed',
    file,
    from: 'if (given.byteLength === made.byteLength && timingSafeEqual(given, made)) return;',
    to: 'if (given.byteLength === made.byteLength) return;',
    tests: { [api]: [signed, 'each feed takes only the orders that its own shop signed'] },
  },
  {
    name: 'a signature of another length is a wrong one',
    file,
    from: 'given.byteLength === made.byteLength && timingSafeEqual(given, made)',
    to: 'timingSafeEqual(given, made)',
    tests: { [api]: [signed] },
  },
  {
    name: 'only the form that WooCommerce sends needs no signature',
    file,
    from: '/^webhook_id=\\d+$/',
    to: '/webhook_id=/',
    tests: { [api]: [ignored] },
  },
  {
    name: 'a feed without a secret takes no orders',
    file,
    from: 'if (feed.ordersSealed === null) {',
    to: "if (feed.ordersSealed === null) return 'a-secret-of-the-webhook-1';\n  if (feed.ordersSealed === '') {",
    tests: { [api]: ['the secret is written only, and replaced or cleared'] },
  },
  {
    name: 'orders count by the network that they come from',
    file: 'server/http/routes/orders.ts',
    from: "config: { access: 'signed', budget: 'events',",
    to: "config: { access: 'signed', budget: 'autocomplete',",
    tests: { [api]: [rates] },
  },
  {
    name: 'signed orders count by their feed',
    file: 'server/http/routes/orders.ts',
    from: 'if (config.rateLimit && isSigned) admitToBucket',
    to: 'if (!config.rateLimit) admitToBucket',
    tests: { [api]: [rates] },
  },
  {
    name: 'what is not signed takes nothing of a feed',
    file: 'server/http/routes/orders.ts',
    from: "const isSigned = opened.kind === 'events' || opened.isSigned;",
    to: 'const isSigned = true;',
    tests: { [api]: [rates] },
  },
  {
    name: 'a feed of another store takes no order of this one',
    file: 'server/storage/feeds/statements.ts',
    from: "const [row] = await query(selectFeeds(database, storeId).where('feeds.id', '=', feedId));",
    to: "const [row] = await query(database.builder.selectFrom('feeds').leftJoin('jobs', 'jobs.id', 'feeds.id').selectAll('feeds').select('jobs.run_at').where('feeds.id', '=', feedId));",
    tests: { [api]: ['each feed takes only the orders that its own shop signed'] },
  },
  {
    name: 'an order that was paid too long ago is not counted',
    file,
    from: 'if (nowMicros - opened.paidAt > limits.eventAgeMaxMs * 1_000) {',
    to: 'if (opened.paidAt > nowMicros * 2) {',
    tests: { [api]: [ignored] },
  },
  {
    name: 'a topic that edits orders for months counts for nothing',
    file,
    from: 'if (!topics.includes(topic)) {',
    to: "if (topic === '') {",
    tests: { [api]: [ignored, 'a paid order of Shopify counts for its variants, after discounts'] },
  },
  {
    name: 'an order has the same ids each time',
    file: 'server/feeds/orders/shop-order.ts',
    from: 'event_id: hashOf(shop, order.id, id),',
    to: 'event_id: undefined,',
    tests: { [api]: [once] },
  },
  {
    name: 'numbers of orders are not stored',
    file: 'server/feeds/orders/shop-order.ts',
    from: 'event_id: hashOf(shop, order.id, id),',
    to: 'event_id: `$' + '{order.id}-$' + '{id}`,',
    tests: { [api]: ['nothing of who ordered is kept, nor the secret'] },
  },
  {
    name: 'an order of WooCommerce counts once it is paid',
    file: 'server/feeds/orders/woocommerce-orders.ts',
    from: 'if (!paidStates.has(status) && (paid === null || unpaidStates.has(status))) return',
    to: "if (status === '') return",
    tests: {
      'server/feeds/orders/orders.test.ts': ['an order counts once it is paid, by its state or time'],
      [api]: [once],
    },
  },
  {
    name: 'an order of Shopify counts once it is paid',
    file: 'server/feeds/orders/shopify-orders.ts',
    from: "if (order.financial_status !== 'paid') return",
    to: "if (order.financial_status === '') return",
    tests: {
      'server/feeds/orders/orders.test.ts': ['unpaid orders and test orders of Shopify are ignored'],
    },
  },
  {
    name: 'the secret for orders stands in no audit log',
    file: 'server/resources/feeds/update-feed.ts',
    from: '{ secret, ordersSecret, url, isActive, ...fields }: FeedChange,',
    to: '{ secret, url, isActive, ...fields }: FeedChange, ordersSecret = before.ordersSealed,',
    tests: { [api]: ['nothing of who ordered is kept, nor the secret'] },
  },
  {
    name: 'a change of a feed leaves the time of the last order',
    file: 'server/storage/feeds/statements.ts',
    from: 'const { id, last_order_at: _written, ...values } = feeds.encode(feed);',
    to: 'const { id, ...values } = feeds.encode(feed);',
    tests: { 'test/storage/feeds.test.ts': ['a change of a feed leaves the time of its last order'] },
  },
  {
    name: 'a signed order may be longer than other bodies of strangers',
    file: 'server/http/admission/route-limits.ts',
    from: "const mostOfStrangers = access === 'signed' ? limits.orderMaxBytes : limits.bodyDefaultMaxBytes;",
    to: 'const mostOfStrangers = limits.bodyMaxBytes;',
    tests: {
      'server/http/admission/route-limits.test.ts': ['a route whose limits make no sense is refused'],
    },
  },
];
