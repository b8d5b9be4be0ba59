/**
 * Goal: the lines of docs/own-code.md work as they are written, in each of the four languages, against a real service. The part about React is
 * tried with its README (test/browser/react-package.test.ts).
 * Method: the lines of a part are one program, which its interpreter runs; the service then has what the part promises. curl is a program
 * of this project. Python and PHP may be absent, since nothing else needs them: then the calls of the part are read instead and held
 * against the routes of the API, and the test says so.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { AnalyticsValueBody } from '../../contract/analytics.ts';
import { operations } from '../../contract/operations.ts';
import { anyEngine } from '../support/engines.ts';
import { type Consumer, installPackages, packPackage } from '../support/packages.ts';
import { readAnalytics } from '../support/search-calls.ts';
import { installCurl } from '../support/stand-in-curl.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { getProduct } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const page = readFileSync(new URL('../../docs/own-code.md', import.meta.url), 'utf8');
const run = promisify(execFile);
const webhookSecret = `whsec_${Buffer.from('a key of thirty-two bytes, about').toString('base64')}`;
const message = '{"type":"import.completed","timestamp":"2026-11-21T23:14:48Z","data":{"name":"größer"}}';

/** The lines of one language, all of its part together. */
function linesOf(heading: string, language: string): string {
  const part = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? assert.fail(heading);
  const blocks = Array.from(part.matchAll(/```(\w+)\n([\s\S]*?)```/g));
  assert.deepEqual([...new Set(blocks.map(([, name]) => name))], [language]);
  return blocks.map(([, , lines]) => lines).join('\n');
}

/** The headers of the message, with a signature of so many seconds ago. */
function signedHeaders(ageSeconds = 0) {
  const timestamp = `${Math.round(Date.now() / 1_000) - ageSeconds}`;
  const key = Buffer.from(webhookSecret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`m-1.${timestamp}.${message}`).digest('base64');
  return {
    'webhook-id': 'm-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,other v1,${signature}`,
  };
}

/** Messages as a server may get them, each with whether it is to be trusted. */
const messages = [
  { headers: signedHeaders(), body: message, isTrusted: true },
  { headers: signedHeaders(), body: message.replace('größer', 'grösser'), isTrusted: false },
  { headers: signedHeaders(4_000), body: message, isTrusted: false },
];
const trusted = messages.map(({ isTrusted }) => isTrusted);

function isInstalled(program: string, version: string): boolean {
  return spawnSync(program, [version]).status === 0;
}

/** The calls that a part makes by its function, held against the routes of the API. */
function readCalls(lines: string): void {
  const calls = Array.from(
    lines.matchAll(/foretype\(['"](\w+)['"], ['"]([^'"?]+)(?:\?mode=partial)?/g),
    ([, method, path]) => `${method} ${path?.replace(/\/$/, '/:import_id')}`,
  );
  const known: readonly string[] = [
    ...Object.values(operations).map(({ route }) => route),
    'GET /autocomplete',
    'POST /events',
  ];
  assert.deepEqual(
    calls.filter((call) => !known.includes(call)),
    [],
  );
  assert.equal(calls.length, 5);
}

describe('own code', () => {
  const service = useService(anyEngine);
  const folder = mkdtempSync(join(tmpdir(), 'foretype-own-code-'));
  let consumer: Consumer;
  before(async () => {
    consumer = await installPackages([await packPackage('client', folder)]);
  });
  after(() => {
    for (const path of [folder, consumer.folder]) rmSync(path, { recursive: true });
  });

  const environmentOf = ({ keys }: TestStore) => ({
    FORETYPE: service.current().origin,
    SECRET: keys.secret,
    STOREFRONT: keys.storefront,
    WEBHOOK_SECRET: webhookSecret,
  });

  /** The store has what each part sends. */
  async function assertDone(store: TestStore): Promise<void> {
    await waitUntil('the changed price', async () => (await getProduct(store, 'LAMP-1')).price === '34.90');
    assert.equal((await getProduct(store, 'LAMP-2')).in_stock, false);
    const earned = await readAnalytics<AnalyticsValueBody>(store, 'value');
    assert.deepEqual(earned.totals.revenue, { EUR: '34.90' });
    const erased = await store.request('DELETE', '/api/v1/events/sessions/order-1001');
    assert.equal(erased.as<{ erased_events: number }>().erased_events, 1);
  }

  test('the lines of curl connect a shop’s own code', async () => {
    const store = await service.createStore();
    const { stdout } = await run('sh', ['-euc', linesOf('curl', 'sh')], {
      env: { ...environmentOf(store), PATH: installCurl(folder) },
    });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual([answers.length, answers[0].import.valid_rows, answers[2].products.length], [4, 2, 1]);
    await assertDone(store);
  });

  test('the lines of JavaScript connect a shop’s own code', async () => {
    const store = await service.createStore();
    const received = `
for (const { headers, body } of ${JSON.stringify(messages)}) {
  const { status } = await receive(new Request('https://shop.example/hook', { method: 'POST', headers, body }));
  console.log(status);
}`;
    const printed = await consumer.runModule(linesOf('JavaScript', 'js') + received, environmentOf(store));
    const typed = "import.completed { name: 'größer' }";
    assert.deepEqual(printed.trim().split('\n'), [
      ...['2 []', 'completed 2 []', 'Zebra Desk Lamp 34.90', '1'],
      ...[typed, '204', '400', '400'],
    ]);
    await assertDone(store);
  });

  const others = [
    {
      ...{ name: 'Python', language: 'python', program: 'python3', version: '--version' },
      verify: `
for message in json.loads(${JSON.stringify(JSON.stringify(messages))}):
    print(read_message("${webhookSecret}", message["headers"], message["body"].encode()) is not None)`,
      trues: ['True', 'False'],
    },
    {
      ...{ name: 'PHP', language: 'php', program: 'php', version: '--version' },
      verify: `
foreach (json_decode(<<<'JSON'
${JSON.stringify(messages)}
JSON, true) as $message) {
    echo json_encode(readMessage('${webhookSecret}', $message['headers'], $message['body']) !== null), "\\n";
}`,
      trues: ['true', 'false'],
    },
  ];
  for (const { name, language, program, version, verify, trues } of others) {
    test(`the lines of ${name} connect a shop’s own code`, async (t) => {
      const lines = linesOf(name, language);
      if (!isInstalled(program, version)) {
        t.diagnostic(`${program} is not on this machine: its calls were read, not run.`);
        readCalls(lines);
        return;
      }
      const store = await service.createStore();
      const path = join(folder, `lines.${language}`);
      writeFileSync(path, lines + verify);
      const env = { ...process.env, ...environmentOf(store), PYTHONIOENCODING: 'utf-8' };
      const { stdout } = await run(program, [path], { env });
      assert.deepEqual(stdout.trim().split('\n'), [
        ...['2 []', 'completed 2 []', 'Zebra Desk Lamp 34.90'],
        ...trusted.map((isTrusted) => trues[isTrusted ? 0 : 1]),
      ]);
      await assertDone(store);
    });
  }

  test('calls of absent interpreters are read from their lines', () => {
    for (const { name, language } of others) readCalls(linesOf(name, language));
  });
});
