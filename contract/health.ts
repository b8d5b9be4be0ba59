/**
 * Declares the integration health check of a key (Contract §9). It takes no parameter, changes nothing, and counts from
 * the rows of the key’s store only. A limit of null means that the plan has none.
 */
// Tests: test/api/health.test.ts, test/storage/health.test.ts.
import { Type } from 'typebox';
import { ImportSchema } from './imports.ts';
import { plans } from './limits.ts';
import { type Operations, orNull } from './operation.ts';

const limit = orNull(Type.Integer());

/** The counts and state of the key's store (Contract §9). */
const HealthSchema = Type.Object(
  {
    status: Type.Literal('ok'),
    store: Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      plan: Type.Enum(Object.keys(plans)),
      currency: Type.String(),
    }),
    products: Type.Object({ total: Type.Integer(), in_stock: Type.Integer(), limit }),
    enrichment: Type.Object({
      enriched: Type.Integer({
        description: 'Products that hold a place of the plan and wait no more, with or without phrases left.',
      }),
      queued: Type.Integer(),
      limit,
      provider: Type.String(),
    }),
    last_import: orNull(ImportSchema),
    feeds: Type.Object({ active: Type.Integer(), error: Type.Integer(), paused: Type.Integer() }),
  },
  { $id: 'Health' },
);

/** The check of a key. */
export const healthOperations = {
  showHealth: {
    route: 'GET /health',
    summary: 'What the service holds for this store',
    answer: HealthSchema,
    tag: 'Health',
    key: 'health',
    thread: 'http',
  },
} as const satisfies Operations;
