/**
 * Goal: a cause has one alert from its first sign until it is over, and a store is not flooded. Method: the announcements and figures
 * that the service makes, on both databases; messages to a webhook that subscribes to alerts are looked at.
 */
import assert from 'node:assert/strict';
import type { AlertEvent } from '../../contract/words/webhooks.ts';
import { alertEvents } from '../../contract/words/webhooks.ts';
import { formatDay } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import type { FeedRunEvent, RunEvent } from '../../server/ingest/run-event.ts';
import { createAnnounce } from '../../server/resources/webhooks/announce.ts';
import { followSearches } from '../../server/resources/webhooks/follow-searches.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { importRun, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const dayMicros = 24 * 3_600 * 1_000_000;
const firstDay = Date.parse('2026-11-01T12:00:00Z') * 1_000;

/** A store with a webhook for alerts, at a time that the test moves. */
async function openScene(storage: Storage) {
  await storage.directory.createStore(storeRow(), []);
  let now = firstDay;
  const clock = { nowMicros: () => now, monotonicMs: () => now / 1_000 };
  const environment = { clock, newId };
  const announce = createAnnounce(environment);
  const webhook = {
    ...{ id: newId(), url: 'https://shop.example/hook', description: '', events: [...alertEvents] },
    ...{ isActive: true, disabledReason: null, failingSince: null, lastDeliveredAt: null },
    ...{ previousSecretUntil: null, createdAt: now, updatedAt: now },
  };
  await storage.write(storeId, (writer) =>
    writer.webhooks.insert(webhook, { current: 'sealed', previous: null }),
  );
  const reader = storage.reader(storeId);
  return {
    reader,
    /** Moves the time and announces the end of a run. */
    async announce(event: RunEvent) {
      now += 1_000_000;
      await storage.write(storeId, (writer) => announce(writer, event));
    },
    async lookAtSearches(at: number) {
      now = at;
      await followSearches(storage, storeId, environment, (work) => storage.write(storeId, work));
    },
    /** Messages of alerts, oldest first: `feed_failed open`. */
    async messages() {
      const sent = await reader.webhooks.deliveries(webhook.id, { before: null, limit: 200 });
      const words = sent.map(({ type, payload }) => {
        const { data } = JSON.parse(payload) as { data: { alert: { state: string } } };
        return `${type.replace('alert.', '')} ${data.alert.state}`;
      });
      return words.reverse();
    },
    async alerts() {
      const all = await reader.alerts.page({ before: null, limit: 200 });
      return all
        .map(({ type, name, closedAt }) => `${type} ${name} ${closedAt === null ? 'open' : 'over'}`)
        .reverse();
    },
  };
}

function feedEnd(
  status: 'completed' | 'failed',
  outcome: Partial<FeedRunEvent['outcome']> = {},
): FeedRunEvent {
  return {
    type: `feed.run.${status}`,
    run: importRun(uuidOf(7), { source: 'feed', status, error: status === 'failed' ? 'Gone.' : null }),
    feed: { id: uuidOf(5), name: 'Lamps' },
    outcome: {
      ...{
        trigger: 'schedule',
        reading: 'whole',
        notModified: false,
        removedRows: 0,
        restoredRows: 0,
        forced: false,
      },
      ...{ recovered: false, repeated: false, guarded: false, errorCode: null, finishedAt: null },
      ...outcome,
    },
  };
}

function importEnd(filename: string, status: 'completed' | 'failed', error = 'No column.'): RunEvent {
  const fault = status === 'failed' ? error : null;
  return {
    type: `import.${status}`,
    run: importRun(newId(), { source: 'csv', filename, status, error: fault }),
  };
}

onBothEngines('a feed has one alert until it works again', async ({ storage }) => {
  const { announce, messages, alerts } = await openScene(storage);
  await announce(feedEnd('failed'));
  await announce(feedEnd('failed', { repeated: true }));
  await announce(feedEnd('failed', { repeated: true }));
  await announce(feedEnd('completed', { recovered: true }));
  await announce(feedEnd('completed'));
  assert.deepEqual(await messages(), ['feed_failed open', 'feed_failed over']);
  // The guard is another cause, also between two failures.
  await announce(feedEnd('failed'));
  await announce(feedEnd('failed', { repeated: true, guarded: true }));
  await announce(feedEnd('failed', { repeated: true, guarded: true }));
  await announce(feedEnd('completed'));
  assert.deepEqual((await messages()).slice(2), [
    ...['feed_failed open', 'guard_held open', 'feed_failed over', 'guard_held over'],
  ]);
  assert.deepEqual(await alerts(), [
    'alert.feed_failed Lamps over',
    'alert.feed_failed Lamps over',
    'alert.guard_held Lamps over',
  ]);
});

onBothEngines('a failed file has one alert until it works', async ({ storage }) => {
  const { announce, messages, alerts } = await openScene(storage);
  for (let night = 0; night < 3; night += 1) await announce(importEnd('lamps.csv', 'failed'));
  await announce(importEnd('shirts.csv', 'failed'));
  await announce(importEnd('cancelled.csv', 'failed', 'Cancelled. 3 of 9 rows were read.'));
  const trial = importEnd('trial.csv', 'failed');
  await announce({ ...trial, run: { ...trial.run, dryRun: true } } as RunEvent);
  // Two bodies of JSON lines have one name, and nothing else in common.
  const sent = importEnd('api.ndjson', 'failed');
  await announce({ ...sent, run: { ...sent.run, source: 'api' } } as RunEvent);
  await announce(importEnd('lamps.csv', 'completed'));
  await announce(importEnd('lamps.csv', 'completed'));
  assert.deepEqual(await messages(), ['import_failed open', 'import_failed open', 'import_failed over']);
  assert.deepEqual(await alerts(), [
    'alert.import_failed lamps.csv over',
    'alert.import_failed shirts.csv open',
  ]);
});

onBothEngines('a store sends twenty alerts a day, and lists all', async ({ storage }) => {
  const { announce, messages, alerts, reader } = await openScene(storage);
  for (let number = 0; number < 25; number += 1) await announce(importEnd(`${number}.csv`, 'failed'));
  assert.equal((await messages()).length, 20);
  assert.equal((await alerts()).length, 25);
  // The end of one that was not sent is no news either.
  await announce(importEnd('24.csv', 'completed'));
  assert.equal((await messages()).length, 20);
  const newest = await reader.alerts.page({ before: null, limit: 6 });
  assert.deepEqual(
    newest.map(({ isSent }) => isSent),
    [false, false, false, false, false, true],
  );
});

onBothEngines('searches without results alert by the last day', async ({ storage }) => {
  const { lookAtSearches, messages, reader } = await openScene(storage);
  const setDay = (number: number, searches: number, noResults: number) =>
    storage.write(storeId, (writer) =>
      writer.analytics.setSearchDay({
        ...{ day: formatDay(firstDay + number * dayMicros), searches, noResults, clicked: 0 },
        ...{ positions: { suggestions: [], categories: [], products: [] }, letters: [] },
      }),
    );
  for (let number = 0; number < 28; number += 1) await setDay(number, 100, 10);
  await setDay(28, 200, 60);
  // Today does not count.
  await lookAtSearches(firstDay + 28 * dayMicros);
  assert.deepEqual(await messages(), []);
  for (let look = 0; look < 3; look += 1) await lookAtSearches(firstDay + 29 * dayMicros + look);
  assert.deepEqual(await messages(), ['searches_failing open']);
  assert.match(
    (await reader.alerts.page({ before: null, limit: 1 }))[0]?.message ?? '',
    /On 2026-11-29, 60 of 200 searches found nothing \(30 %\)\. In the 28 days before, it was 10 %\./,
  );
  await setDay(29, 200, 60);
  await lookAtSearches(firstDay + 30 * dayMicros);
  await setDay(30, 200, 20);
  for (let look = 0; look < 2; look += 1) await lookAtSearches(firstDay + 31 * dayMicros + look);
  assert.deepEqual(await messages(), ['searches_failing open', 'searches_failing over']);
});

onBothEngines('an alert goes ninety days after its end', async ({ storage }) => {
  const { announce, alerts } = await openScene(storage);
  const cause: AlertEvent = 'alert.import_failed';
  await announce(importEnd('a.csv', 'failed'));
  await announce(importEnd('b.csv', 'failed'));
  const remove = (at: number) =>
    storage.write(storeId, (writer) => writer.alerts.deleteBefore({ at, limit: 10 }));
  // No file of this name may ever come again.
  assert.equal(await remove(firstDay + 1_500_000), 1);
  assert.deepEqual(await alerts(), [`${cause} b.csv open`]);
  await announce(importEnd('b.csv', 'completed'));
  await announce(feedEnd('failed'));
  assert.equal(await remove(firstDay + 2_500_000), 0, 'it was opened before, and was over later');
  assert.equal(await remove(firstDay + 3_500_000), 1);
  const later = firstDay + 1_000 * dayMicros;
  assert.equal(await remove(later), 0);
  assert.deepEqual(await alerts(), ['alert.feed_failed Lamps open'], 'the feed fails still');
  await announce(feedEnd('completed'));
  assert.equal(await remove(later), 1);
});
