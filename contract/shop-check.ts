/**
 * Declares the calls that look at a shop: whether the widget works on a page, and where its products can be fetched. A page is fetched as a
 * feed is: only from public https addresses, at most 2 MiB of it; none of its scripts run. A page that cannot be read
 * is a finding, not an error; an address that may not be fetched is 422.
 */
// Tests: test/api/shop-check.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf } from './operation.ts';
import { connectors, documentFormats, shopSystems } from './words/feeds.ts';
import { findingLevels } from './words/widget.ts';

const FindingSchema = Type.Object({
  code: Type.String(),
  level: Type.Enum([...findingLevels], { description: 'A problem keeps the widget from working.' }),
  message: Type.String(),
  fix: orNull(Type.String(), { description: 'Text to copy: an attribute, a directive, or an origin.' }),
});
/** One fact about the page, with what to do next. */
export type ShopFinding = ValueOf<typeof FindingSchema>;

const ShopCheckSchema = Type.Object({
  url: Type.String({ description: 'The page at the end of all redirects, without the values of its query.' }),
  findings: Type.Array(FindingSchema, { description: 'Problems first, then warnings.' }),
  attributes: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
    description: 'Of the line in the page.',
  }),
  inputs: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'Its type, or textarea.' }),
      id: orNull(Type.String()),
      name: orNull(Type.String()),
      placeholder: orNull(Type.String()),
      is_bound: orNull(Type.Boolean(), {
        description:
          'Whether the widget would bind it; null if its selector cannot be judged without a browser.',
      }),
    }),
    { description: `The first ${limits.shopCheckInputs} fields of text.` },
  ),
});
/** The result of a check, on the wire. */
export type ShopCheck = ValueOf<typeof ShopCheckSchema>;

const FoundFeedSchema = Type.Object({
  feed: orNull(
    Type.Object({
      url: Type.String(),
      format: Type.Enum([...documentFormats]),
      rows: Type.Integer({ description: 'Products that were read at its beginning.' }),
      valid_rows: Type.Integer({ description: 'Those of them that an import would take.' }),
    }),
    { description: 'The first feed that holds a product which can be taken.' },
  ),
  system: orNull(Type.Enum([...shopSystems]), { description: 'The system that the page is made with.' }),
  shop: orNull(
    Type.Object({
      feed_format: Type.Enum([...connectors]),
      feed_url: orNull(Type.String(), {
        description:
          'Null where the page does not show it: Shopify takes the address that ends in .myshopify.com.',
      }),
    }),
    { description: 'How to register the shop itself as a feed, where its system has an API that is read.' },
  ),
  message: Type.String({ description: 'What was found, and what to do next.' }),
  tried: Type.Array(Type.Object({ url: Type.String(), result: Type.String() }), {
    description: `Every address that was asked, at most ${limits.feedSearchRequests}.`,
  }),
});
/** What was found at an address. */
export type FoundFeed = ValueOf<typeof FoundFeedSchema>;

/** Every call about the installation. */
export const shopCheckOperations = {
  checkShop: {
    route: 'POST /shop-check',
    summary: 'Check whether the widget works on a page of the shop',
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: limits.urlMaxLength }) }),
    answer: Type.Object({ check: ShopCheckSchema }),
    tag: 'Keys',
    role: 'editor',
    storeRate: 'shopChecksPerStore',
    thread: 'pipeline',
  },
  findFeed: {
    route: 'POST /shop-check/feed',
    summary: 'Find the product feed behind the address of a feed or of a page of the shop',
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: limits.urlMaxLength }) }),
    answer: Type.Object({ found: FoundFeedSchema }),
    tag: 'Feeds',
    role: 'editor',
    storeRate: 'shopChecksPerStore',
    thread: 'pipeline',
  },
} as const satisfies Operations;
