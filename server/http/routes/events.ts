/**
 * Events of shoppers (§4.8, §6; Contract §8). Bodies are small and checked here; everything that counts is decided where it is
 * written, and the answer comes when that is durable, not when it shows. A batch has at most 100 events and 64 KiB; a wrong event is
 * named in `rejected` and the others count. Beyond the day's quota the answer is 429. It never stores what a shopper typed before
 * enough others typed it.
 */
// Tests: test/api/events.test.ts.
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { SearchClick } from '../../analytics/search-counter.ts';
import { AppError } from '../../errors.ts';
import { type JudgedEvent, mayCount } from '../../events/event-batch.ts';
import { isSale, parseEvents } from '../../events/parse-events.ts';
import { parseJsonObject } from '../../ingest/json-body.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { grantOf } from '../admission/authenticate.ts';
import { callerOf } from '../admission/caller.ts';
import { createEventQuota } from '../admission/event-quota.ts';
import { bodyBytes } from '../bodies/body.ts';
import { eventsPath } from '../keystroke/events-path.ts';
import { createClickJudge } from '../keystroke/judge-clicks.ts';
import type { Services } from '../services.ts';

/** Registers the route, in a scope of its own: nowhere else is `text/plain` JSON. */
export async function eventRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    // For `navigator.sendBeacon`, which sends no other type without asking first.
    scope.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _body, done) => {
      const message = 'The body takes Content-Type: application/json, or text/plain holding JSON.';
      done(new AppError('unsupported_media_type', message));
    });
    takeEvents(scope, services);
  });
}

function takeEvents(app: FastifyInstance, services: Services): void {
  const { autocomplete, clock, config, metrics, pipeline, searches } = services;
  const quota = createEventQuota(clock, config.eventsPerDay);
  const judge = createClickJudge(services);
  app.post(eventsPath, {
    config: { access: 'storefront', budget: 'events', unknownParameters: 'ignored' },
    async handler(request) {
      const { storeId, kind } = grantOf(request);
      const isTrusted = kind === 'secret';
      const body = bodyBytes(request);
      const options = { mayBuy: isTrusted, nowMicros: clock.nowMicros() };
      const { sessionId, events, rejected } = await autocomplete.runInTurn(
        storeId,
        body.length * limits.eventStepsPerByte,
        () => parseEvents(parseJsonObject(body), options),
      );
      // A server with a secret key speaks for many shoppers, so that its own network says nothing.
      const networks = isTrusted ? null : nestedPrefixes(request.ip);
      const judged = await judge(events, { storeId, address: request.ip, isTrusted });
      const batch = { storeId, sessionId, networks, events: judged.map(({ event }) => event) };
      const counting = batch.events.filter((event) => mayCount(event, isTrusted));
      const outcome =
        judged.length === 0
          ? { accepted: 0, kept: 0, rejected: [] }
          : await quota.spend(batch, counting.length, () => pipeline.takeEvents(batch));
      const all = [...rejected, ...outcome.rejected].sort((left, right) => left.index - right.index);
      const unknown = new Set(outcome.rejected.map(({ index }) => index));
      const caller = callerOf(request, storeId);
      for (const { event, isShown } of judged) {
        const click = unknown.has(event.index) ? null : clickOf(event, isShown);
        if (click !== null) searches.countClick(caller, click);
      }
      metrics.countEvents({ ...outcome, rejected: all.length });
      const message =
        outcome.accepted > 0 ? 'Events have been recorded.' : 'No event was recorded: see "rejected".';
      return { message, accepted: outcome.accepted, rejected: all };
    },
  });
}

/** Null for what is no click, and where what was typed must not be kept. */
function clickOf(
  { type, query, intent, phrase, region, position }: JudgedEvent,
  isShown: boolean,
): SearchClick | null {
  if (isSale(type) || query === null) return null;
  const group = region === 'suggestions' || region === 'categories' ? region : 'products';
  return { query, intent, phrase, region: group, position, isShown: () => isShown };
}
