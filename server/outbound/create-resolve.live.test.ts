import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type HostileFeedServer, startHostileFeedServer } from '../../test/support/hostile-feed-server.ts';
import { type NameAnswer, type NameServer, startNameServer } from '../../test/support/start-name-server.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createSystemClock } from '../clock.ts';
import { createOutbound, type OutboundParts } from './create-outbound.ts';
import { createResolve, type NameSources } from './create-resolve.ts';
import { type DocumentRequest, type Outbound, OutboundError } from './outbound.ts';

const unhurried = new AbortController().signal;
const unlimitedMs = 60_000;
/** Names that are never answered, more than libuv has threads. */
const slowNames = Array.from({ length: 12 }, (_, number) => `slow${number}.silent.example`);

/** Answers by kind and name; a name that is absent does not exist. */
const zone: ReadonlyMap<string, NameAnswer> = new Map<string, NameAnswer>([
  ['A shop.example', ['127.0.0.1']],
  ['AAAA shop.example', []],
  ['A half.example', ['127.0.0.1']],
  ['AAAA half.example', 'silence'],
  ['A lone.example', ['127.0.0.1']],
  ['AAAA lone.example', 'silence'],
  ['A both.example', ['127.0.0.1', '127.0.0.3']],
  ['AAAA both.example', ['::1', 'fe80::2']],
  ['A six.example', []],
  ['AAAA six.example', ['::1']],
  ['A empty.example', []],
  ['AAAA empty.example', []],
  ['A broken.example', 'failure'],
  ['AAAA broken.example', 'failure'],
]);

let folder: string;
let shop: HostileFeedServer;
let nameServer: NameServer;
const closers: (() => Promise<void>)[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foretype-names-'));
  shop = await startHostileFeedServer();
  shop.answer('/feed.xml', { body: '<rss/>' });
  nameServer = await startNameServer((name, kind) =>
    name.endsWith('silent.example') ? 'silence' : (zone.get(`${kind} ${name}`) ?? 'unknown'),
  );
});

after(async () => {
  for (const close of closers) await close();
  await nameServer.close();
  await shop.close();
  await rm(folder, { recursive: true });
});

function sources(changes: Partial<NameSources> = {}): NameSources {
  const hostsPath = join(folder, 'absent');
  return { servers: [nameServer.address], hostsPath, timeoutMs: unlimitedMs, ...changes };
}

function open(names: Partial<NameSources> = {}, parts: Partial<OutboundParts> = {}): Outbound {
  const policy = { allowPrivate: true };
  const outbound = createOutbound({ policy, clock: createSystemClock(), names: sources(names), ...parts });
  closers.push(outbound.close);
  return outbound;
}

async function fetchFrom(
  host: string,
  through: Outbound,
  parts: Partial<DocumentRequest> & { readonly signal?: AbortSignal } = {},
): Promise<string> {
  const { signal = unhurried, ...rest } = parts;
  const url = `http://${host}:${shop.port}/feed.xml`;
  const request = { url, credentials: null, validators: null, endShownByDocument: true, ...rest };
  const answer = await through.fetchDocument(request, signal);
  assert.ok(answer.kind === 'document');
  return Buffer.concat(await Array.fromAsync(answer.body)).toString('utf8');
}

function isUnreachable(error: unknown): boolean {
  return error instanceof OutboundError && error.code === 'unreachable';
}

test('unanswered names delay neither other names nor files', async () => {
  const outbound = open();
  const stop = new AbortController();
  const reason = new Error('the test has seen enough');
  let endedCount = 0;
  const slow = slowNames.map((name) =>
    fetchFrom(name, outbound, { signal: stop.signal, limits: { connectTimeoutMs: unlimitedMs } }).finally(
      () => {
        endedCount += 1;
      },
    ),
  );
  await waitUntil('all names to be asked for', () =>
    slowNames.every((name) => nameServer.asked.includes(`A ${name}`)),
  );
  assert.equal(await fetchFrom('shop.example', outbound), '<rss/>');
  assert.match(await readFile(import.meta.filename, 'utf8'), /silent/);
  assert.equal(endedCount, 0);
  stop.abort(reason);
  for (const outcome of await Promise.allSettled(slow)) {
    assert.ok(outcome.status === 'rejected' && outcome.reason === reason);
  }
});

test('a look-up ends at its limit with partial answers', async () => {
  const limited = sources({ timeoutMs: 1_000 });
  // Without its end it would give up by itself, as timed out.
  const silent = assert.rejects(createResolve(limited)('silent.example', unhurried), { code: 'ECANCELLED' });
  // Its name server answers for IPv4 only.
  assert.equal(await fetchFrom('half.example', open(limited)), '<rss/>');
  await silent;
});

test('addresses of one kind wait little for the other', async () => {
  // The look-up itself has a minute, in which a silent name server is asked four times.
  const outbound = open();
  const limits = { connectTimeoutMs: unlimitedMs };
  assert.equal(await fetchFrom('lone.example', outbound, { limits }), '<rss/>');
  const askedCount = nameServer.asked.filter((question) => question === 'AAAA lone.example').length;
  assert.ok(askedCount <= 2, String(askedCount));
});

test('a look-up ends with the call that it is for', async () => {
  const stop = new AbortController();
  const looking = createResolve(sources())('early.silent.example', stop.signal);
  await waitUntil('the question', () => nameServer.asked.includes('AAAA early.silent.example'));
  stop.abort();
  await assert.rejects(looking, { code: 'ECANCELLED' });
  await assert.rejects(createResolve(sources())('late.silent.example', stop.signal), { name: 'AbortError' });

  const signals: AbortSignal[] = [];
  const never = open({}, { resolve: (_name, signal) => new Promise(() => signals.push(signal)) });
  const limited = fetchFrom('shop.example', never, { limits: { connectTimeoutMs: 50 } });
  await assert.rejects(limited, isUnreachable);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
});

test('every IPv4 and IPv6 address of a name is judged', async () => {
  const judged: string[] = [];
  const isPublic = (address: string) => {
    judged.push(address);
    return address !== 'fe80::2';
  };
  const guarded = open({}, { policy: { allowPrivate: false }, isPublic });
  const post = (host: string) =>
    guarded.post({ url: `https://${host}:${shop.port}/`, headers: {}, body: '' }, unhurried);
  const connectionsBefore = shop.connectionCount();
  await assert.rejects(post('both.example'), isUnreachable);
  assert.deepEqual(judged.splice(0), ['127.0.0.1', '127.0.0.3', '::1', 'fe80::2']);
  assert.equal(shop.connectionCount(), connectionsBefore);
  await assert.rejects(post('six.example'), isUnreachable);
  assert.equal(judged[0], '::1');
});

test('unknown, empty and broken names fail in the same words', async () => {
  const outbound = open({ timeoutMs: 1_000 });
  const messages = new Set<string>();
  for (const host of ['unknown.example', 'empty.example', 'broken.example', 'silent.example', 'a..example']) {
    await assert.rejects(fetchFrom(host, outbound), (error) => {
      messages.add(error instanceof OutboundError ? `${error.code} ${error.message}` : String(error));
      return true;
    });
  }
  assert.equal(messages.size, 1, [...messages].join('\n'));
  assert.match([...messages].join(), /^unreachable .*cannot be reached/);
});

test('names that the machine decides are asked of no server', async () => {
  const hostsPath = join(folder, 'hosts');
  const lines = [
    '# 127.0.0.9 other.example',
    '127.0.0.1\tFeeds.example  alias.example# not.example',
    '::1 six.example feeds.example',
    'nonsense alias.example',
    '',
  ];
  await writeFile(hostsPath, lines.join('\r\n'));
  const outbound = open({ hostsPath });
  const resolve = createResolve(sources({ hostsPath }));
  const askedBefore = nameServer.asked.length;
  assert.equal(await fetchFrom('alias.example', outbound), '<rss/>');
  assert.equal(await fetchFrom('alias.example.', outbound), '<rss/>');
  assert.equal(await fetchFrom('localhost', outbound), '<rss/>');
  assert.deepEqual(await resolve('feeds.example', unhurried), [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  assert.deepEqual(nameServer.asked.slice(askedBefore), []);
  await assert.rejects(fetchFrom('not.example', outbound), isUnreachable);
  await assert.rejects(fetchFrom('other.example', outbound), isUnreachable);
});
