/**
 * Goal: two HTTP threads of one process are one service: what one answers the other shows at once, limits and figures
 * are those of the process, and a stop loses nothing. Method: a process of its own with two threads, and connections
 * that lead to each of them, told apart by their request ids.
 */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { CreatedStore } from '../../server/stores/create-store.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { collect } from '../support/raw-request.ts';
import type { Answer } from '../support/start-test-service.ts';
import { type Caller, productInput, productPath, putProduct, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Calls in the name of a key on one connection, which one thread answers. */
interface Connection extends Caller {
  close(): void;
}

function openConnection(origin: string, key: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(origin);
  return {
    request: (method, path, { body } = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const type = body === undefined ? {} : { 'content-type': 'application/json' };
        const headers = { 'x-api-key': key, 'user-agent': 'Browser', ...type };
        const outgoing = request({ hostname, port, method, path, agent, headers }, (response) => {
          collect(response).then(resolve, reject);
        });
        outgoing.on('error', reject);
        outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}

/** `req_<thread>_<count>` */
async function threadOf(connection: Connection): Promise<string> {
  const { headers } = await connection.request('GET', '/livez');
  return headers.get('x-request-id')?.split('_')[1] ?? '';
}

/** A connection to each of the two threads. */
async function openBoth(origin: string, key: string): Promise<readonly [Connection, Connection]> {
  const one = openConnection(origin, key);
  const thread = await threadOf(one);
  for (let tries = 0; tries < 100; tries += 1) {
    const other = openConnection(origin, key);
    if ((await threadOf(other)) !== thread) return [one, other];
    other.close();
  }
  throw new Error('all connections lead to one thread');
}

const threads = { FORETYPE_THREADS: '2' };

for (const { name } of engines) {
  describe(`two HTTP threads on ${name}`, () => {
    let data: ServiceData;
    let service: ChildService;
    let shop: CreatedStore;
    let both: readonly [Connection, Connection];

    before(async () => {
      data = await createServiceData(name);
      service = await startChildService(data, threads);
      shop = await createStoreOn(data);
      both = await openBoth(service.origin, shop.keys.secret);
    });
    after(async () => {
      for (const connection of both) connection.close();
      await service.end('SIGKILL');
      data.remove();
    });

    test('§4 a write answered by one thread shows in the other at once', async () => {
      for (const connection of both) await titlesFor(connection, 'lamp');
      for (let turn = 0; turn < 40; turn += 1) {
        const [writer, reader] = turn % 2 === 0 ? both : [both[1], both[0]];
        await putProduct(writer, 'a', { title: `Lamp number${turn}` });
        assert.deepEqual(await titlesFor(reader, `number${turn}`), [`Lamp number${turn}`]);
      }
    });

    test('/metrics are those of the process, whichever thread is asked', async () => {
      const answersOf = async (connection: Connection) => {
        const { text } = await connection.request('GET', '/metrics');
        const counts = [...text.matchAll(/^foretype_autocomplete_answers_total\{.*\} (\d+)$/gm)];
        return counts.reduce((sum, [, count]) => sum + Number(count), 0);
      };
      const [one, other] = both;
      const earlier = await answersOf(one);
      for (let count = 0; count < 5; count += 1) await titlesFor(one, `l${count}`);
      for (let count = 0; count < 7; count += 1) await titlesFor(other, `m${count}`);
      assert.deepEqual([await answersOf(one), await answersOf(other)], [earlier + 12, earlier + 12]);
    });

    test('a stop answers running calls and saves both threads’ counts', async () => {
      const [one, other] = both;
      const storage = await data.openStorage();
      const reader = storage.reader(shop.store.id);
      await putProduct(one, 'c', { title: 'Chair' });
      for (const [index, typed] of ['ch', 'cha', 'chai', 'chair'].entries()) {
        await titlesFor(index % 2 === 0 ? one : other, typed);
      }
      const { product_id: productId } = { product_id: (await putProduct(other, 'c', { title: 'Chair' })).id };
      const click = { type: 'product_click', product_id: productId, region: 'products', query: 'chair' };
      const body = { session_id: 'session', events: [click] };
      assert.equal((await one.request('POST', '/api/v1/events', { body })).status, 200);
      let isOver = false;
      const acknowledged: string[] = [];
      const writing = both.map(async (connection, thread) => {
        for (let count = 0; !isOver; count += 1) {
          const id = `w${thread}-${count}`;
          const answer = await connection
            .request('PUT', productPath(id), { body: productInput(id) })
            .catch(() => null);
          if (answer === null) return;
          assert.equal(answer.status, 200, answer.text);
          acknowledged.push(id);
        }
      });
      await waitUntil('writes', () => acknowledged.length > 10, 20_000);
      const ended = service.end('SIGTERM');
      await Promise.all(writing);
      assert.equal(await ended, 0);
      isOver = true;
      for (const id of acknowledged) assert.ok(await reader.product(id), id);
      const days = await reader.searchDays({ from: '2000-01-01', to: '2999-01-01' });
      assert.equal(days.length > 0, true);
      assert.equal(
        days.reduce((sum, { clicked }) => sum + clicked, 0),
        1,
        'the click belongs to what was typed on two connections',
      );
      await storage.close();
    });
  });
}

test('Contract §1 both threads together give a client its rate and burst', async () => {
  const data = await createServiceData('sqlite');
  const service = await startChildService(data, { ...threads, FORETYPE_RATE_LIMIT: 'on' });
  const { keys } = await createStoreOn(data);
  const both = await openBoth(service.origin, keys.storefront);
  const path = '/api/v1/autocomplete?q=a';
  await Promise.all(both.map((connection) => titlesFor(connection, 'warm')));
  const startedMs = performance.now();
  const statuses = await Promise.all(
    both.flatMap((connection) =>
      Array.from({ length: 500 }, async () => (await connection.request('GET', path)).status),
    ),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  const allowed = statuses.filter((status) => status === 200).length;
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  assert.ok(allowed >= 490 && allowed <= 500 + 100 * seconds, `${allowed} in ${seconds} s`);
  for (const connection of both) connection.close();
  await service.end('SIGTERM');
  data.remove();
});
