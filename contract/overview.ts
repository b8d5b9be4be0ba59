/**
 * Declares the call behind the first page of a store: its health, its requests and products over time, and what needs
 * attention. It is read only. Times begin five-minute stretches in UTC; what cannot be read is left out and named in
 * `attention`.
 */
// Tests: test/api/dashboard-insight.test.ts.
import { Type } from 'typebox';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';

const count = Type.Integer();
const limit = orNull(Type.Integer());
const milliseconds = orNull(Type.Number());
const share = orNull(Type.Number());
const at = Type.String({ description: 'When the bucket begins.' });

const RunMarkSchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  source: Type.String(),
  status: Type.String(),
  cancelled: Type.Boolean({ description: 'A person stopped it.' }),
  valid_rows: count,
});
/** A run on the chart of products. */
export type RunMark = ValueOf<typeof RunMarkSchema>;

const AttentionSchema = Type.Object({
  code: Type.String(),
  severity: Type.Enum(['info', 'warning', 'problem']),
  message: Type.String(),
  action: Type.String({ description: 'What to do about it.' }),
  link: orNull(Type.String(), { description: 'A path of the dashboard; null if no page of it helps.' }),
});
/** One thing to look at. */
export type Attention = ValueOf<typeof AttentionSchema>;

const OverviewSchema = Type.Object({
  health: Type.Object({
    state: Type.Enum(['ok', 'attention']),
    index: Type.Enum(['ready', 'loading', 'failing']),
    products: count,
    in_stock: count,
    products_limit: limit,
    enriched: count,
    enriched_limit: limit,
    queued: count,
  }),
  requests: Type.Object({
    bucket_seconds: count,
    buckets: Type.Array(
      Type.Object({
        at,
        graph: count,
        backend: count,
        cached: count,
        errors: count,
        p50_ms: milliseconds,
        p95_ms: milliseconds,
      }),
    ),
  }),
  totals: Type.Object({
    requests: count,
    errors: count,
    p50_ms: milliseconds,
    p95_ms: milliseconds,
    cached_share: share,
    graph_share: share,
  }),
  catalog: Type.Object({ buckets: Type.Array(Type.Object({ at, in_stock: count, out_of_stock: count })) }),
  runs: Type.Array(RunMarkSchema),
  attention: Type.Array(AttentionSchema),
});
/** The overview on the wire. */
export type Overview = ValueOf<typeof OverviewSchema>;

/** The call of the first page. */
export const overviewOperations = {
  showOverview: {
    route: 'GET /overview',
    summary: 'Get the health of the store and its figures over time',
    query: Type.Object({ range: withDefault(Type.Enum(['24h', '7d', '30d']), '24h') }),
    answer: OverviewSchema,
    tag: 'Overview',
    role: 'viewer',
    // It answers while reads of the store are held.
    thread: 'http',
  },
} as const satisfies Operations;
