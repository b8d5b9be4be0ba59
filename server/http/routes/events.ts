/**
 * What shoppers do (§4.8, §6; Contract §8). Bodies are small and checked here; whatever counts is decided where it is
 * written, and the answer comes when that is durable, not when it shows.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import type { SearchClick } from '../../analytics/search-counter.ts';
import { AppError, validationFailed } from '../../errors.ts';
import type { JudgedEvent } from '../../events/event-batch.ts';
import { networkOf } from '../../events/network.ts';
import { parseEvents, parseSessionId, type ShopperEvent } from '../../events/parse-events.ts';
import { parseJsonObject } from '../../ingest/json-body.ts';
import { grantOf } from '../authenticate.ts';
import { bodyBytes } from '../body.ts';
import { callerOf } from '../caller.ts';
import { createDayCounter } from '../day-counter.ts';
import { answers } from '../documentation.ts';
import { eventsPath } from '../events-path.ts';
import type { Services } from '../services.ts';

/** Registers both routes, in a scope of their own: nowhere else is `text/plain` JSON. */
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
  eraseSession(app, services);
}

function takeEvents(app: FastifyInstance, services: Services): void {
  const { bounds, clock, metrics, pipeline, searches } = services;
  const takenToday = createDayCounter(clock, limits.eventsPerStoreAndDay, bounds.numbers('days', 'events'));
  app.post(eventsPath, {
    config: { access: 'storefront' },
    bodyLimit: limits.eventsBodyMaxBytes,
    schema: {
      summary: 'Report what a shopper did: at most 100 events of one session',
      description:
        'Also as text/plain holding JSON. Purchases need a secret key. Answered when it is durable.',
      tags: ['Events'],
      body: Type.Ref('EventsInput'),
      response: answers('EventsAnswer', [400, 413, 415, 422]),
    },
    async handler(request) {
      const { storeId, kind } = grantOf(request);
      const mayBuy = kind === 'secret';
      const { sessionId, events, rejected } = parseEvents(parseJsonObject(bodyBytes(request)), {
        mayBuy,
        nowMicros: clock.nowMicros(),
      });
      if (!takenToday.take(storeId, events.length)) throw tooManyToday();
      const judged = await judge(events, storeId, services);
      // A server with a secret key speaks for many shoppers, so that its own network says nothing.
      const network = mayBuy ? null : networkOf(request.ip);
      const outcome =
        judged.length === 0
          ? { accepted: 0, rejected: [] }
          : await pipeline.takeEvents({ storeId, sessionId, network, events: judged });
      const all = [...rejected, ...outcome.rejected].sort((left, right) => left.index - right.index);
      const unknown = new Set(outcome.rejected.map(({ index }) => index));
      const caller = callerOf(request, storeId);
      for (const event of judged) {
        const click = unknown.has(event.index) ? null : clickOf(event, storeId, services);
        if (click !== null) searches.countClick(caller, click);
      }
      metrics.countEvents({ accepted: outcome.accepted, rejected: all.length });
      const message =
        outcome.accepted > 0 ? 'Events have been recorded.' : 'No event was recorded: see "rejected".';
      return { message, accepted: outcome.accepted, rejected: all };
    },
  });
}

/** Which phrases are suggestions: the index knows. Rejects with `unavailable` while it is being loaded. */
async function judge(
  events: readonly ShopperEvent[],
  storeId: string,
  { autocomplete, index }: Services,
): Promise<JudgedEvent[]> {
  if (events.some(({ phrase }) => phrase !== null) && !autocomplete.isLoaded(storeId)) {
    await index.load(storeId);
  }
  return await autocomplete.whole(storeId, () =>
    events.map((event) => ({
      ...event,
      phraseKey: event.phrase === null ? null : autocomplete.suggestionKey(storeId, event.phrase),
    })),
  );
}

/** Null for what is no click, and where what was typed must not be kept. */
function clickOf(
  { type, query, phrase, phraseKey, region, position }: JudgedEvent,
  storeId: string,
  { autocomplete }: Services,
): SearchClick | null {
  if (type === 'purchase' || query === null) return null;
  const group = region === 'suggestions' || region === 'categories' ? region : 'products';
  const isShown = () => {
    if (group === 'products' || phraseKey !== null) return true;
    const asked = { storeId, query, limit: limits.autocompleteLimitMax };
    return group === 'categories' && phrase !== null && autocomplete.showsCategory(asked, phrase);
  };
  return { query, phrase, region: group, position, isShown };
}

function tooManyToday(): AppError {
  const most = limits.eventsPerStoreAndDay.toLocaleString('en');
  const message = `The store has sent more than ${most} events today. Send them tomorrow.`;
  return new AppError('rate_limited', message, { retryAfterSeconds: 3_600 });
}

function eraseSession(app: FastifyInstance, { pipeline }: Services): void {
  app.delete(`${eventsPath}/sessions/:session_id`, {
    config: { access: 'secret' },
    schema: {
      summary: 'Erase what is kept of a session',
      description:
        'Within two days: after that nothing connects the id with what is kept. What it added to popularity stays.',
      tags: ['Events'],
      params: Type.Object({ session_id: Type.String() }),
      response: answers('SessionErasure', [422]),
    },
    async handler(request) {
      const { session_id } = request.params as { readonly session_id: string };
      const sessionId = parseSessionId(session_id, (fault) => {
        throw validationFailed([{ ...fault, path: 'session_id' }]);
      });
      const erased = await pipeline.eraseSession({ storeId: grantOf(request).storeId, sessionId });
      return { message: 'The session has been erased.', erased_events: erased };
    },
  });
}
