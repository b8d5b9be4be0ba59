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
import type { JudgedEvent } from '../../events/event-batch.ts';
import { isSale, parseEvents } from '../../events/parse-events.ts';
import { parseJsonObject } from '../../ingest/json-body.ts';
import { grantOf } from '../admission/authenticate.ts';
import { callerOf } from '../admission/caller.ts';
import { bodyBytes } from '../bodies/body.ts';
import { eventsPath } from '../keystroke/events-path.ts';
import type { RecordEvents } from '../record-events.ts';
import type { Services } from '../services.ts';

/** Registers the route, in a scope of its own: nowhere else is `text/plain` JSON. */
export async function eventRoutes(
  app: FastifyInstance,
  services: Services,
  record: RecordEvents,
): Promise<void> {
  await app.register(async (scope) => {
    // For `navigator.sendBeacon`, which sends no other type without asking first.
    scope.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addContentTypeParser('*', (_request, _body, done) => {
      const message = 'The body takes Content-Type: application/json, or text/plain holding JSON.';
      done(new AppError('unsupported_media_type', message));
    });
    takeEvents(scope, services, record);
  });
}

function takeEvents(app: FastifyInstance, services: Services, record: RecordEvents): void {
  const { autocomplete, clock, searches } = services;
  app.post(eventsPath, {
    config: { access: 'storefront', budget: 'events', unknownParameters: 'ignored' },
    async handler(request) {
      const { storeId, kind } = grantOf(request);
      const isTrusted = kind === 'secret';
      const body = bodyBytes(request);
      const options = { mayBuy: isTrusted, nowMicros: clock.nowMicros() };
      const parsed = await autocomplete.runInTurn(storeId, body.length * limits.eventStepsPerByte, () =>
        parseEvents(parseJsonObject(body), options),
      );
      const recorded = await record(parsed, { storeId, address: request.ip, isTrusted });
      const { judged, ...answer } = recorded;
      const caller = callerOf(request, storeId);
      for (const { event, isShown } of judged) {
        const click = clickOf(event, isShown);
        if (click !== null) searches.countClick(caller, click);
      }
      return answer;
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
