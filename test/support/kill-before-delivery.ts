/**
 * A service that is killed after an import ended and before its webhook has heard of it: a receiver that never answers, a real process
 * that is killed meanwhile, and one more that must bring the message under the same id. Nothing is sent outside of this machine. Waits
 * have the usual limit (20 s); a second message with another id rejects.
 */
import assert from 'node:assert/strict';
import { createSystemClock } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { appendToFile, beginFile, completeFile } from '../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../server/ingest/files/request-import.ts';
import { createServiceData, createStoreOn, startChildService } from './child-service.ts';
import type { TestEngine } from './engines.ts';
import { waitUntil } from './wait-until.ts';
import { startReceiver } from './webhook-receiver.ts';

const environment = { clock: createSystemClock(), newId };
const settings = { FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' };
const csv = 'external_id,title,price,url\na,Lamp,5,https://shop.example/a\n';

/** Rejects where the message is not brought after the next start, or under another id. */
export async function killBeforeDelivery(engine: TestEngine['name']): Promise<void> {
  const data = await createServiceData(engine);
  const storage = await data.openStorage();
  const receiver = await startReceiver();
  try {
    const killed = await startChildService(data, settings);
    const { store, keys } = await createStoreOn(data);
    const registered = await killed
      .caller(keys.secret)
      .request('POST', '/api/v1/webhooks', { body: { url: receiver.url } });
    assert.equal(registered.status, 200, registered.text);
    receiver.answer(() => {});
    const { id: fileId } = await beginFile(storage, { storeId: store.id, name: 'a.csv' }, environment);
    await appendToFile(storage, { storeId: store.id, fileId, content: Buffer.from(csv) });
    await completeFile(storage, { storeId: store.id, fileId });
    const request = { storeId: store.id, fileId, dryRun: false, settings: {} };
    const { id } = await requestImport(storage, request, environment);
    await waitUntil('the first attempt', () => receiver.messages.length === 1, 15_000);
    assert.equal((await storage.reader(store.id).imports.find(id))?.status, 'completed');
    assert.equal(await killed.end('SIGKILL'), 'SIGKILL');
    receiver.answer((response) => response.writeHead(200).end());
    const next = await startChildService(data, settings);
    const { webhook } = registered.as<{ webhook: { id: string } }>();
    const isDelivered = async () => {
      const page = { before: null, limit: 5 };
      const [delivery] = await storage.reader(store.id).webhooks.deliveries(webhook.id, page);
      return delivery?.status === 'delivered';
    };
    await waitUntil('the message after the restart', isDelivered, 20_000);
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
    assert.equal(await next.end('SIGTERM'), 0);
  } finally {
    await receiver.close();
    await storage.close();
    data.remove();
  }
}
