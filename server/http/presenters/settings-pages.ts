/**
 * Answers with all that was set for a store, which are complete and have no cursor: texts at their limits make megabytes of
 * some of them. Made in the reader thread, as pages of lists are.
 */

import type { SynonymsBody } from '../../../contract/synonyms.ts';
import { formatTimestamp } from '../../clock.ts';
import { notFound } from '../../errors.ts';
import { presentMerchandising } from '../../merchandising/present-merchandising.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writeJson } from '../../operations/write-page.ts';
import type { StoreSynonyms } from '../../storage/records.ts';
import { presentFeed, presentFeedRun, presentMark } from './present-feed.ts';
import { presentKey } from './present-key.ts';
import { presentInvitation, presentMember } from './present-member.ts';

/** Links are absolute by it. */
interface WithOrigin {
  readonly origin: string;
}

/** What an answer says in front; null for nothing. */
interface WithMessage {
  readonly message: string | null;
}

/** Runs of each feed that the dashboard's list draws. */
const runsInList = 14;

/** Every answer by name, as in list-pages.ts. */
export const settingsPages = {
  feeds: async ({ reader }: ReadContext, { origin }: WithOrigin) =>
    writeJson({ feeds: (await reader.feeds()).map((feed) => presentFeed(feed, origin)) }),

  /** One of them, and its newest run. */
  feed: async ({ reader }: ReadContext, { feedId, origin }: WithOrigin & { readonly feedId: string }) => {
    const feed = await reader.feed(feedId);
    if (feed === null) throw notFound('feed');
    const [latest] = await reader.feedRuns(feedId, { before: null, limit: 1 });
    const latestRun = latest === undefined ? null : presentFeedRun(latest, origin);
    return writeJson({ feed: presentFeed(feed, origin), latest_run: latestRun });
  },

  /** With the newest runs of each, oldest first, as a line of them is read. */
  feedsWithRuns: async ({ reader }: ReadContext, { origin }: WithOrigin) => {
    const feeds = await reader.feeds();
    const newest = await reader.newestFeedRuns(
      feeds.map(({ id }) => id),
      runsInList,
    );
    const runsOf = Map.groupBy(newest.reverse(), ({ details }) => details.feedId);
    return writeJson({
      feeds: feeds.map((feed) => ({
        ...presentFeed(feed, origin),
        runs: (runsOf.get(feed.id) ?? []).map(presentMark),
      })),
    });
  },

  keys: async ({ directory, store }: ReadContext, _question: object) =>
    writeJson({ keys: (await directory.listApiKeys(store.id)).map(presentKey) }),

  members: async ({ accounts, store }: ReadContext, _question: object) =>
    writeJson({
      members: (await accounts.members(store.id)).map(presentMember),
      invitations: (await accounts.invitations(store.id)).map(presentInvitation),
    }),

  synonyms: async ({ reader }: ReadContext, { message }: WithMessage) =>
    writeJson({ ...inFront(message), ...presentSynonyms(await reader.synonyms()) }),

  merchandising: async ({ reader }: ReadContext, { message }: WithMessage) =>
    writeJson({ ...inFront(message), ...(await presentMerchandising(reader)) }),
} as const;

function inFront(message: string | null): { message?: string } {
  return message === null ? {} : { message };
}

/** The synonyms of a store as the API shows them (Contract §10). */
function presentSynonyms({ rules, common, updatedAt }: StoreSynonyms): SynonymsBody {
  return {
    synonyms: [...rules],
    common,
    updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
    next_cursor: null,
  };
}
