/**
 * Opens and closes the alert about searches without results, by the figures of the last complete day. Any node may call it, as often as
 * it likes: the same figures give the same alert. It reads before it writes, so a store without news takes no lock.
 */
// Tests: test/api/alerts.test.ts.
import { dayMicros, formatDay } from '../../clock.ts';
import type { SearchDay } from '../../storage/analytics/tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import type { Webhook } from '../../storage/webhooks/tables.ts';
import { areSearchesFailing, daysBefore, type SearchCounts } from './judge-searches.ts';
import { closeAlert, openAlert } from './note-alerts.ts';
import type { AnnounceEnvironment } from './queue-message.ts';

const cause = { type: 'alert.searches_failing', subject: '' } as const;

/** Looks at one store. `write` waits for its turn. */
export async function followSearches(
  storage: Storage,
  storeId: string,
  environment: AnnounceEnvironment,
  write: (work: (writer: StoreWriter) => Promise<void>) => Promise<void>,
): Promise<void> {
  const now = environment.clock.nowMicros();
  const [from, to] = [formatDay(now - (daysBefore + 1) * dayMicros), formatDay(now - dayMicros)];
  const reader = storage.reader(storeId);
  const days = await reader.analytics.searchDays({ from, to });
  const day = sumOf(days.filter((one) => one.day === to));
  const before = sumOf(days.filter((one) => one.day < to));
  const isFailing = areSearchesFailing(day, before);
  if (isFailing === ((await reader.alerts.open(cause)) !== null)) return;
  await write(async (writer) => {
    const webhooks = await activeWebhooks(writer);
    if (!isFailing) return await closeAlert(writer, cause, webhooks, environment);
    const message =
      `On ${to}, ${day.noResults} of ${day.searches} searches found nothing (${percent(day)}). ` +
      `In the ${daysBefore} days before, it was ${percent(before)}.`;
    await openAlert(writer, { ...cause, name: '', message, path: 'searches' }, webhooks, environment);
  });
}

async function activeWebhooks(writer: StoreWriter): Promise<readonly Webhook[]> {
  // One that cannot be read waits for its repair, not for this alert.
  return (await writer.webhooks.list()).values;
}

function sumOf(days: readonly SearchDay[]): SearchCounts {
  return {
    searches: days.reduce((sum, { searches }) => sum + searches, 0),
    noResults: days.reduce((sum, { noResults }) => sum + noResults, 0),
  };
}

function percent({ searches, noResults }: SearchCounts): string {
  return `${Math.round((1_000 * noResults) / searches) / 10} %`;
}
