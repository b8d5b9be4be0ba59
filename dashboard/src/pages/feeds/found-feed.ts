/** The feed that the page of a new feed opens with: one that was found at an address, or a shop of a system. Pure. */
// Tests: test/browser/dashboard-onboarding.test.ts.
import { type FeedFormat, feedFormats, isConnector } from '../../../../contract/words/feeds.ts';

/** The feed or the system that the address names; anything else is dropped. */
export function parseFoundFeed({ url, format }: Record<string, unknown>): {
  url?: string;
  format?: FeedFormat;
} {
  const known = feedFormats.find((name) => name === format);
  if (known === undefined) return {};
  if (typeof url === 'string') return { url, format: known };
  return isConnector(known) ? { format: known } : {};
}
