/** Product feeds on the wire (§2.4, §3.3, §4.6; Contract §6). */
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { authTypes, feedFormats, feedRunTriggers, feedStatuses, refreshIntervals } from './words/feeds.ts';
import { importStatuses } from './words/product-import.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const Links = Type.Object({ self: Type.String() });

const settings = {
  name: Type.String({ minLength: 1, maxLength: limits.fieldMaxLength, description: 'A label.' }),
  feed_url: Type.String({
    maxLength: limits.urlMaxLength,
    description: 'Absolute https URL, reachable from the internet.',
  }),
  feed_format: Type.Enum([...feedFormats]),
  refresh_interval: Type.Enum([...refreshIntervals], { default: '6h' }),
  auth_type: Type.Union([Type.Enum([...authTypes]), Type.Null()]),
  auth_secret: Type.Union([Type.String(), Type.Null()], {
    description: '`user:password` for `basic`, `Header-Name: value` for `header`. Never returned.',
  }),
  max_removal_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: limits.feedMaxRemovalPercentDefault,
    description: `A run that would take more of the products in stock out of stock fails, counted from ${limits.feedRemovalGuardFrom} products in stock up; 100 switches that off.`,
  }),
};

/** What registers a feed, and what a preview takes. */
export const FeedInputSchema = Type.Object(
  {
    name: settings.name,
    feed_url: settings.feed_url,
    feed_format: settings.feed_format,
    refresh_interval: Type.Optional(settings.refresh_interval),
    auth_type: Type.Optional(settings.auth_type),
    auth_secret: Type.Optional(settings.auth_secret),
    max_removal_percent: Type.Optional(settings.max_removal_percent),
  },
  { $id: 'FeedInput', additionalProperties: false },
);

/** What changes a feed: any of it. */
export const FeedPatchSchema = Type.Object(
  {
    ...Type.Partial(FeedInputSchema).properties,
    is_active: Type.Optional(
      Type.Boolean({ description: 'False pauses the feed; true makes it due at once.' }),
    ),
  },
  { $id: 'FeedPatch', additionalProperties: false },
);

/** A feed (§2.4). */
export const FeedSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    feed_url: Type.String(),
    feed_format: settings.feed_format,
    refresh_interval: Type.Enum([...refreshIntervals]),
    status: Type.Enum([...feedStatuses]),
    auth_type: settings.auth_type,
    has_auth: Type.Boolean(),
    max_removal_percent: Type.Integer(),
    last_fetched_at: NullableString,
    next_run_at: Type.String(),
    last_error: NullableString,
    created_at: Type.String(),
    updated_at: Type.String(),
    links: Links,
  },
  { $id: 'Feed' },
);
/** A feed on the wire. */
export type FeedBody = Static<typeof FeedSchema>;

/** What is known of the fetch of a run. */
export const FetchFactsSchema = Type.Object(
  {
    url: Type.String({ description: 'Without the values of its query.' }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where nothing was answered.' }),
    redirects: Type.Array(Type.Object({ status: Type.Integer(), url: Type.String() })),
    content_type: NullableString,
    content_encoding: NullableString,
    etag: NullableString,
    last_modified: NullableString,
    remote_address: NullableString,
    archive: NullableString,
    bytes_received: NullableInteger,
    bytes_decoded: NullableInteger,
    sha256: NullableString,
    connect_ms: Type.Union([Type.Number(), Type.Null()]),
    first_byte_ms: Type.Union([Type.Number(), Type.Null()]),
    duration_ms: Type.Union([Type.Number(), Type.Null()]),
  },
  { $id: 'FetchFacts' },
);
/** What is known of the fetch of a run, on the wire. */
export type FetchFactsBody = Static<typeof FetchFactsSchema>;

/** A run of a feed: an import, under the same id, with what only feeds know (Contract §6). */
export const FeedRunSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    feed_id: Type.String({ format: 'uuid' }),
    trigger: Type.Enum([...feedRunTriggers]),
    status: Type.Enum([...importStatuses]),
    phase: NullableString,
    forced: Type.Boolean({ description: 'Let through the removal guard.' }),
    not_modified: Type.Boolean(),
    total_rows: Type.Integer(),
    processed_rows: Type.Integer(),
    valid_rows: Type.Integer(),
    failed_rows: Type.Integer(),
    skipped_rows: Type.Integer(),
    created_rows: Type.Integer(),
    updated_rows: Type.Integer(),
    unchanged_rows: Type.Integer(),
    removed_rows: Type.Integer({ description: 'Products taken out of stock because they are absent.' }),
    restored_rows: Type.Integer({ description: 'Products in stock again after absence or removal.' }),
    unidentified_rows: Type.Integer({
      description: 'Rows of which not even the id could be read: while there are any, nothing is removed.',
    }),
    queued_rows: Type.Integer(),
    warning_rows: Type.Integer(),
    failure_count: Type.Integer(),
    failures_dropped: Type.Integer({
      description:
        'Failed rows that are counted, but not listed, since the failed rows of a store have a bound of bytes.',
    }),
    issues: Type.Array(Type.Ref('Issue')),
    error: NullableString,
    error_code: NullableString,
    fetch: Type.Union([Type.Ref('FetchFacts'), Type.Null()], {
      description: 'Also of a run that failed; null where nothing was fetched yet.',
    }),
    started_at: NullableString,
    finished_at: NullableString,
    created_at: Type.String(),
    updated_at: Type.String(),
    links: Links,
  },
  { $id: 'FeedRun' },
);
/** A run of a feed on the wire. */
export type FeedRunBody = Omit<Static<typeof FeedRunSchema>, 'issues' | 'fetch'> & {
  issues: { code: string; count: number; sample_rows: number[] }[];
  fetch: FetchFactsBody | null;
};

/** All feeds of the store; complete. */
export const FeedListSchema = Type.Object({ feeds: Type.Array(Type.Ref('Feed')) }, { $id: 'FeedList' });

/** A feed with its newest run. */
export const FeedStatusSchema = Type.Object(
  { feed: Type.Ref('Feed'), latest_run: Type.Union([Type.Ref('FeedRun'), Type.Null()]) },
  { $id: 'FeedStatus' },
);

/** What a registration or a change answers. */
export const FeedAnswerSchema = Type.Object(
  { message: Type.String(), feed: Type.Ref('Feed') },
  { $id: 'FeedAnswer' },
);

/** What a removal of a feed answers. */
export const FeedRemovalSchema = Type.Object({ message: Type.String() }, { $id: 'FeedRemoval' });

/** What a refresh takes; the body may be left out. */
export const FeedRefreshSchema = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({ default: false, description: 'Let this one run through the removal guard.' }),
    ),
  },
  { $id: 'FeedRefresh' },
);

/** What a refresh answers: the run that was begun, or the one that waited or was under way already. */
export const FeedRunAnswerSchema = Type.Object(
  { message: Type.String(), run: Type.Ref('FeedRun') },
  { $id: 'FeedRunAnswer' },
);

/** A run by itself. */
export const FeedRunStatusSchema = Type.Object(
  {
    run: Type.Ref('FeedRun'),
    warnings: Type.Array(Type.Ref('Failure'), {
      description: 'The first 100 rows that were taken with a note, such as a sale price that was left out.',
    }),
  },
  { $id: 'FeedRunStatus' },
);

/** A page of runs, newest first. */
export const FeedRunListSchema = Type.Object(
  { runs: Type.Array(Type.Ref('FeedRun')), next_cursor: NullableString },
  { $id: 'FeedRunList' },
);

/** What a run of the feed would do now. */
export const FeedPreviewSchema = Type.Object(
  {
    preview: Type.Object({
      total_rows: Type.Integer(),
      valid_rows: Type.Integer(),
      failed_rows: Type.Integer(),
      failures: Type.Array(Type.Ref('Failure'), { description: 'The first 100.' }),
      issues: Type.Array(Type.Ref('Issue')),
      would_create: Type.Integer(),
      would_update: Type.Integer(),
      would_skip: Type.Integer({ description: 'Rows of new products that do not fit the plan.' }),
      unchanged_rows: Type.Integer(),
      would_remove: Type.Integer(),
      would_fail: Type.Union([Type.String(), Type.Null()], {
        description:
          'Why a run would fail, such as by the removal guard, so that none of this would be done.',
      }),
      sample: Type.Array(
        Type.Object({
          external_id: Type.String(),
          title: Type.String(),
          price: Type.String(),
          currency: Type.String(),
          url: Type.String(),
          image_url: NullableString,
          category: NullableString,
          brand: NullableString,
          in_stock: Type.Boolean(),
        }),
        { description: 'The first products.' },
      ),
      fetch: Type.Ref('FetchFacts'),
    }),
  },
  { $id: 'FeedPreview' },
);
