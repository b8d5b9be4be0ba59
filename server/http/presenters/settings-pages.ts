/**
 * Answers with all that was set for a store, which are complete and have no cursor: texts at their limits make megabytes of
 * some of them. Made in the reader thread, as pages of lists are.
 */
import { presentSynonyms } from '../../autocomplete/present-synonyms.ts';
import { readCollections } from '../../collections/read-collection.ts';
import { notFound } from '../../errors.ts';
import { presentMerchandising } from '../../merchandising/present-merchandising.ts';
import type { PageSource } from '../../operations/page-source.ts';
import { presentUnreadable, writeJson } from '../../operations/write-page.ts';
import { presentCollection } from './present-collection.ts';
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
  collections: async ({ reader }: PageSource, { origin, now }: WithOrigin & { readonly now: number }) => {
    const { values, damaged } = await readCollections(reader, now);
    return writeJson({
      collections: values.map((state) => presentCollection(state, origin)),
      ...presentUnreadable(damaged, 'slug'),
      next_cursor: null,
    });
  },

  feeds: async ({ reader }: PageSource, { origin }: WithOrigin) =>
    writeJson({ feeds: (await reader.feeds()).map((feed) => presentFeed(feed, origin)) }),

  /** One of them, and its newest run. */
  feed: async ({ reader }: PageSource, { feedId, origin }: WithOrigin & { readonly feedId: string }) => {
    const feed = await reader.feed(feedId);
    if (feed === null) throw notFound('feed');
    const [latest] = await reader.feedRuns(feedId, { before: null, limit: 1 });
    const latestRun = latest === undefined ? null : presentFeedRun(latest, origin);
    return writeJson({ feed: presentFeed(feed, origin), latest_run: latestRun });
  },

  /** With the newest runs of each, oldest first, as a line of them is read. */
  feedsWithRuns: async ({ reader }: PageSource, { origin }: WithOrigin) => {
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

  keys: async ({ directory, storeId }: PageSource, _question: object) =>
    writeJson({ keys: (await directory.listApiKeys(storeId)).map(presentKey) }),

  members: async ({ accounts, storeId }: PageSource, _question: object) =>
    writeJson({
      members: (await accounts.members(storeId)).map(presentMember),
      invitations: (await accounts.invitations(storeId)).map(presentInvitation),
    }),

  synonyms: async ({ reader }: PageSource, { message }: WithMessage) =>
    writeJson({ ...inFront(message), ...presentSynonyms(await reader.synonyms()) }),

  merchandising: async ({ reader }: PageSource, { message }: WithMessage) =>
    writeJson({ ...inFront(message), ...(await presentMerchandising(reader)) }),
} as const;

function inFront(message: string | null): { message?: string } {
  return message === null ? {} : { message };
}
