/**
 * Every example of the API reference is sent as it is written, as a command of curl and as JavaScript, each to a store of
 * its own. The service under test holds every answer against its OpenAPI document.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { scriptName, shellName, toCurl, toJavaScript } from '../../bin/docs/example-code.ts';
import { type ApiExample, examples } from '../../bin/docs/examples.ts';
import { createSystemClock } from '../../server/clock.ts';
import { createKey } from '../../server/stores/create-key.ts';
import { engines } from '../support/engines.ts';
import { type FeedAddress, newAddress, privateFeeds, useFeedServer } from '../support/feeds.ts';
import { readOperations } from '../support/operations.ts';
import type { Answer, TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** A request as an example means it. */
interface Request {
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The one that `fetch` in JavaScript takes. */
type Fetch = (url: string, options?: Omit<Request, 'url'>) => Promise<{ json(): Promise<unknown> }>;

/** Sends an example with values of variables by the names that it was kept under; gives the request that it made. */
type Send = (example: ApiExample, kept: ReadonlyMap<string, string>, store: TestStore) => Promise<Answer>;

const origin = 'http://foretype.test';

for (const engine of engines) {
  describe(`examples on ${engine.name}`, () => {
    const service = useService(engine, { ...privateFeeds, FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
    const feedServer = useFeedServer();
    let receiver: WebhookReceiver;
    let feed: FeedAddress;
    before(async () => {
      receiver = await startReceiver();
      feed = newAddress(feedServer.current());
      feed.serve({
        headers: { 'content-type': 'text/csv' },
        body: 'external_id,title,price,url\nRUG-1,Wool Rug,149,https://shop.example/rug-1\n',
      });
    });
    after(() => receiver.close());

    /** Sends a request to the service, with addresses that exist here in place of the shop's. */
    async function perform({ method, url, headers, body }: Request, store: TestStore): Promise<Answer> {
      assert.ok(url.startsWith(`${origin}/`), url);
      const local = body
        ?.replace('https://shop.example/feed.csv', feed.url)
        .replace('https://shop.example/hooks/foretype', receiver.url);
      assert.equal(headers['Content-Type'], local === undefined ? undefined : 'application/json', url);
      return store.request(method, url.slice(origin.length), {
        key: headers['X-Api-Key'] ?? null,
        ...(local === undefined ? {} : { body: local }),
      });
    }

    /** A key of the store that manages keys. */
    async function managing({ store }: TestStore): Promise<string> {
      const settings = { kind: 'manage', name: 'Examples', allowedOrigins: [] } as const;
      return (await createKey(service.current().storage, createSystemClock(), store.id, settings)).key;
    }

    const sendCurl: Send = async (example, kept, store) => {
      const variables = new Map([
        ['FORETYPE', origin],
        ['SECRET', store.keys.secret],
        ['STOREFRONT', store.keys.storefront],
        ['MANAGE', await managing(store)],
        ...Array.from(kept, ([name, value]): [string, string] => [shellName(name), value]),
      ]);
      return perform(readCommand(splitCommand(toCurl(example), variables)), store);
    };

    const sendScript: Send = async (example, kept, store) => {
      const answers: Answer[] = [];
      const fetchHere: Fetch = async (url, options) => {
        const answer = await perform({ method: 'GET', headers: {}, ...options, url }, store);
        answers.push(answer);
        return { json: async () => answer.as<unknown>() };
      };
      const { secret, storefront } = store.keys;
      await runInNewContext(`(async () => {\n${toJavaScript(example)}\nreturn answer;\n})()`, {
        fetch: fetchHere,
        FORETYPE: origin,
        SECRET: secret,
        STOREFRONT: storefront,
        MANAGE: await managing(store),
        ...Object.fromEntries(Array.from(kept, ([name, value]) => [scriptName(name), value])),
      });
      assert.equal(answers.length, 1);
      return answers[0] ?? assert.fail();
    };

    for (const [form, send] of [
      ['curl', sendCurl],
      ['JavaScript', sendScript],
    ] as const) {
      test(`every example in ${form} works as described`, async () => {
        const store = await service.current().createStore();
        const kept = new Map<string, string>();
        for (const example of examples) {
          const answer = await send(example, kept, store);
          assert.equal(answer.status, 200, `${example.operation}: ${answer.text}`);
          if (example.keeps === undefined) continue;
          kept.set(example.keeps.name, readPath(answer.as<unknown>(), example.keeps.from));
        }
      });
    }

    test('every operation has one example, and every example one operation', async () => {
      const operations = await readOperations(service.current());
      const names = operations.map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(examples.map(({ operation }) => operation).sort(), names.sort());
    });
  });
}

function readPath(answer: unknown, fields: readonly string[]): string {
  const value = fields.reduce<unknown>((below, name) => Object(below)[name], answer);
  assert.equal(typeof value, 'string', fields.join('.'));
  return String(value);
}

/** The words of a command as a shell makes them of quotes and variables. */
function splitCommand(command: string, variables: ReadonlyMap<string, string>): string[] {
  const pieces = command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)|(\s+)/g);
  const words = [''];
  for (const [, literal, quoted, bare, space] of pieces) {
    if (space !== undefined) words.push('');
    else words.push(`${words.pop()}${literal ?? expand(quoted ?? bare ?? '', variables)}`);
  }
  return words;
}

function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replace(
    /\$(\w+)/g,
    (_, name: string) => variables.get(name) ?? assert.fail(`$${name} is not set`),
  );
}

function readCommand([program, ...words]: readonly string[]): Request {
  assert.equal(program, 'curl');
  const request: { method: string; url: string; headers: Record<string, string>; body?: string } = {
    method: 'GET',
    url: '',
    headers: {},
  };
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', next = ''] = [words[index], words[index + 1]];
    if (!word.startsWith('-')) {
      request.url = word;
      continue;
    }
    index += 1;
    if (word === '-X') request.method = next;
    else if (word === '-d') request.body = next;
    else if (word === '-H') {
      const [name = '', value = ''] = next.split(': ');
      request.headers[name] = value;
    } else assert.fail(`curl has no ${word} here`);
  }
  return request;
}
