/**
 * Orders of shops, as their own systems send them (record 0089): no key, but a signature over the bytes, which the pipeline thread
 * checks. Their purchases are recorded like those of the shop’s server. A body has at most 1 MiB; calls count by network, and signed ones
 * by feed. It holds nothing of an order but for the time of the call, and logs nothing of it.
 */
// Tests: test/api/orders.test.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits, rateLimits } from '../../../contract/limits.ts';
import { orderCalls } from '../../../contract/orders.ts';
import { notFound, validationFailed } from '../../errors.ts';
import { parseEvents } from '../../events/parse-events.ts';
import { orderHeaders } from '../../feeds/orders/open-order.ts';
import type { OrderEvents } from '../../feeds/orders/shop-order.ts';
import { isUuid } from '../../ids.ts';
import { admitToBucket } from '../admission/admit-to-bucket.ts';
import { createTokenBuckets } from '../admission/token-buckets.ts';
import { bodyBytes } from '../bodies/body.ts';
import { noneRecorded, type RecordEvents } from '../record-events.ts';
import type { Services } from '../services.ts';

/** The path of the call. */
const ordersPath = '/api/v1/product-feeds/:feed_id/orders';

/** Registers the route, in a scope of its own: nowhere else is a form read as it is. */
export async function orderRoutes(
  app: FastifyInstance,
  services: Services,
  record: RecordEvents,
): Promise<void> {
  await app.register(async (scope) => {
    // WooCommerce sends a form to test an address.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    takeOrders(scope, services, record);
  });
}

function takeOrders(app: FastifyInstance, services: Services, record: RecordEvents): void {
  const { clock, config, pipeline } = services;
  const ofFeeds = createTokenBuckets(rateLimits.managementPerKey, () => clock.monotonicMs());
  app.post(ordersPath, {
    config: { access: 'signed', budget: 'events', body: { maxBytes: limits.orderMaxBytes } },
    schema: { querystring: orderCalls.receiveOrder.query },
    async handler(request, reply) {
      const { storeId, feedId } = placeOf(request);
      const headers = Object.fromEntries(
        orderHeaders.map((name) => [name, singleHeader(request.headers[name])]),
      );
      const opened = await pipeline.openOrder({ storeId, feedId, headers, body: bodyBytes(request) });
      // What is not signed counts by network only, so that a stranger cannot use up what the shop may send.
      const isSigned = opened.kind === 'events' || opened.isSigned;
      if (config.rateLimit && isSigned) admitToBucket(ofFeeds, feedId, rateLimits.managementPerKey, reply);
      if (opened.kind === 'ignored') return { message: opened.message, accepted: 0, rejected: [] };
      return await recordOrder(services, record, opened.events, { storeId, address: request.ip });
    },
  });
}

/** Unknown stores and feeds look alike. */
function placeOf({ params, query }: FastifyRequest): { readonly storeId: string; readonly feedId: string } {
  const { feed_id: feedId } = params as { readonly feed_id: string };
  const { store: storeId } = query as { readonly store?: unknown };
  if (typeof storeId !== 'string') {
    const message = 'The address needs "store": copy it whole, as links.orders of the feed has it.';
    throw validationFailed([{ path: 'store', code: 'store_invalid', message }]);
  }
  if (!isUuid(storeId) || !isUuid(feedId)) throw notFound('feed that takes orders');
  return { storeId, feedId };
}

function singleHeader(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

/** Records all batches of an order; lines are counted through. */
async function recordOrder(
  { autocomplete, clock }: Services,
  record: RecordEvents,
  { sessionId, batches }: OrderEvents,
  { storeId, address }: { readonly storeId: string; readonly address: string },
) {
  const options = { mayBuy: true, nowMicros: clock.nowMicros() };
  const total = { accepted: 0, rejected: [] as object[] };
  for (const [place, events] of batches.entries()) {
    const parsed = await autocomplete.runInTurn(storeId, events.length * stepsPerLine, () =>
      parseEvents({ session_id: sessionId, events }, options),
    );
    const { accepted, rejected } = await record(parsed, { storeId, address, isTrusted: true });
    total.accepted += accepted;
    const before = place * limits.eventsPerBatch;
    total.rejected.push(...rejected.map((one) => ({ ...one, index: before + one.index })));
  }
  const message = total.accepted > 0 ? 'The order has been recorded.' : noneRecorded;
  return { message, ...total };
}

/** An event has about 300 bytes. */
const stepsPerLine = 300 * limits.eventStepsPerByte;
