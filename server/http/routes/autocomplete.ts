/**
 * The keystroke (§4.7). Most keystrokes never come here: they are answered in front of the framework (keystroke.ts), by the same
 * functions. Here the others get their errors (a wrong parameter is 422 and names it), and a request waits for an index that is being
 * loaded: 1.5 s at most, then 503 with Retry-After 1 s. Calls with `explain` are never counted as shoppers. A text has at most 100
 * characters, and a group at most 20 entries.
 */
// Tests: test/api/autocomplete.test.ts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AutocompleteAnswer, AutocompleteQuery } from '../../autocomplete/answering/autocomplete.ts';
import { unavailable } from '../../errors.ts';
import { grantOf } from '../admission/authenticate.ts';
import { callerOf } from '../admission/caller.ts';
import { autocompletePath, readKeystroke } from '../keystroke/keystroke-query.ts';
import { bodyToSend } from '../keystroke/query-id.ts';
import type { Services } from '../services.ts';

/** Adds `GET /autocomplete` for the keystrokes that were not answered before the framework. */
export function autocompleteRoutes(app: FastifyInstance, services: Services): void {
  const { autocomplete, clock, index, metrics, queryIds, requests, searches, shown } = services;

  /** Calls that ask for an explanation are people at work on the store, not shoppers. */
  function count(
    request: FastifyRequest,
    { storeId, query, explain }: AutocompleteQuery,
    { answer, startedMs }: { readonly answer: AutocompleteAnswer; readonly startedMs: number },
  ): void {
    metrics.countAnswer(answer.origin === 'cached', answer.isCut);
    if (explain) return;
    requests.countAnswer(storeId, answer.origin, clock.monotonicMs() - startedMs);
    searches.countQuery(callerOf(request, storeId), query, answer.found);
    shown.note(storeId, request.ip, answer.asked);
  }

  /** A store that was made a moment ago, or a service that just started: its index is loaded now. */
  async function answerWhenThere(
    request: FastifyRequest,
    query: AutocompleteQuery,
    startedMs: number,
  ): Promise<Buffer> {
    const { storeId } = query;
    if (!autocomplete.isLoaded(storeId)) await index.load(storeId);
    const answer = await autocomplete.inTurn(storeId, () => autocomplete.answer(query));
    if (answer === undefined) throw unavailable('The index of this store is being loaded.', 1);
    count(request, query, { answer, startedMs });
    return Buffer.from(bodyToSend(query, answer, queryIds), 'latin1');
  }

  app.get(autocompletePath, {
    config: { access: 'storefront', unknownParameters: 'ignored' },
    onResponse(request, reply, done) {
      if (request.grant !== null && reply.statusCode >= 400) requests.countError(request.grant.storeId);
      done();
    },
    handler(request, reply) {
      const startedMs = clock.monotonicMs();
      const query = readKeystroke(request.query, grantOf(request));
      reply.headers(answerHeaders);
      const answer = autocomplete.answerAtOnce(query);
      if (answer === undefined) return answerWhenThere(request, query, startedMs);
      count(request, query, { answer, startedMs });
      reply.send(Buffer.from(bodyToSend(query, answer, queryIds), 'latin1'));
      return reply;
    },
  });
}

/** The headers of an answer. Shared caches must not mix callers: which store answers is in a header, not in the address. */
export const answerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'X-Api-Key, Authorization, Origin',
} as const;
