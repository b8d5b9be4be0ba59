/** Calls to strangers, put together: guard, limits, and an end to all that is under way. */
import { limits as bounds } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { Call } from './call.ts';
import type { Resolve } from './connect-guarded.ts';
import { createResolve, type NameSources } from './create-resolve.ts';
import { type FetchSettings, fetchDocument } from './fetch-document.ts';
import type { Outbound, OutboundLimits, OutboundPolicy } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import { sendPost } from './send-post.ts';

/** What calls are made with. */
export interface OutboundParts {
  readonly policy: OutboundPolicy;
  readonly clock: Clock;
  /** Replaces parts of how names are looked up; the system's settings hold for the rest. */
  readonly names?: Partial<NameSources>;
  /** Finds the addresses of a name; `names` are asked where it is absent. */
  readonly resolve?: Resolve;
  /** Decides which addresses are public; the registries' where it is absent. */
  readonly isPublic?: (address: string) => boolean;
}

const defaultLimits: OutboundLimits = {
  redirectsMax: bounds.outboundRedirectsMax,
  connectTimeoutMs: bounds.outboundConnectTimeoutMs,
  idleTimeoutMs: bounds.outboundIdleTimeoutMs,
  leastBytesPerSecond: bounds.outboundLeastBytesPerSecond,
  totalTimeoutMs: bounds.outboundTotalTimeoutMs,
  documentMaxBytes: bounds.documentMaxBytes,
  inflationMax: bounds.documentInflationMax,
  inflationFreeBytes: bounds.documentInflationFreeBytes,
};

const defaultNames: NameSources = {
  hostsPath: '/etc/hosts',
  timeoutMs: bounds.outboundLookUpTimeoutMs,
};

/** Ready to call. */
export function createOutbound({
  policy,
  clock,
  names = {},
  resolve = createResolve({ ...defaultNames, ...names }),
  isPublic = isPublicAddress,
}: OutboundParts): Outbound {
  const closing = new AbortController();
  const guard = { resolve, allows: policy.allowPrivate ? () => true : isPublic };
  const settingsOf = (limits: OutboundLimits): FetchSettings => ({
    policy,
    clock,
    limits,
    exchange: {
      ...{ guard, clock, headerMaxBytes: bounds.outboundHeaderMaxBytes, ...limits },
      headTimeoutMs: limits.idleTimeoutMs,
    },
  });
  /** The call goes on after `work` has succeeded where a body is still to be read; that ends it then. */
  async function run<Answer>(
    limits: OutboundLimits,
    signal: AbortSignal,
    work: (settings: FetchSettings, call: Call) => Promise<Answer>,
  ): Promise<Answer> {
    const call = new Call(limits.totalTimeoutMs, [signal, closing.signal]);
    try {
      call.check();
      return await work(settingsOf(limits), call);
    } catch (error) {
      call.finish();
      throw error;
    }
  }
  return {
    fetchDocument: (request, signal) =>
      run({ ...defaultLimits, ...request.limits }, signal, (settings, call) =>
        fetchDocument(request, settings, call),
      ),
    post: (request, signal) =>
      run(
        { ...defaultLimits, totalTimeoutMs: bounds.postTimeoutMs, ...request.limits },
        signal,
        async (settings, call) => {
          const answer = await sendPost(request, settings, call);
          call.finish();
          return answer;
        },
      ),
    async close() {
      closing.abort(new Error('calls to strangers were ended'));
    },
  };
}
