/**
 * The operations that look at a shop, done in the pipeline thread beside the probes of feeds, whose guard and bounds they have:
 * public https addresses only, at most 2 MiB and 20 s, a store's calls a few at a time. It writes nothing. A page that cannot be
 * fetched is a finding that says why; nothing of the page but its search fields and the widget's attributes is in the answer.
 */
// Tests: test/api/shop-check.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { ShopCheck, shopCheckOperations } from '../../../contract/shop-check.ts';
import { quote } from '../../catalog/problem.ts';
import type { Clock } from '../../clock.ts';
import { notFound, type Report } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { type Outbound, OutboundError, type OutboundPolicy } from '../../outbound/outbound.ts';
import { checkOutboundUrl, presentGiven } from '../../outbound/url-rules.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashKey, isWellFormedKey } from '../../stores/key-format.ts';
import { decodeStart, fetchStart } from './fetch-start.ts';
import { findFeed, whyUnread } from './find-feed.ts';
import { finding } from './finding.ts';
import { presentFields, targetOf } from './judge-fields.ts';
import { judgePage, type KnownKey } from './judge-page.ts';
import { type PageSource, readPage, type ShopLine } from './read-page.ts';

/** The parts of the process that a check needs. */
export interface ShopCheckDependencies {
  readonly policy: OutboundPolicy;
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** Whether an address is that of a document of the demo shop, which the service makes itself. */
  readonly isOwnDocument: (url: string) => boolean;
  /** Bounds the calls to strangers that members of a store wait for. */
  readonly probe: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** A handler for each operation. */
export function shopCheckWrites(
  storage: Storage,
  { policy, outbound, clock, stopping, probe, isOwnDocument }: ShopCheckDependencies,
): OperationHandlers<typeof shopCheckOperations, 'pipeline'> {
  const readAddress = (given: string | undefined, report: Report): URL =>
    given !== undefined && isOwnDocument(given) ? new URL(given) : readPublicAddress(given, policy, report);
  return {
    async findFeed({ storeId, readBody }, { cancelled }) {
      const url = readBody((body, report) => readAddress(body.url, report));
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound('store');
      const signal = AbortSignal.any([stopping, cancelled]);
      const nowMs = clock.nowMicros() / 1_000;
      return { found: await probe(storeId, () => findFeed(url, { store, policy, outbound, signal, nowMs })) };
    },
    async checkShop({ storeId, origin, readBody }, { cancelled }) {
      const url = readBody((body, report) => readAddress(body.url, report));
      const signal = AbortSignal.any([stopping, cancelled]);
      return {
        check: await probe(storeId, () => check(storage, { storeId, url, origin, outbound, signal, clock })),
      };
    },
  };
}

/** The address that may be fetched; `given` is undefined where the body's own check found a fault. */
function readPublicAddress(given: string | undefined, policy: OutboundPolicy, report: Report): URL {
  const check = checkOutboundUrl(given ?? '', policy);
  if (check.ok) return check.url;
  if (given !== undefined) {
    const why = check.isForbidden ? ` ${onlyPublic}` : '';
    report('/url', 'url_not_allowed', `${check.message} Got ${quote(presentGiven(given))}.${why}`);
  }
  return new URL('about:blank');
}

/** Why an address is refused that is one, and what to do. */
const onlyPublic =
  'This service fetches only public https pages, so that the network in which it runs stays unseen. Check the page at its public address, or ask who runs the service to allow private addresses (FORETYPE_ALLOW_PRIVATE_FEEDS=on).';

interface Check {
  readonly clock: Clock;
  readonly storeId: string;
  readonly url: URL;
  readonly origin: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
}

async function check(
  storage: Storage,
  { storeId, url, origin, outbound, signal, clock }: Check,
): Promise<ShopCheck> {
  let source: PageSource;
  try {
    source = await fetchPage(url, origin, { outbound, signal });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const unread = finding('problem', 'page_unread', whyUnread(error));
    return { url: `${url.origin}${url.pathname}`, findings: [unread], attributes: [], inputs: [] };
  }
  const page = readPage(source);
  const [line] = page.lines;
  const key = await findKey(storage, storeId, line, clock.nowMicros());
  const target = targetOf(line);
  return {
    url: `${page.url.origin}${page.url.pathname}`,
    findings: judgePage(page, { key, target, origin }),
    attributes: presentAttributes(line),
    inputs: presentFields(page, target),
  };
}

async function fetchPage(
  url: URL,
  origin: string,
  { outbound, signal }: Pick<Check, 'outbound' | 'signal'>,
): Promise<PageSource> {
  const start = await fetchStart(url, { outbound, signal, timeoutMs: limits.shopCheckTimeoutMs });
  return {
    url: start.url,
    html: decodeStart(start),
    policy: start.header('content-security-policy') ?? '',
    isCut: start.isCut,
    origin,
  };
}

/** What is known of the key of the line. Of a key of another store only that it is not one of this. */
async function findKey(
  { directory }: Storage,
  storeId: string,
  line: ShopLine | undefined,
  now: number,
): Promise<KnownKey> {
  const text = (line?.attributes.get('data-api-key') ?? '').trim();
  if (text === '') return { state: 'absent' };
  if (!isWellFormedKey(text)) return { state: 'malformed' };
  if (!text.startsWith('ft_pk_')) return { state: 'secret' };
  const hash = hashKey(text);
  const key = (await directory.listApiKeys(storeId)).find((candidate) => candidate.hash === hash);
  if (key === undefined) return { state: 'foreign' };
  const { name, allowedOrigins: origins } = key;
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now))
    return { state: 'revoked', name };
  return origins === null ? { state: 'unreadable', name } : { state: 'live', name, origins };
}

function presentAttributes(line: ShopLine | undefined): ShopCheck['attributes'] {
  return [...(line?.attributes ?? [])]
    .filter(([name]) => name.startsWith('data-') && name !== 'data-api-key')
    .slice(0, limits.shopCheckInputs)
    .map(([name, value]) => ({
      name: name.slice(0, limits.fieldMaxLength),
      value: value.slice(0, limits.fieldMaxLength),
    }));
}
