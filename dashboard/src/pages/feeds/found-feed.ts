/** The feed that the page of a new feed opens with, where one was found at an address. Pure. */
// Tests: test/browser/dashboard-onboarding.test.ts.
import { type FeedFormat, feedFormats } from '../../../../contract/words/feeds.ts';

/** The feed that the address names; anything else is dropped. */
export function parseFoundFeed({ url, format }: Record<string, unknown>): {
  url?: string;
  format?: FeedFormat;
} {
  const known = feedFormats.find((name) => name === format);
  return typeof url === 'string' && known !== undefined ? { url, format: known } : {};
}
