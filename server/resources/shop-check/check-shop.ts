/**
 * The operation that checks a page of the shop, done in the pipeline thread beside the probes of feeds, whose guard and bounds it has:
 * public https addresses only, at most 2 MiB and 20 s, a store's calls a few at a time. It writes nothing. A page that cannot be
 * fetched is a finding that says why; nothing of the page but its search fields and the widget's attributes is in the answer.
 */
// Tests: test/api/shop-check.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { ShopCheck, shopCheckOperations } from '../../../contract/shop-check.ts';
import { quote } from '../../catalog/problem.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import {
  type DocumentAnswer,
  type Outbound,
  OutboundError,
  type OutboundPolicy,
} from '../../outbound/outbound.ts';
import { checkOutboundUrl, presentGiven } from '../../outbound/url-rules.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashKey, isWellFormedKey } from '../../stores/key-format.ts';
import { finding } from './finding.ts';
import { presentFields } from './judge-fields.ts';
import { judgePage, type KnownKey } from './judge-page.ts';
import { type PageSource, readPage, type ShopLine } from './read-page.ts';

/** The parts of the process that a check needs. */
export interface ShopCheckDependencies {
  readonly policy: OutboundPolicy;
  readonly outbound: Outbound;
  readonly stopping: AbortSignal;
  /** Bounds the calls to strangers that members of a store wait for. */
  readonly probe: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** A handler for each operation. */
export function shopCheckWrites(
  storage: Storage,
  { policy, outbound, stopping, probe }: ShopCheckDependencies,
): OperationHandlers<typeof shopCheckOperations, 'pipeline'> {
  return {
    async checkShop({ storeId, origin, readBody }, { cancelled }) {
      const url = readBody((body, report) => {
        // Undefined where the body's own check found a fault.
        const given: string | undefined = body.url;
        const check = checkOutboundUrl(given ?? '', policy);
        if (check.ok) return check.url;
        if (given !== undefined) {
          report('/url', 'url_not_allowed', `${check.message} Got ${quote(presentGiven(given))}.`);
        }
        return new URL('about:blank');
      });
      const signal = AbortSignal.any([stopping, cancelled]);
      return {
        check: await probe(storeId, () => check(storage, { storeId, url, origin, outbound, signal })),
      };
    },
  };
}

interface Check {
  readonly storeId: string;
  readonly url: URL;
  readonly origin: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
}

async function check(
  storage: Storage,
  { storeId, url, origin, outbound, signal }: Check,
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
  const key = await findKey(storage, storeId, line);
  return {
    url: `${page.url.origin}${page.url.pathname}`,
    findings: judgePage(page, key, origin),
    attributes: presentAttributes(line),
    inputs: presentFields(page, line),
  };
}

async function fetchPage(
  url: URL,
  origin: string,
  { outbound, signal }: Pick<Check, 'outbound' | 'signal'>,
): Promise<PageSource> {
  const answer = await outbound.fetchDocument(
    {
      url: url.href,
      credentials: null,
      validators: null,
      // A page that ends early is judged by what it has.
      endShownByDocument: true,
      limits: { totalTimeoutMs: limits.shopCheckTimeoutMs },
    },
    signal,
  );
  if (answer.kind !== 'document') throw new Error('A page was not modified since never.');
  const { bytes, isCut } = await readStart(answer.body);
  const { facts } = answer;
  return {
    url: new URL(facts.redirects.at(-1)?.url ?? `${url.origin}${url.pathname}`),
    html: decode(bytes, facts.contentType),
    policy: answer.header('content-security-policy') ?? '',
    isCut,
    origin,
  };
}

async function readStart(body: Extract<DocumentAnswer, { kind: 'document' }>['body']) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limits.shopCheckMaxBytes) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, limits.shopCheckMaxBytes);
  return { bytes, isCut: length > limits.shopCheckMaxBytes };
}

/** In the encoding that the header names; UTF-8 otherwise, in which all that is looked for can be read. */
function decode(bytes: Uint8Array, contentType: string | null): string {
  const label = /charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Sentences about feeds do not fit pages. */
function whyUnread({ code, status, message }: OutboundError): string {
  if (code !== 'status') return `The page cannot be read. ${message}`;
  if (status === 401 || status === 403 || status === 429) {
    return `The shop answered ${status}: it does not let this service see the page. Check a page that everybody may see, and whether the shop blocks servers; for the check, allow the user agent Foretype.`;
  }
  if (status === 404 || status === 410) return `The shop answered ${status}: it has no page at this address.`;
  return `The shop answered ${status} instead of a page. Open the address in a browser, and check again.`;
}

/** What is known of the key of the line. Of a key of another store only that it is not one of this. */
async function findKey(
  { directory }: Storage,
  storeId: string,
  line: ShopLine | undefined,
): Promise<KnownKey> {
  const text = (line?.attributes.get('data-api-key') ?? '').trim();
  if (text === '') return { state: 'absent' };
  if (!isWellFormedKey(text)) return { state: 'malformed' };
  if (text.startsWith('ft_sk_')) return { state: 'secret' };
  const hash = hashKey(text);
  const key = (await directory.listApiKeys(storeId)).find((candidate) => candidate.hash === hash);
  if (key === undefined) return { state: 'foreign' };
  const { name, allowedOrigins: origins } = key;
  if (key.revokedAt !== null) return { state: 'revoked', name };
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
