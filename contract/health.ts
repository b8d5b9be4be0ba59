/** The integration health check (Contract §9). */
import { Type } from 'typebox';
import { plans } from './limits.ts';

const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);

/** The counts and state of the key's store (Contract §9). */
export const HealthSchema = Type.Object(
  {
    status: Type.Literal('ok'),
    store: Type.Object({
      id: Type.String({ format: 'uuid' }),
      name: Type.String(),
      plan: Type.Enum(Object.keys(plans)),
      currency: Type.String(),
    }),
    products: Type.Object({ total: Type.Integer(), in_stock: Type.Integer(), limit: NullableInteger }),
    enrichment: Type.Object({
      enriched: Type.Integer({
        description: 'Products that hold a place of the plan and wait no more, with or without phrases left.',
      }),
      queued: Type.Integer(),
      limit: NullableInteger,
      provider: Type.String(),
    }),
    last_import: Type.Union([Type.Ref('Import'), Type.Null()]),
    feeds: Type.Object({ active: Type.Integer(), error: Type.Integer(), paused: Type.Integer() }),
  },
  { $id: 'Health' },
);
