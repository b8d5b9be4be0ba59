/**
 * The operations that read phrases, types and the queue, done in the reader thread. They write nothing and call no provider. An
 * unknown product is `not_found`, a cursor of another list `validation_failed`; usage is of the last 30 days.
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import type { enrichmentOperations } from '../../../contract/enrichment.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import {
  estimateRest,
  readPause,
  readPhrases,
  readQueue,
  type Standing,
} from '../../enrichment/read-enrichment.ts';
import { notFound } from '../../errors.ts';
import { pathExternalId } from '../../operations/external-ids.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { ListedEnrichment } from '../../storage/enrichment/tables.ts';
import {
  type DeploymentSettings,
  presentListed,
  presentPhrases,
  presentQueue,
  presentStoreType,
} from './present-enrichment.ts';
import { parsePlace, readProgress } from './read-review.ts';
import { readTypes, type TypeOverview } from './read-types.ts';

/** A handler for each operation. */
export function enrichmentReads(
  clock: Clock,
  settings: DeploymentSettings,
): OperationHandlers<typeof enrichmentOperations, 'reader', ReadContext> {
  async function standingOf({ directory }: ReadContext): Promise<Standing> {
    const pausedUntil = await readPause(directory, settings.enrichment.server !== null);
    return { nowMicros: clock.nowMicros(), pausedUntil };
  }
  return {
    async showPhrases(call, context) {
      const { reader, store } = context;
      const known = await readPhrases(reader, pathExternalId(call), await standingOf(context));
      if (known === null) throw notFound('product');
      return { phrases: presentPhrases(known, store, settings.enrichmentProvider) };
    },

    async showEnrichment(_call, context) {
      const { store, directory, inTurns } = context;
      const when = { ...(await standingOf(context)), days: limits.enrichmentUsageDays };
      const view = await inTurns((reader) => readQueue(reader, store, when));
      // Loaded when it is needed: generators cost a start as much as all lists together.
      const { outlineGenerator } = await import('../../enrichment/create-generator.ts');
      const generator = outlineGenerator(settings.enrichment, clock);
      const estimate = await estimateRest({ directory }, view, generator, settings.enrichment);
      return { enrichment: presentQueue(view, estimate, settings) };
    },

    listEnrichmentProducts: ({ query: { state, cursor, limit } }, { reader }) =>
      writePage({
        ...{ name: 'products', limit },
        read: (last: ListedEnrichment | null, most) =>
          reader.enrichment.list(state, { after: last?.id ?? cursor ?? null, limit: most }),
        show: presentListed,
        placeOf: ({ id }) => id,
      }),

    async listTypes({ query: { q: text, order, cursor, limit } }, { inTurns, store: { locale } }) {
      const after = cursor === undefined ? null : parsePlace(cursor);
      return await inTurns(async (reader) => {
        // Before the types: without progress, they are those behind the last decision.
        const progress = await readProgress(reader);
        const types = await readTypes(reader, { order, after, limit: limit + 1, text, locale });
        return await writePage({
          ...{ name: 'types', limit, head: { progress } },
          read: async (last: TypeOverview | null, most) => {
            const rest = last === null ? types : types.slice(types.indexOf(last) + 1);
            return { rows: rest.slice(0, most), isMore: rest.length > most };
          },
          show: presentStoreType,
          placeOf: ({ risk, name, products }) =>
            JSON.stringify([order === 'risk' ? risk : 0, products, name]),
        });
      });
    },
  };
}
