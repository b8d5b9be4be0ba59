/**
 * Goal: whoever opens connections without end leaves the service to others. Method: a service that may open few files, and
 * real sockets from addresses of the loopback that count as strangers'. (127.0.0.0/24 is this machine's own.)
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import {
  type ChildService,
  createServiceData,
  type ServiceData,
  startChildService,
} from '../support/child-service.ts';
import { anyEngine, onOneNode } from '../support/engines.ts';
import { waitUntil } from '../support/wait-until.ts';

const call = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
const descriptors = 600;
/** More than the 511 that Node has wait, and fewer than Linux allows since 5.4. */
const burst = 1_000;

describe('many connections', () => {
  let data: ServiceData;
  let service: ChildService;
  let sockets: Socket[] = [];
  before(async () => {
    data = await createServiceData(onOneNode(anyEngine, 'sockets are a process’s own').name);
    const settings = { FORETYPE_TRUST_PROXY: '127.0.9.0/24' };
    service = await startChildService(data, settings, undefined, descriptors);
  });
  after(async () => {
    await service.end('SIGKILL');
    data.remove();
  });

  /** A connection, and what came by it. Resolves when it was answered or closed. */
  async function open(localAddress: string) {
    const { hostname, port } = new URL(service.origin);
    const socket = connect({ port: Number(port), host: hostname, localAddress });
    let text = '';
    sockets.push(socket);
    socket.setEncoding('utf8').on('error', () => {});
    const answered = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
      socket.on('data', (chunk) => {
        text += chunk;
        resolve();
      });
    });
    socket.write(call);
    await answered;
    return { socket, isAnswered: text.startsWith('HTTP/1.1 200') };
  }

  /** Opens so many one after the other, each with an address of its own by turns; how many were answered. */
  async function openMany(count: number, addressOf: (index: number) => string): Promise<number> {
    let answeredCount = 0;
    for (let index = 0; index < count; index += 1) {
      if ((await open(addressOf(index))).isAnswered) answeredCount += 1;
    }
    return answeredCount;
  }

  async function closeAll(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    sockets = [];
    await waitUntil('all connections to be closed', async () => (await measured('open')) <= 1);
  }

  /** As `/metrics` tells, by a connection of its own. */
  async function measured(what: 'open' | 'refused'): Promise<number> {
    const response = await fetch(`${service.origin}/metrics`, { headers: { connection: 'close' } });
    const text = await response.text();
    const countOf = (outcome: string) =>
      Number(
        new RegExp(`^foretype_connections_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
      );
    return what === 'open' ? countOf('opened') - countOf('closed') : countOf('refused');
  }

  test('one address takes its share of connections, others come in', async (t) => {
    t.after(closeAll);
    const refusedBefore = await measured('refused');
    const answeredCount = await openMany(descriptors, () => '127.0.6.1');
    assert.ok(answeredCount > 10 && answeredCount < descriptors / 12, `${answeredCount}`);
    assert.equal((await open('127.0.7.1')).isAnswered, true);
    await waitUntil('metrics of both', async () => (await measured('open')) >= answeredCount + 1);
    assert.equal((await measured('refused')) - refusedBefore, descriptors - answeredCount);
    for (const socket of sockets) socket.destroy();
    await waitUntil('its place to be free', async () => (await open('127.0.6.1')).isAnswered);
  });

  test('all addresses of a wider network share their part', async (t) => {
    t.after(closeAll);
    const address = (index: number) => `127.5.${index % 100}.${1 + (index % 250)}`;
    const answeredCount = await openMany(descriptors, address);
    assert.ok(answeredCount < descriptors / 2, `${answeredCount}`);
    assert.equal((await open('127.6.0.1')).isAnswered, true);
  });

  test('trusted proxies have no share, and a bound', async (t) => {
    t.after(closeAll);
    const answeredCount = await openMany(descriptors, () => '127.0.9.1');
    assert.ok(answeredCount > descriptors / 2 && answeredCount < descriptors - 150, `${answeredCount}`);
  });

  test('a busy thread turns no burst of connections away', async (t) => {
    t.after(closeAll);
    const { hostname, port } = new URL(service.origin);
    let connectedCount = 0;
    process.kill(service.pid, 'SIGSTOP');
    try {
      for (let index = 0; index < burst; index += 1) {
        const socket = connect({ port: Number(port), host: hostname }).on('error', () => {});
        sockets.push(socket.once('connect', () => (connectedCount += 1)));
      }
      // One that found no place would be connected long after the service goes on.
      await waitUntil('all of them to have a place', () => connectedCount === burst);
    } finally {
      process.kill(service.pid, 'SIGCONT');
    }
  });

  test('waiting strangers are dropped among many', async (t) => {
    t.after(closeAll);
    const waiting = await open('127.0.6.1');
    const { socket: proxy } = await open('127.0.9.1');
    await openMany(descriptors / 2, () => '127.0.9.1');
    await waitUntil('it to be closed', () => waiting.socket.closed, limits.crowdedKeepAliveMs * 4);
    assert.equal(proxy.closed, false);
    proxy.write(call);
    await once(proxy, 'data');
  });
});
