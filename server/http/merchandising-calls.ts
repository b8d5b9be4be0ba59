/** What both doors to merchandising do alike, for keys and for people. */
import type { FastifyRequest } from 'fastify';
import type { MerchandisingBody } from '../../contract/merchandising.ts';
import { externalIdsOf, namesIn } from '../merchandising/product-names.ts';
import type { Actor } from '../storage/accounts.ts';
import type { StoreMerchandising } from '../storage/merchandising.ts';
import { bodyBytes } from './body.ts';
import { presentMerchandising } from './presenters/present-merchandising.ts';
import type { Services } from './services.ts';

/** Whose rules, and who asks: null for a key. */
export interface MerchandisingCaller {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/** The rules after a change. */
type ChangedMerchandising = MerchandisingBody & { readonly message: string };

/** The calls, as one handler each. */
export interface MerchandisingCalls {
  show(request: FastifyRequest): Promise<MerchandisingBody>;
  /** Answers when keystrokes of this process are answered by the rules. */
  replace(request: FastifyRequest): Promise<ChangedMerchandising>;
  /** Changes one rule; answers as `replace` does. */
  change(request: FastifyRequest): Promise<ChangedMerchandising>;
}

export function createMerchandisingCalls(
  { readers, pipeline, index }: Pick<Services, 'readers' | 'pipeline' | 'index'>,
  callerOf: (request: FastifyRequest) => MerchandisingCaller,
): MerchandisingCalls {
  async function present(storeId: string, set: StoreMerchandising): Promise<MerchandisingBody> {
    const ids = externalIdsOf(namesIn(set.rules));
    const known = await readers.of(storeId).namedProducts(ids);
    const knownIds = new Set(known.map(({ externalId }) => externalId));
    return presentMerchandising(
      set,
      ids.filter((id) => !knownIds.has(id)),
    );
  }
  async function follow(storeId: string, set: StoreMerchandising, message: string) {
    await index.follow(storeId);
    return { message, ...(await present(storeId, set)) };
  }
  return {
    async show(request) {
      const { storeId } = callerOf(request);
      return await present(storeId, await readers.of(storeId).merchandising());
    },
    async replace(request) {
      const caller = callerOf(request);
      const set = await pipeline.replaceMerchandising({ ...caller, body: bodyBytes(request) });
      return await follow(caller.storeId, set, 'The rules have been replaced.');
    },
    async change(request) {
      const caller = callerOf(request);
      const set = await pipeline.changeRule({ ...caller, body: bodyBytes(request) });
      return await follow(caller.storeId, set, 'The rule has been changed.');
    },
  };
}
