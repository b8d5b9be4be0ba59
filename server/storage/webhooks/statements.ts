/**
 * Reads and writes the webhooks of one store and the messages to them. Every statement names the store. Secrets are stored sealed and
 * read by one method only; null for an unknown webhook or message. It sends nothing. Pages have the `limit` of the caller; times are
 * microseconds since 1970.
 */
// Tests: test/api/webhooks.test.ts.
import { type Kysely, sql } from 'kysely';
import type { TolerantPlace } from '../damage/damage.ts';
import type { Query, Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import type { Schema } from '../schema.ts';
import {
  type SealedSecrets,
  type WebhookReader,
  type WebhookWriter,
  webhookDeliveries,
  webhookRecord,
  webhooks,
} from './tables.ts';

const secrets = webhooks.pick('secret_sealed', 'previous_secret_sealed', 'previous_secret_until');

/**
 * Creates the reader of one store’s webhooks and of the messages to them. Webhooks that cannot be read are listed
 * apart.
 */
export function webhookReads(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, separate }: TolerantPlace,
): WebhookReader {
  const webhook = (webhookId: string) =>
    builder.selectFrom('webhooks').where('store_id', '=', storeId).where('id', '=', webhookId);
  const deliveriesTo = (webhookId: string) =>
    builder
      .selectFrom('webhook_deliveries')
      .where('store_id', '=', storeId)
      .where('webhook_id', '=', webhookId);
  return {
    async list() {
      const all = builder
        .selectFrom('webhooks')
        .select(webhookRecord.names)
        .where('store_id', '=', storeId)
        .orderBy('id');
      return separate(await query(all), webhookRecord.decode);
    },
    async find(webhookId) {
      const [row] = await query(webhook(webhookId).select(webhookRecord.names));
      return row === undefined ? null : webhookRecord.decode(row);
    },
    async url(webhookId) {
      const [row] = await query(webhook(webhookId).select('url'));
      return row?.url ?? null;
    },
    async secrets(webhookId) {
      const [row] = await query(webhook(webhookId).select(secrets.names));
      return row === undefined ? null : toSealedSecrets(row);
    },
    async deliveries(webhookId, { before, limit }) {
      const all = deliveriesTo(webhookId).selectAll();
      const older = before === null ? all : all.where('id', '<', before);
      return (await query(older.orderBy('id', 'desc').limit(limit))).map(webhookDeliveries.decode);
    },
    async delivery(webhookId, deliveryId) {
      const [row] = await query(deliveriesTo(webhookId).selectAll().where('id', '=', deliveryId));
      return row === undefined ? null : webhookDeliveries.decode(row);
    },
    async countPendingDeliveries(webhookId) {
      const pending = deliveriesTo(webhookId)
        .where('status', '=', 'pending')
        .select(({ fn }) => fn.countAll<number>().as('count'));
      return (await query(pending))[0]?.count ?? 0;
    },
  };
}

/** Creates the writer of one store’s webhooks and of the messages to them, within a transaction. */
export function webhookWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): WebhookWriter {
  return {
    ...webhookRowWrites(builder, transaction, storeId),
    ...deliveryWrites(builder, transaction, storeId),
  };
}

type WebhookRowWrites = Pick<WebhookWriter, 'insert' | 'update' | 'replaceSecrets' | 'delete'>;

function webhookRowWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): WebhookRowWrites {
  const update = (webhookId: string) =>
    builder.updateTable('webhooks').where('store_id', '=', storeId).where('id', '=', webhookId);
  return {
    async insert(webhook, secrets) {
      const row = { store_id: storeId, ...webhookRecord.encode(webhook), ...toSecretColumns(secrets) };
      await transaction.run(builder.insertInto('webhooks').values(row));
    },
    async update(webhook) {
      const { id, created_at, previous_secret_until, ...values } = webhookRecord.encode(webhook);
      await transaction.run(update(id).set(values));
    },
    async replaceSecrets(webhookId, secrets) {
      await transaction.run(update(webhookId).set(toSecretColumns(secrets)));
    },
    async delete(webhookId) {
      const messages = builder
        .deleteFrom('webhook_deliveries')
        .where('store_id', '=', storeId)
        .where('webhook_id', '=', webhookId);
      await transaction.run(messages);
      const row = builder.deleteFrom('webhooks').where('store_id', '=', storeId).where('id', '=', webhookId);
      await transaction.run(row);
    },
  };
}

type DeliveryWrites = Omit<WebhookWriter, keyof WebhookRowWrites>;

function deliveryWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): DeliveryWrites {
  return {
    async insertDelivery(delivery) {
      const row = { store_id: storeId, ...webhookDeliveries.encode(delivery) };
      await transaction.run(builder.insertInto('webhook_deliveries').values(row));
    },
    async updateDelivery(delivery) {
      const { status, attempts, next_attempt_at, ended_at } = webhookDeliveries.encode(delivery);
      const update = builder
        .updateTable('webhook_deliveries')
        .set({ status, attempts, next_attempt_at, ended_at })
        .where('store_id', '=', storeId)
        .where('webhook_id', '=', delivery.webhookId)
        .where('id', '=', delivery.id);
      await transaction.run(update);
    },
    async trimDeliveries(webhookId, kept) {
      const oldestKept = builder
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('store_id', '=', storeId)
        .where('webhook_id', '=', webhookId)
        .orderBy('id', 'desc')
        .offset(kept - 1)
        .limit(1);
      const remove = builder
        .deleteFrom('webhook_deliveries')
        .where('store_id', '=', storeId)
        .where('webhook_id', '=', webhookId)
        .where('status', '!=', 'pending')
        .where('id', '<', oldestKept);
      await transaction.run(remove);
    },
    deleteDeliveriesBefore: ({ at, limit }) =>
      deleteSomeOf(
        builder,
        transaction,
        storeId,
      )({
        table: 'webhook_deliveries',
        key: ['id'],
        where: sql`status <> 'pending' and created_at < ${at}`,
        orderBy: sql`created_at`,
        limit,
      }),
  };
}

function toSealedSecrets(row: Parameters<typeof secrets.decode>[0]): SealedSecrets {
  const { secretSealed, previousSecretSealed: sealed, previousSecretUntil: until } = secrets.decode(row);
  return { current: secretSealed, previous: sealed === null || until === null ? null : { sealed, until } };
}

function toSecretColumns({ current, previous }: SealedSecrets) {
  return secrets.encode({
    secretSealed: current,
    previousSecretSealed: previous?.sealed ?? null,
    previousSecretUntil: previous?.until ?? null,
  });
}
