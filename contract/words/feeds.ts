/** Formats, intervals and states of feeds. */
// Tests: test/api/feeds.test.ts.

/** What the document behind a feed's address is. */
export type FeedFormat = (typeof feedFormats)[number];
/** The formats that are read. */
export const feedFormats = ['csv', 'google_xml', 'json'] as const;

/** How often a feed is fetched (§2.4). */
export const refreshIntervals = ['15m', '1h', '6h', '24h'] as const;
/** One of {@link refreshIntervals}. */
export type RefreshInterval = (typeof refreshIntervals)[number];

/** The states of a feed (§3.3). */
export const feedStatuses = ['active', 'paused', 'error'] as const;
/** A state of a feed (§3.3). */
export type FeedStatus = (typeof feedStatuses)[number];

/** How a feed's credentials are sent. */
export const authTypes = ['basic', 'header'] as const;
/** One of {@link authTypes}. */
export type AuthType = (typeof authTypes)[number];

/** The triggers of a run. */
export const feedRunTriggers = ['registration', 'schedule', 'manual'] as const;
/** One of {@link feedRunTriggers}. */
export type FeedRunTrigger = (typeof feedRunTriggers)[number];
