/**
 * Declares the calls of one store for its members: its settings, its audit log, and its deletion. Plans and currencies
 * are checked in server/resources/stores/. A deletion needs the store’s name and the person’s password and cannot be
 * undone.
 */
// Tests: test/api/dashboard-store.test.ts.
import { Type } from 'typebox';
import { plans } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { PageQuerySchema } from './queries.ts';

const StoreSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  plan: Type.Enum(Object.keys(plans)),
  currency: Type.String(),
  locale: Type.String(),
  group_variants: Type.Boolean({
    description: 'Whether the products of one `item_group_id` take one place in an answer.',
  }),
  created_at: Type.String(),
  products_limit: orNull(Type.Integer()),
  enriched_limit: orNull(Type.Integer()),
});
/** The settings of a store on the wire. */
export type StoreSettings = ValueOf<typeof StoreSchema>;

/** The settings that people choose for a new store. */
export const NewStoreSchema = Type.Object({
  name: Type.String(),
  currency: withDefault(Type.String(), 'USD'),
  locale: withDefault(Type.String(), 'en'),
  plan: withDefault(Type.String(), 'unlimited'),
});

const AuditEntrySchema = Type.Object({
  id: Type.String(),
  at: Type.String(),
  actor: orNull(
    Type.Object({
      name: Type.String(),
      email: orNull(Type.String(), { description: 'Null for an API key, which `name` names.' }),
    }),
    { description: 'Null for the command line and the service itself.' },
  ),
  action: Type.String(),
  subject: Type.String(),
  details: Type.Unknown(),
});
/** An entry of the audit log: an action in a store and the person or key that took it. */
export type AuditEntry = ValueOf<typeof AuditEntrySchema>;

const message = Type.String();
const rowCounts = Type.Record(Type.String(), Type.Integer(), {
  description: 'Rows by table; tables without any are absent.',
});
/** Checked as a whole with the settings that stay. */
const setting = () => Type.Optional(Type.String());
const call = { tag: 'Store', role: 'owner' } as const;

/** Every call about a store itself. */
export const storeOperations = {
  showSettings: {
    route: 'GET /settings',
    summary: 'Get the settings',
    answer: Type.Object({ store: StoreSchema }),
    tag: 'Store',
    role: 'viewer',
    thread: 'http',
  },
  updateSettings: {
    route: 'PATCH /settings',
    summary: 'Change the settings',
    description: 'Only an operator of the service changes the plan.',
    body: Type.Object({
      ...{ name: setting(), currency: setting(), locale: setting(), plan: setting() },
      group_variants: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ message, store: StoreSchema }),
    thread: 'pipeline',
    ...call,
  },
  listAuditEntries: {
    route: 'GET /audit',
    summary: 'List what was done in the store',
    query: PageQuerySchema,
    answer: Type.Object({ entries: Type.Array(AuditEntrySchema), next_cursor: orNull(Type.String()) }),
    thread: 'reader',
    ...call,
  },
  previewDeletion: {
    route: 'GET /deletion',
    summary: 'Count what a deletion of the store would delete',
    answer: Type.Object({ would_delete: rowCounts }),
    thread: 'reader',
    ...call,
  },
  deleteStore: {
    route: 'DELETE /',
    summary: 'Delete the store',
    body: Type.Object({ name: Type.String({ description: 'The name of the store, to confirm.' }) }),
    answer: Type.Object({
      message,
      deleted: Type.Object(
        { store: Type.String(), products: Type.Integer(), feeds: Type.Integer() },
        { additionalProperties: Type.Integer(), description: 'The id of the store, and rows by table.' },
      ),
    }),
    refreshesKeys: true,
    thread: 'http',
    ...call,
  },
} as const satisfies Operations;
