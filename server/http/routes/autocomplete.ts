/**
 * The keystroke (§4.7). The one route where every microsecond counts: no validator, no serializer and, once the index
 * is loaded, no promise.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import type { AutocompleteQuery } from '../../autocomplete/autocomplete.ts';
import { AppError, unavailable } from '../../errors.ts';
import type { KeyGrant } from '../../stores/key-ring.ts';
import { grantOf } from '../authenticate.ts';
import { answers } from '../documentation.ts';
import { readQuery } from '../query.ts';
import type { Services } from '../services.ts';

const { queryMaxLength, autocompleteLimitDefault, autocompleteLimitMax } = limits;

export function autocompleteRoutes(app: FastifyInstance, services: Services): void {
  const { autocomplete, index, metrics } = services;

  /** A store that was made a moment ago, or a service that just started: its index is loaded now. */
  async function answerWhenLoaded(query: AutocompleteQuery): Promise<Buffer> {
    await index.load(query.storeId);
    const answer = autocomplete.answer(query);
    if (answer === undefined) throw unavailable('The index of this store is being loaded.', 1);
    metrics.countAnswer(answer.cached);
    return answer.body;
  }

  app.get('/api/v1/autocomplete', {
    config: { access: 'storefront' },
    schema: {
      summary: 'Suggestions, categories and products for what was typed so far',
      tags: ['Autocomplete'],
      querystring: Type.Object({
        q: Type.Optional(
          Type.String({ maxLength: queryMaxLength, default: '', description: 'Blank: discovery.' }),
        ),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: autocompleteLimitMax, default: autocompleteLimitDefault }),
        ),
        explain: Type.Optional(
          Type.String({
            enum: ['0', '1', 'true', 'false'],
            description: 'Secret keys only: why each product stands where it stands.',
          }),
        ),
        key: Type.Optional(
          Type.String({ description: 'A storefront key, for callers that cannot send headers.' }),
        ),
      }),
      response: answers('AutocompleteAnswer', [422]),
    },
    handler(request, reply) {
      const query = readAutocompleteQuery(request.query, grantOf(request));
      reply.headers(answerHeaders);
      const answer = autocomplete.answer(query);
      if (answer === undefined) return answerWhenLoaded(query);
      metrics.countAnswer(answer.cached);
      reply.send(answer.body);
      return reply;
    },
  });
}

/** Shared caches must not mix callers: which store answers is in a header, not in the address. */
const answerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'private, no-cache',
  vary: 'X-Api-Key, Authorization, Origin',
} as const;

function readAutocompleteQuery(parameters: unknown, grant: KeyGrant): AutocompleteQuery {
  const reader = readQuery(parameters);
  const query = reader.text('q', '');
  if (query.length > queryMaxLength && Array.from(query).length > queryMaxLength) {
    reader.fault('q', 'too_long', `"q" takes at most ${queryMaxLength} characters.`);
  }
  const limit = reader.integer('limit', {
    min: 1,
    max: autocompleteLimitMax,
    fallback: autocompleteLimitDefault,
  });
  const explain = reader.flag('explain');
  reader.finish();
  if (explain && grant.kind !== 'secret') {
    throw new AppError(
      'insufficient_scope',
      '"explain" needs a secret key: it shows how products are ranked.',
    );
  }
  return { storeId: grant.storeId, query, limit, explain };
}
