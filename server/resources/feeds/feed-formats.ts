/**
 * Reads the formats that bodies of feeds name: addresses, and credentials, which are read as a pair afterwards. They fetch nothing,
 * and no message repeats a credential. An address has at most 2,048 characters and must be http or https; a wrong one is reported with
 * its place.
 */
// Tests: test/api/feeds.test.ts.
import { nameGiven, quote } from '../../catalog/problem.ts';
import { isOwnFeed } from '../../feeds/own-feed.ts';
import type { Formats } from '../../operations/read-by-schema.ts';
import type { OutboundPolicy } from '../../outbound/outbound.ts';
import { checkOutboundUrl, presentGiven } from '../../outbound/url-rules.ts';

/**
 * Readers by the names of formats; `policy` says whether private addresses are allowed too, `hasOwnFeed` whether the
 * demo shop's feed is.
 */
export function feedBodyFormats(policy: OutboundPolicy, hasOwnFeed = false): Formats {
  return {
    'feed-url'(value, { path }, report) {
      if (typeof value !== 'string') {
        const message = `"feed_url" takes the absolute https address of the feed; got ${nameGiven(value)}.`;
        report(path, 'feed_url_invalid', message);
        return undefined;
      }
      if (hasOwnFeed && isOwnFeed(value)) return value;
      const check = checkOutboundUrl(value, policy);
      if (check.ok) return value;
      const code = check.isForbidden ? 'feed_url_forbidden' : 'feed_url_invalid';
      report(path, code, `${check.message} Got ${quote(presentGiven(value))}.`);
      return undefined;
    },
    'feed-credentials': (value) => value,
    // Read with the format of its feed; pasted texts have blanks around them.
    'orders-secret': (value) => (typeof value === 'string' ? value.trim() : value),
  };
}
