/**
 * Declares the calls of product feeds: addresses whose documents are a store’s catalog (§2.4, §3.3, §4.6; Contract §6).
 * Credentials are sent in, never out. A wrong value is 422, which names the field; a store has at most 100 feeds, and
 * documents at most 2 GiB.
 */
// Tests: test/api/feeds.test.ts.
import { Type } from 'typebox';
import { FailureListSchema, IssueSchema, rowsOf, runFields } from './imports.ts';
import { limits } from './limits.ts';
import { type InputOf, type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { FailuresQuerySchema, PageQuerySchema } from './queries.ts';
import { MessageSchema } from './shared-answers.ts';
import {
  authTypes,
  feedFormats,
  feedReadings,
  feedRunTriggers,
  feedStatuses,
  refreshIntervals,
} from './words/feeds.ts';

const settings = {
  name: () =>
    Type.String({ format: 'line', minLength: 1, maxLength: limits.fieldMaxLength, description: 'A label.' }),
  feedUrl: () =>
    Type.String({
      format: 'feed-url',
      maxLength: limits.urlMaxLength,
      description: 'Absolute https URL, reachable from the internet: of the document, or of the shop.',
    }),
  feedFormat: () => Type.Enum([...feedFormats]),
  refreshInterval: () => Type.Enum([...refreshIntervals]),
  maxRemovalPercent: () =>
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: `A run that would take more of the products in stock out of stock fails, counted from ${limits.feedRemovalGuardFrom} products in stock up; 100 switches that off.`,
    }),
};

/** Belongs to feeds of shop systems that send their orders; written only. */
const ordersSecret = () => ({
  orders_secret: Type.Optional(
    orNull(Type.String({ format: 'orders-secret' }), {
      description: `The secret by which the shop signs its orders, ${limits.ordersSecretMinLength} to ${limits.ordersSecretMaxLength} characters; only for \`shopify\` and \`woocommerce\`. Null takes no more orders. Never returned.`,
    }),
  ),
});

/** Both are read together, since what one takes depends on the other. */
const credentials = () => ({
  auth_type: Type.Optional(orNull(Type.Enum([...authTypes], { format: 'feed-credentials' }))),
  auth_secret: Type.Optional(
    orNull(Type.String({ format: 'feed-credentials' }), {
      description: '`user:password` for `basic`, `Header-Name: value` for `header`. Never returned.',
    }),
  ),
});

const FeedInputSchema = Type.Object(
  {
    name: settings.name(),
    feed_url: settings.feedUrl(),
    feed_format: settings.feedFormat(),
    refresh_interval: withDefault(settings.refreshInterval(), '6h'),
    max_removal_percent: withDefault(settings.maxRemovalPercent(), limits.feedMaxRemovalPercentDefault),
    ...credentials(),
    ...ordersSecret(),
  },
  { $id: 'FeedInput', additionalProperties: false },
);
/** The body that registers a feed, and that of a preview. */
export type FeedInput = InputOf<typeof FeedInputSchema>;

const FeedPatchSchema = Type.Object(
  {
    name: Type.Optional(settings.name()),
    feed_url: Type.Optional(settings.feedUrl()),
    feed_format: Type.Optional(settings.feedFormat()),
    refresh_interval: Type.Optional(settings.refreshInterval()),
    max_removal_percent: Type.Optional(settings.maxRemovalPercent()),
    ...credentials(),
    ...ordersSecret(),
    is_active: Type.Optional(
      Type.Boolean({ description: 'False pauses the feed; true makes it due at once.' }),
    ),
  },
  { $id: 'FeedPatch', additionalProperties: false },
);
/** The body that changes a feed. */
export type FeedPatch = InputOf<typeof FeedPatchSchema>;

const feedFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  feed_url: Type.String(),
  feed_format: settings.feedFormat(),
  refresh_interval: settings.refreshInterval(),
  status: Type.Enum([...feedStatuses]),
  auth_type: orNull(Type.Enum([...authTypes])),
  has_auth: Type.Boolean(),
  max_removal_percent: Type.Integer(),
  has_orders_secret: Type.Boolean({ description: 'Whether orders of the shop are taken.' }),
  last_order_at: orNull(Type.String(), {
    description: 'When the shop last sent an order, whether or not it counted.',
  }),
  last_fetched_at: orNull(Type.String()),
  next_run_at: Type.String(),
  last_error: orNull(Type.String()),
  changes_checked_at: orNull(Type.String(), {
    description:
      'When a shop was last read without a fault, wholly or for what changed in it; null for documents, and before the first whole reading.',
  }),
  changes_error: orNull(Type.String(), {
    description: 'Why what changed in a shop could not be read the last time; null where it could.',
  }),
  created_at: Type.String(),
  updated_at: Type.String(),
  links: Type.Object({
    self: Type.String(),
    orders: orNull(Type.String(), {
      description: 'The address for the webhook of the shop; null for formats that send no orders.',
    }),
  }),
};
const FeedSchema = Type.Object(feedFields, { $id: 'Feed' });
/** A feed on the wire. */
export type FeedBody = ValueOf<typeof FeedSchema>;

const FetchFactsSchema = Type.Object(
  {
    url: Type.String({ description: 'Without the values of its query.' }),
    status: orNull(Type.Integer(), { description: 'Null where nothing was answered.' }),
    redirects: Type.Array(Type.Object({ status: Type.Integer(), url: Type.String() })),
    content_type: orNull(Type.String()),
    content_encoding: orNull(Type.String()),
    etag: orNull(Type.String()),
    last_modified: orNull(Type.String()),
    remote_address: orNull(Type.String()),
    archive: orNull(Type.String()),
    bytes_received: orNull(Type.Integer()),
    bytes_decoded: orNull(Type.Integer()),
    sha256: orNull(Type.String()),
    connect_ms: orNull(Type.Number()),
    first_byte_ms: orNull(Type.Number()),
    duration_ms: orNull(Type.Number()),
  },
  { $id: 'FetchFacts' },
);
/** The known facts about the fetch of a run, on the wire. */
export type FetchFactsBody = ValueOf<typeof FetchFactsSchema>;

/** A run of a feed is an import, under the same id, with what only feeds know (Contract §6). */
const FeedRunSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    feed_id: Type.String({ format: 'uuid' }),
    trigger: Type.Enum([...feedRunTriggers]),
    reading: Type.Enum([...feedReadings], {
      description:
        'Whether the run read all products, or only what changed in a shop: such a run takes nothing out of stock because it is absent.',
    }),
    phase: orNull(Type.String()),
    forced: Type.Boolean({ description: 'Let through the removal guard.' }),
    not_modified: Type.Boolean(),
    ...runFields,
    removed_rows: Type.Integer({ description: 'Products taken out of stock because they are absent.' }),
    restored_rows: Type.Integer({ description: 'Products in stock again after absence or removal.' }),
    unidentified_rows: Type.Integer({
      description: 'Rows of which not even the id could be read: while there are any, nothing is removed.',
    }),
    error_code: orNull(Type.String()),
    fetch: orNull(FetchFactsSchema, {
      description: 'Also of a run that failed; null where nothing was fetched yet.',
    }),
    started_at: orNull(Type.String()),
    finished_at: orNull(Type.String()),
  },
  { $id: 'FeedRun' },
);
/** A run of a feed on the wire. */
export type FeedRunBody = ValueOf<typeof FeedRunSchema>;

const FeedRunMarkSchema = Type.Pick(FeedRunSchema, [
  ...['id', 'status', 'not_modified', 'created_rows', 'updated_rows', 'unchanged_rows'],
  ...['removed_rows', 'failed_rows'],
] as const);
/** As much of a run as a picture of many runs needs. */
export type FeedRunMark = ValueOf<typeof FeedRunMarkSchema>;

const FeedWithRunsSchema = Type.Object({ ...feedFields, runs: Type.Array(FeedRunMarkSchema) });
/** A feed with its newest runs, oldest first. */
export type FeedWithRuns = ValueOf<typeof FeedWithRunsSchema>;

const FeedPreviewSchema = Type.Object({
  is_whole: Type.Boolean({
    description: `False where only the first ${limits.connectorPreviewRows} products of a shop were read by its API: then nothing is known of what would be removed.`,
  }),
  total_rows: Type.Integer(),
  valid_rows: Type.Integer(),
  failed_rows: Type.Integer(),
  failures: rowsOf('The first 100.'),
  issues: Type.Array(IssueSchema),
  would_create: Type.Integer(),
  would_update: Type.Integer(),
  would_skip: Type.Integer({ description: 'Rows of new products that do not fit the plan.' }),
  unchanged_rows: Type.Integer(),
  would_remove: Type.Integer(),
  would_fail: orNull(Type.String(), {
    description: 'Why a run would fail, such as by the removal guard, so that none of this would be done.',
  }),
  sample: Type.Array(
    Type.Object({
      external_id: Type.String(),
      title: Type.String(),
      price: Type.String(),
      currency: Type.String(),
      url: Type.String(),
      image_url: orNull(Type.String()),
      category: orNull(Type.String()),
      brand: orNull(Type.String()),
      in_stock: Type.Boolean(),
    }),
    { description: 'The first products.' },
  ),
  fetch: FetchFactsSchema,
});
/** The counts and samples of a run that was not made, on the wire. */
export type FeedPreviewBody = ValueOf<typeof FeedPreviewSchema>;

const message = Type.String();
const FeedAnswerSchema = Type.Object({ message, feed: FeedSchema }, { $id: 'FeedAnswer' });
const runStatus = {
  run: FeedRunSchema,
  warnings: rowsOf('The first 100 rows that were taken with a note, such as a sale price that was left out.'),
};

const read = { tag: 'Feeds', key: 'secret', role: 'viewer', thread: 'reader' } as const;
const write = { tag: 'Feeds', key: 'secret', role: 'editor', thread: 'pipeline' } as const;

/** Every call about feeds. */
export const feedOperations = {
  listFeeds: {
    route: 'GET /product-feeds',
    summary: 'List all feeds',
    answer: Type.Object({ feeds: Type.Array(FeedSchema) }, { $id: 'FeedList' }),
    memberAnswer: Type.Object({ feeds: Type.Array(FeedWithRunsSchema) }),
    ...read,
  },
  registerFeed: {
    route: 'POST /product-feeds',
    summary: 'Register a feed',
    description:
      'The address is tried before anything is stored. A first run is queued at once. From then on the feed is fetched at its interval and is taken for the complete catalog: products that it no longer holds go out of stock.',
    body: FeedInputSchema,
    answer: FeedAnswerSchema,
    errors: [409],
    ...write,
  },
  previewFeed: {
    route: 'POST /product-feeds/preview',
    summary: 'Preview a feed without storing anything',
    body: FeedInputSchema,
    answer: Type.Object({ preview: FeedPreviewSchema }, { $id: 'FeedPreview' }),
    ...write,
  },
  showFeed: {
    route: 'GET /product-feeds/:feed_id',
    summary: 'Get a feed and its newest run',
    answer: Type.Object(
      {
        feed: FeedSchema,
        latest_run: orNull(FeedRunSchema, { description: 'The newest run that reads all products.' }),
      },
      { $id: 'FeedStatus' },
    ),
    ...read,
  },
  updateFeed: {
    route: 'PATCH /product-feeds/:feed_id',
    summary: 'Change a feed',
    description:
      'Fields that are left out keep their values. Another address, format or credentials are tried before anything is stored, and make the feed due at once. `auth_secret: null` clears the credentials; an address of another origin needs them again.',
    body: FeedPatchSchema,
    answer: FeedAnswerSchema,
    errors: [409],
    ...write,
  },
  deleteFeed: {
    route: 'DELETE /product-feeds/:feed_id',
    summary: 'Delete a feed; its products stay',
    answer: MessageSchema,
    ...write,
  },
  refreshFeed: {
    route: 'POST /product-feeds/:feed_id/refresh',
    summary: 'Fetch a feed now',
    description:
      'If a run is waiting or under way, the answer is that run instead of a second one. `force` lets it through the removal guard as long as it has not passed it.',
    body: Type.Object(
      {
        force: withDefault(
          Type.Boolean({ description: 'Let this one run through the removal guard.' }),
          false,
        ),
      },
      { $id: 'FeedRefresh', additionalProperties: false },
    ),
    isBodyOptional: true,
    answer: Type.Object({ message, run: FeedRunSchema }, { $id: 'FeedRunAnswer' }),
    errors: [409],
    ...write,
  },
  listFeedRuns: {
    route: 'GET /product-feeds/:feed_id/runs',
    summary: 'List the runs of a feed, newest first',
    query: Type.Object({
      ...PageQuerySchema.properties,
      reading: Type.Optional(
        Type.Enum([...feedReadings], {
          description: 'Only runs that read everything, or only what changed in a shop.',
        }),
      ),
    }),
    answer: Type.Object(
      { runs: Type.Array(FeedRunSchema), next_cursor: orNull(Type.String()) },
      { $id: 'FeedRunList' },
    ),
    ...read,
  },
  showFeedRun: {
    route: 'GET /product-feeds/:feed_id/runs/:run_id',
    summary: 'Get a run of a feed',
    answer: Type.Object(runStatus, { $id: 'FeedRunStatus' }),
    memberAnswer: Type.Object({
      ...runStatus,
      before: orNull(FeedRunSchema, { description: 'The last run before it that took a document in.' }),
    }),
    ...read,
  },
  listFeedRunFailures: {
    route: 'GET /product-feeds/:feed_id/runs/:run_id/failures',
    summary: 'List the failed rows of a run',
    query: FailuresQuerySchema,
    answer: FailureListSchema,
    ...read,
  },
} as const satisfies Operations;
