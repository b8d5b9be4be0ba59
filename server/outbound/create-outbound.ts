/**
 * Assembles the outbound HTTP client: address guard, limits, and a way to end all calls in progress. Limits of `contract/limits.ts`
 * apply unless a request sets its own. It follows no redirect to a forbidden address and retries nothing. By default: 5 redirects, 10
 * s to connect, 60 s of silence, 15 minutes in all, 2 GiB; a post takes 15 s. Beyond each an `OutboundError` says so.
 */
// Tests: ./create-resolve.live.test.ts.
import { limits as bounds } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Resolve } from './connect-guarded.ts';
import { createResolve, type NameSources } from './create-resolve.ts';
import { Call } from './exchange.ts';
import { type FetchSettings, fetchDocument } from './fetch-document.ts';
import type { Outbound, OutboundLimits, OutboundPolicy } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';
import { sendPost } from './send-post.ts';

/** The parts of the client. */
export interface OutboundParts {
  readonly policy: OutboundPolicy;
  readonly clock: Clock;
  /** Overrides settings of the name look-up; the rest comes from the system. */
  readonly names?: Partial<NameSources>;
  /** Finds the addresses of a name; uses `names` by default. */
  readonly resolve?: Resolve;
  /** Decides which addresses are public; uses the IANA registries by default. */
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

/** Creates the client. */
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
      guard,
      clock,
      headerMaxBytes: bounds.outboundHeaderMaxBytes,
      ...limits,
      headTimeoutMs: limits.idleTimeoutMs,
    },
  });
  /** Runs `work` within the limits. If it succeeds, the call stays open until `finish`: a body may still have to be read. */
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
