/**
 * Goal: requests with events, which strangers send by a public key, hold up no keystrokes. Method: many full requests of one
 * store and a keystroke behind them, written to open connections in the same moment, and how many are answered before it.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { autocompletePath, eventsPath } from '../support/event-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, putProduct } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

const requestCount = 150;
const wrong = Array.from({ length: 100 }, (_, index) => ({ type: 'product_click', product_id: index }));
const body = JSON.stringify({ session_id: 's', events: wrong });

describe('events', () => {
  const service = useService(onOneNode(anyEngine, 'turns are those of a thread'));

  /** A connection that the service knows of: it accepts one in each turn of its loop. */
  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(service.current().origin);
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    return socket;
  }

  /** How many requests with events of `flooded` are answered before a keystroke of `asked`. */
  async function answeredBefore(flooded: TestStore, asked: TestStore): Promise<number> {
    await ask(asked, 'lamp');
    const sockets = await Promise.all(Array.from({ length: requestCount }, open));
    const last = await open();
    const head = ({ keys }: TestStore) => `HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${keys.storefront}\r\n`;
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    let answeredCount = 0;
    const flood = sockets.map(async (socket) => {
      const answer = once(socket, 'data');
      socket.write(`POST ${eventsPath} ${head(flooded)}${type}\r\n${body}`);
      assert.match(String(await answer), /^HTTP\/1.1 200 /);
      answeredCount += 1;
    });
    last.write(`GET ${autocompletePath}?q=red ${head(asked)}\r\n`);
    assert.match(String(await once(last, 'data')), /^HTTP\/1.1 200 /);
    const before = answeredCount;
    await Promise.all(flood);
    for (const socket of [...sockets, last]) socket.destroy();
    return before;
  }

  test('a flood of events waits behind other stores’ keystrokes', async () => {
    const [flooded, quiet] = [await service.createStore(), await service.createStore()];
    await putProduct(quiet, 'a', { title: 'red lamp' });
    const before = await answeredBefore(flooded, quiet);
    assert.ok(before < requestCount / 3, `${before} requests were answered first`);
  });

  test('a flood of events waits behind its store’s own keystrokes', async () => {
    const flooded = await service.createStore();
    await putProduct(flooded, 'a', { title: 'red lamp' });
    const before = await answeredBefore(flooded, flooded);
    assert.ok(before < requestCount / 3, `${before} requests were answered first`);
  });
});
