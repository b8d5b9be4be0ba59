import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import type { FieldError } from '../../../contract/errors.ts';
import { AppError, validationFailed } from '../../errors.ts';
import { createRpcClient, type RpcHandlers, serveRpc } from './rpc.ts';

interface TestMethods {
  readonly echo: { readonly request: unknown; readonly response: unknown };
  readonly fail: { readonly request: 'refused' | 'unavailable' | 'defect' | 'text'; readonly response: null };
  readonly late: { readonly request: null; readonly response: string };
}

const fault: FieldError = { path: '/price', code: 'price_invalid', message: 'Give a number.' };

/** Both ends of a real channel, closed after the test. */
function connect(t: TestContext, handlers: Partial<RpcHandlers<TestMethods>> = {}) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const seen: unknown[] = [];
  const client = createRpcClient<TestMethods>(port1, (notice) => seen.push(notice));
  const notify = serveRpc<TestMethods>(port2, {
    echo: async (request) => request,
    async fail(kind) {
      if (kind === 'refused') throw validationFailed([fault]);
      if (kind === 'unavailable') throw new AppError('unavailable', 'Later.', { retryAfterSeconds: 7 });
      if (kind === 'text') throw 'only text';
      throw new TypeError('a defect');
    },
    late: () => new Promise(() => {}),
    ...handlers,
  });
  return { client, notify, seen, port: port1 };
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (reason: unknown) => reason,
  );
}

test('each call gets the answer that belongs to it', async (t) => {
  const waiting = new Map<unknown, () => void>();
  const { client } = connect(t, {
    echo: (request) =>
      new Promise((resolve) => {
        waiting.set(request, () => resolve(`answer to ${String(request)}`));
        if (waiting.size === 3) for (const answer of [...waiting.values()].reverse()) answer();
      }),
  });
  const answers = await Promise.all([1, 2, 3].map((number) => client.call('echo', number)));
  assert.deepEqual(answers, ['answer to 1', 'answer to 2', 'answer to 3']);
});

test('values cross as they are, maps and bytes included', async (t) => {
  const { client } = connect(t);
  const value = { map: new Map([['a', 1]]), bytes: new Uint8Array([1, 2]), none: null };
  assert.deepEqual(await client.call('echo', value), value);
});

test('a transferred buffer moves without a copy', async (t) => {
  const { client } = connect(t);
  const bytes = new Uint8Array([1, 2, 3]);
  assert.deepEqual(await client.call('echo', bytes, [bytes.buffer]), new Uint8Array([1, 2, 3]));
  assert.equal(bytes.byteLength, 0);
});

test('an AppError keeps its code, faults and retry time', async (t) => {
  const { client } = connect(t);
  const refused = await errorOf(client.call('fail', 'refused'));
  assert.ok(refused instanceof AppError);
  assert.deepEqual(
    [refused.code, refused.status, refused.message],
    ['validation_failed', 422, 'Give a number.'],
  );
  assert.deepEqual(refused.errors, [fault]);
  const putOff = await errorOf(client.call('fail', 'unavailable'));
  assert.ok(putOff instanceof AppError);
  assert.deepEqual([putOff.code, putOff.retryAfterSeconds], ['unavailable', 7]);
});

test('a defect stays a plain error with its own stack', async (t) => {
  const { client } = connect(t);
  const defect = await errorOf(client.call('fail', 'defect'));
  assert.ok(defect instanceof Error && !(defect instanceof AppError));
  assert.equal(defect.message, 'a defect');
  assert.match(defect.stack ?? '', /rpc\.test\.ts/);
  const text = await errorOf(client.call('fail', 'text'));
  assert.ok(text instanceof Error);
  assert.equal(text.message, 'only text');
});

test('a failed call leaves the next ones alone', async (t) => {
  const { client } = connect(t);
  const [failed, echoed] = await Promise.all([
    errorOf(client.call('fail', 'defect')),
    client.call('echo', 'next'),
  ]);
  assert.ok(failed instanceof Error);
  assert.equal(echoed, 'next');
});

test('notices arrive in order and before a later answer', async (t) => {
  let notify: (notice: unknown) => void = () => {};
  const connected = connect(t, {
    async echo(request) {
      for (const notice of [1, 2, 3]) notify(notice);
      return request;
    },
  });
  notify = connected.notify;
  await connected.client.call('echo', 'x');
  assert.deepEqual(connected.seen, [1, 2, 3]);
});

test('an unknown method is answered with an error', async (t) => {
  const { port } = connect(t);
  for (const [id, method] of ['constructor', '__proto__', 'toString', 'absent'].entries()) {
    const answered = new Promise<unknown>((resolve) => port.once('message', resolve));
    port.postMessage({ kind: 'call', id: 1_000 + id, method, request: null });
    const answer = await answered;
    assert.ok(typeof answer === 'object' && answer !== null && 'error' in answer && 'id' in answer);
    assert.equal(answer.id, 1_000 + id);
    assert.ok(typeof answer.error === 'object' && answer.error !== null && 'message' in answer.error);
    assert.equal(answer.error.message, `no handler for ${method}`);
  }
});

test('abandon rejects running and later calls', async (t) => {
  const { client } = connect(t);
  const underWay = [errorOf(client.call('late', null)), errorOf(client.call('late', null))];
  client.abandon();
  const errors = await Promise.all([...underWay, errorOf(client.call('echo', 1))]);
  for (const error of errors) {
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 1]);
  }
});

test('an answer that comes after abandon is dropped', async (t) => {
  const release = Promise.withResolvers<string>();
  const { client, port } = connect(t, { late: () => release.promise });
  const abandoned = errorOf(client.call('late', null));
  client.abandon();
  const arrived = new Promise((resolve) => port.once('message', resolve));
  release.resolve('too late');
  await arrived;
  assert.ok((await abandoned) instanceof AppError);
});

test('a cancelled call notifies its handler and is answered', async (t) => {
  const { client } = connect(t, {
    late: (_request, cancelled) =>
      new Promise((resolve) => cancelled.addEventListener('abort', () => resolve('broken off'))),
  });
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [first, second].map(({ signal }) => client.call('late', null, [], signal));
  second.abort();
  assert.equal(await calls[1], 'broken off');
  first.abort();
  assert.equal(await calls[0], 'broken off');
  assert.equal(await client.call('late', null, [], AbortSignal.abort()), 'broken off');
  // The end of a call that is over needs no notice.
  const third = new AbortController();
  assert.equal(await client.call('echo', 1, [], third.signal), 1);
  third.abort();
  assert.equal(await client.call('echo', 2), 2);
});

test('a request that cannot cross rejects its own call', async (t) => {
  const { client } = connect(t);
  const refused = await errorOf(client.call('echo', () => {}));
  assert.ok(refused instanceof Error);
  assert.equal(refused.name, 'DataCloneError');
  assert.equal(await client.call('echo', 'next'), 'next');
});

test('a handler that throws at once answers with its error', { timeout: 1_000 }, async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const client = createRpcClient<{ f: { request: null; response: null } }>(port1, () => {});
  serveRpc<{ f: { request: null; response: null } }>(port2, {
    f: () => {
      throw new Error('at once');
    },
  });
  await assert.rejects(client.call('f', null), /at once/);
});
test('an answer that cannot cross becomes an error', { timeout: 1_000 }, async (t) => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  const client = createRpcClient<{ f: { request: null; response: unknown } }>(port1, () => {});
  serveRpc<{ f: { request: null; response: unknown } }>(port2, { f: async () => () => {} });
  await assert.rejects(client.call('f', null));
});
