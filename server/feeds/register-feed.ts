/** Registering a feed (§4.6). */
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import type { Feed } from '../storage/feeds.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import { checkDocument } from './check-document.ts';
import { sealSecret } from './credentials.ts';
import { refuseTakenAddress } from './feed-address.ts';
import { type FeedCall, type FeedChangeEnvironment, noDocument, writeInTurn } from './feed-call.ts';
import { readFeedInput } from './feed-input.ts';
import { intervalMicros } from './feed-schedule.ts';
import { insertRun, jobOf } from './new-run.ts';

/** The new feed, with its first run waiting. Rejects as the address was found, and with `conflict`. */
export async function registerFeed(
  storage: Storage,
  call: FeedCall & { readonly body: Uint8Array },
  environment: FeedChangeEnvironment,
): Promise<Feed> {
  const { storeId, actor } = call;
  const { clock, newId, policy, sealer, inTurn, lookAt } = environment;
  const { secret, ...settings } = readFeedInput(parseJsonObject(call.body), policy);
  await refuseOneMore(storage.reader(storeId), settings.url);
  const credentials = secret?.credentials ?? null;
  await lookAt(storeId, () => checkDocument({ ...settings, credentials }, environment));
  const owner = { id: newId(), storeId };
  return await writeInTurn(storage, storeId, inTurn, async (writer) => {
    await refuseOneMore(writer, settings.url);
    const now = clock.nowMicros();
    const feed: Feed = {
      ...owner,
      ...settings,
      ...nothingFetched,
      status: 'active',
      authType: secret?.type ?? null,
      authSealed: sealSecret(sealer, owner, secret),
      nextRunAt: (await writer.now()) + intervalMicros(settings.refreshInterval),
      createdAt: now,
      updatedAt: now,
    };
    await writer.insertFeed(feed);
    await insertRun(writer, feed, { trigger: 'registration', forced: false }, environment);
    await writer.scheduleJob(jobOf(feed, 0));
    const entry = { actor, action: 'feed.registered', subject: feed.name };
    await writer.insertAuditEntry(createAuditEntry(clock, entry));
    return feed;
  });
}

const nothingFetched = {
  ...noDocument,
  lastFetchedAt: null,
  lastError: null,
  failuresInRow: 0,
  caughtUpTo: 0,
} as const;

/** A store has so many feeds, each with an address of its own. */
async function refuseOneMore(reader: Pick<StoreReader, 'feeds'>, url: string): Promise<void> {
  await refuseTakenAddress(reader, url, null);
  if ((await reader.feeds()).length >= limits.feedsPerStore) {
    throw new AppError('conflict', `A store has at most ${limits.feedsPerStore} feeds. Delete one before.`);
  }
}
