/**
 * Goal: whatever a feed's server does, the run ends with words that say what is wrong, the catalog is what it was or what
 * a whole document says, and the next good document is taken. Method: a real service, and a server that cuts, resets,
 * lies, redirects and inflates; what would take minutes is done with short limits by a worker without a service. How
 * bytes are read does not hang on the database: on PostgreSQL one fault of each code stands for all.
 * `npm run campaign:large-feeds` does what is too large for every day, and watches the memory.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { FeedRunBody } from '../../contract/feeds.ts';
import type { DocumentFormat } from '../../contract/words/feeds.ts';
import { createSystemClock } from '../../server/clock.ts';
import type { Outbound, OutboundLimits } from '../../server/outbound/outbound.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createStore } from '../../server/stores/create-store.ts';
import { engines, onAnyEngine } from '../support/engines.ts';
import { createFeedDependencies } from '../support/feed-dependencies.ts';
import {
  newAddress,
  privateFeeds,
  registerAndRun,
  runFeed,
  showFeed,
  useFeedServer,
} from '../support/feeds.ts';
import {
  documentOf,
  type HostileDocument,
  hostileDocuments,
  productCount,
} from '../support/hostile-documents.ts';
import { type AnswerParts, type FeedAnswer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { createHostileFeeds } from '../support/hostile-feeds.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { catalogState } from '../support/store-state.ts';
import { createTestAuthority } from '../support/test-authority.ts';
import { useService } from '../support/use-service.ts';

const formats: readonly DocumentFormat[] = ['google_xml', 'json', 'csv'];

/** The advice to a merchant that each error of the transfer must give, by its code. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  feed_url_forbidden: /not allowed\. The address/,
  feed_unreachable: /cannot be reached: .*Check|closed the connection without/,
  feed_timed_out: /let it answer faster/,
  feed_redirects: /check the address|name the address/,
  feed_status: /Let it|Check|If it stays|Choose/,
  feed_malformed: /breaks the rules of HTTP/,
  feed_encoding: /let it|must hold|pack it|create the file again/,
  feed_truncated: /nothing of (it|the document) counts|let it send Content-Length/,
  feed_too_large: /split it|let the server/,
};

/** One run of a fault and what must come of it. */
interface Fault {
  readonly name: string;
  readonly answer: AnswerParts | FeedAnswer;
  readonly code: string | null;
  readonly words?: RegExp;
  readonly failedRows?: number;
}

function toFault({ name, body, contentType, outcome }: HostileDocument): Fault {
  const answer = { headers: { 'content-type': contentType }, body };
  return 'code' in outcome
    ? { name, answer, code: outcome.code, words: outcome.words }
    : { name, answer, code: null, failedRows: outcome.failedRows };
}

/** The outcomes of documents that only the reader refuses: how their runs end. */
const readerOutcomes: Readonly<Record<string, [code: string | null, words?: RegExp]>> = {
  'login-page': ['document_type', /web page/],
  'json-error': ['document_type', /JSON document/],
  nothing: ['document_empty', /empty/],
  zeros: ['document_type', /not text/],
  'wrong-content-type': [null],
  'wrong-charset': ['no_valid_rows', /None of the 20 rows/],
};

function transferFaults(document: Uint8Array): Fault[] {
  return [...createHostileFeeds(document)]
    .filter(([, { isSlow }]) => isSlow !== true)
    .map(([name, { answer, outcome }]): Fault => {
      if (outcome !== 'document') {
        const code = outcome === 'url_not_allowed' ? 'feed_url_forbidden' : `feed_${outcome}`;
        return { name, answer, code, words: wordsOf[code] ?? /^$/ };
      }
      const isEmpty = name === 'closed-at-0';
      const closed: [string, RegExp] = isEmpty
        ? ['document_empty', /empty/]
        : ['document_truncated', /breaks off/];
      const [code, words] = readerOutcomes[name] ?? closed;
      return { name, answer, code, ...(words === undefined ? { failedRows: 0 } : { words }) };
    });
}

for (const engine of engines) {
  describe(`hostile servers of feeds (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    const server = useFeedServer();

    /** Lets every fault befall a feed whose products are there, several stores beside one another. */
    async function suffer(format: DocumentFormat, faults: readonly Fault[]): Promise<void> {
      const waiting = faults.values();
      const lanes = Array.from({ length: Math.min(3, faults.length) }, () => sufferInTurn(format, waiting));
      await Promise.all(lanes);
    }

    async function sufferInTurn(format: DocumentFormat, waiting: Iterable<Fault>): Promise<void> {
      const store = await service.createStore();
      const { storage } = service.current();
      const address = newAddress(server.current());
      const good = { body: documentOf(format) };
      address.serve(good);
      const { feed, run } = await registerAndRun(store, address.url, { feed_format: format });
      assert.deepEqual([run.status, run.created_rows], ['completed', productCount], run.error ?? '');
      const before = await catalogState(storage, store.store.id);
      // Every write of a product moves the store's change number.
      const storeBefore = await storage.directory.findStore(store.store.id);
      for (const fault of waiting) {
        address.serve(fault.answer);
        await checkEnd(store, await runFeed(store, feed.id), fault);
        assert.deepEqual(await storage.directory.findStore(store.store.id), storeBefore, fault.name);
      }
      address.serve(good);
      const last = await runFeed(store, feed.id);
      assert.equal(last.status, 'completed', last.error ?? '');
      assert.deepEqual(await catalogState(storage, store.store.id), before);
      assert.equal(await storage.reader(store.store.id).files.count(), 0);
    }

    if (engine.name === 'postgres') {
      test('a faulty document or transfer leaves the catalog unchanged', async () => {
        const documents = hostileDocuments('google_xml').map(toFault);
        const faults = firstOfEachCode([...documents, ...transferFaults(documentOf('google_xml'))]);
        await suffer('google_xml', faults);
        assert.ok(faults.length >= 14, `${faults.length}`);
      });
      return;
    }

    test('a wrongly generated document changes nothing and is explained', async () => {
      await Promise.all(formats.map((format) => suffer(format, hostileDocuments(format).map(toFault))));
    });

    test('a failed transfer changes nothing and is explained', async () => {
      // Of places to cut at, one of each kind: which one it is, is up to whoever tests the fetch by itself.
      const faults = [
        ...new Map(
          transferFaults(documentOf('google_xml')).map((fault) => [
            fault.name.replace(/-at-\d+$/, ''),
            fault,
          ]),
        ).values(),
      ];
      await suffer('google_xml', faults);
      assert.ok(faults.length >= 50, `${faults.length}`);
    });

    test('a possibly truncated table is not taken as whole', async () => {
      const body = documentOf('csv');
      const cuts = [0.2, 0.7, 1].map((part) => Math.floor(body.length * part));
      await suffer(
        'csv',
        cuts.map((end) => ({
          name: `closed at ${end}`,
          answer: { body: body.subarray(0, end), framing: 'close' as const },
          code: 'feed_truncated',
          words: /Content-Length/,
        })),
      );
    });
  });
}

function firstOfEachCode(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.toReversed().map((fault) => [fault.code, fault])).values()];
}

/** The run's end and words, and the feed's state after it. */
async function checkEnd(store: TestStore, run: FeedRunBody, fault: Fault): Promise<void> {
  const { name, code, words } = fault;
  const facts = `${name}: ${run.error}`;
  const { feed } = await showFeed(store, run.feed_id);
  assert.deepEqual([run.error_code, run.status], [code, code === null ? 'completed' : 'failed'], facts);
  assert.deepEqual([run.removed_rows, run.created_rows, run.updated_rows], [0, 0, 0], facts);
  assert.deepEqual([feed.status, feed.last_error], [code === null ? 'active' : 'error', run.error], facts);
  if (words !== undefined) assert.match(run.error ?? '', words, facts);
  assert.doesNotMatch(run.error ?? '', /127\.0\.0\.1|undefined|\[object|Error:/, facts);
  if (fault.failedRows !== undefined) assert.equal(run.failed_rows, fault.failedRows, facts);
}

/** The same, with other limits than take minutes to be met. */
function within(outbound: Outbound, limits: Partial<OutboundLimits>): Outbound {
  return {
    ...outbound,
    fetchDocument: (request, signal) =>
      outbound.fetchDocument({ ...request, limits: { ...request.limits, ...limits } }, signal),
  };
}

/** A worker without a service, and one feed whose products are there. */
async function openWorker(
  storage: Storage,
  guard: Parameters<typeof createFeedDependencies>[2],
  url: string,
) {
  const clock = createSystemClock();
  const dependencies = createFeedDependencies(storage, clock, guard);
  const settings = { name: 'Test shop', plan: 'unlimited', currency: 'USD', locale: 'en' } as const;
  const { store } = await createStore(storage, clock, settings);
  const secret = { auth_type: 'basic', auth_secret: 'shop:secret' };
  const feed = await dependencies.register(store.id, { feed_url: url, feed_format: 'google_xml', ...secret });
  const work = async (changes: Parameters<typeof dependencies.work>[0] = {}) => {
    assert.ok(await dependencies.work(changes));
    const [run] = await storage.reader(store.id).feeds.runs(feed.id, { before: null, limit: 1 });
    assert.ok(run !== undefined);
    return run;
  };
  const first = await work();
  assert.deepEqual([first.run.status, first.run.createdRows], ['completed', productCount]);
  const before = await catalogState(storage, store.id);
  return {
    dependencies,
    /** One more run, on which the catalog must stay as it is. */
    async again(
      changes: Parameters<typeof dependencies.work>[0] = {},
    ): Promise<[code: string | null, error: string]> {
      await dependencies.refresh(feed);
      const { run, details } = await work(changes);
      assert.deepEqual(await catalogState(storage, store.id), before);
      return [details.errorCode, run.error ?? ''];
    },
  };
}

function* forever(first: string, piece: string): Generator<Uint8Array> {
  yield Buffer.from(first);
  for (;;) yield Buffer.from(piece.repeat(500));
}

/** Documents that never end, each with the code of its refusal once 256 KiB of it came. */
const endless: readonly (readonly [first: string, piece: string, code: string])[] = [
  ['<rss><channel>', '<item><g:id>1</g:id></item>', 'feed_too_large'],
  ['', ' \n', 'feed_too_large'],
  ['<rss><channel>', '<item>', 'document_too_deep'],
  ['<!--', 'comment ', 'document_too_large'],
];

onAnyEngine('a slow or endless server is abandoned at the limits', async ({ storage }) => {
  const server = await startHostileFeedServer();
  const good = { body: documentOf('google_xml') };
  const slow = [...createHostileFeeds(good.body)].filter(([, { isSlow }]) => isSlow === true);
  server.answer('/feed.xml', good);
  const { dependencies, again } = await openWorker(storage, {}, `${server.origin}/feed.xml`);
  const inShort = within(dependencies.environment.outbound, { idleTimeoutMs: 200, totalTimeoutMs: 500 });
  const ofLittle = within(dependencies.environment.outbound, { documentMaxBytes: 256 * 1024 });
  try {
    for (const [name, { answer }] of slow) {
      server.answer('/feed.xml', answer);
      const [code, error] = await again({ outbound: inShort });
      assert.equal(code, 'feed_timed_out', name);
      assert.match(error, /let it answer faster/, name);
    }
    assert.equal(slow.length, 4);
    for (const [first, piece, expected] of endless) {
      server.answer('/feed.xml', { body: () => forever(first, piece), framing: 'chunked' });
      assert.equal((await again({ outbound: ofLittle }))[0], expected, piece);
    }
    server.answer('/feed.xml', good);
    assert.deepEqual(await again(), [null, '']);
  } finally {
    await dependencies.close();
    await server.close();
  }
});

onAnyEngine('changing addresses and internal redirects lead nowhere', async ({ storage }) => {
  const authority = createTestAuthority();
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, authority.cert]);
  const host = 'shop.example';
  const server = await startHostileFeedServer({ tls: authority.issue(host), host });
  const inside = await startHostileFeedServer({ address: '127.0.0.2' });
  // This machine's first address stands for the internet.
  const addresses = new Map([[host, ['127.0.0.1']]]);
  const guard = {
    policy: { allowPrivate: false },
    isPublic: (address: string) => address === '127.0.0.1',
    resolve: async (name: string) => (addresses.get(name) ?? []).map((address) => ({ address, family: 4 })),
  };
  const good = { body: documentOf('google_xml') };
  server.answer('/feed.xml', good);
  const { dependencies, again } = await openWorker(storage, guard, `${server.origin}/feed.xml`);
  try {
    for (const changed of [['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['10.0.0.1'], ['::1'], []]) {
      addresses.set(host, changed);
      const [code, error] = await again();
      assert.deepEqual([code, error.includes('127.0.0')], ['feed_unreachable', false], changed.join());
      assert.match(error, wordsOf.feed_unreachable ?? /^$/);
    }
    addresses.set(host, ['127.0.0.1']);
    addresses.set('inside.example', ['127.0.0.2']);
    const port = inside.port;
    const forbidden = [
      ...[
        `http://127.0.0.2:${port}/`,
        `https://127.0.0.2:${port}/`,
        `https://localhost:${port}/`,
        'https://[::1]:8443/',
      ],
      ...[
        'https://169.254.169.254/latest/meta-data/',
        `https://2130706434:${port}/`,
        'https://[::ffff:7f00:2]/',
      ],
      ...[
        'https://10.0.0.1/',
        'https://metadata.internal/',
        `//127.0.0.2:${port}/`,
        'https://shop.example:22/',
      ],
    ];
    for (const location of [...forbidden, `https://inside.example:${port}/`]) {
      server.answer('/feed.xml', { status: 302, headers: { location } });
      const [code, error] = await again();
      const isNamed = location.includes('inside.example');
      assert.equal(code, isNamed ? 'feed_unreachable' : 'feed_url_forbidden', location);
      assert.match(error, wordsOf[code] ?? /^$/, location);
    }
    server.answer('/feed.xml', { status: 301, headers: { location: '/feed.xml?again' } });
    assert.equal((await again())[0], 'feed_redirects');
    assert.equal(inside.connectionCount(), 0);
    server.answer('/feed.xml', good);
    assert.deepEqual(await again(), [null, '']);
  } finally {
    setDefaultCACertificates(trusted);
    await dependencies.close();
    await server.close();
    await inside.close();
  }
});
