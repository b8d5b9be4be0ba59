/**
 * Reads the format `webhook-url`: addresses that may receive messages. It calls no address; one that is private, not https, or longer
 * than 2,048 characters is reported with its place. It never throws.
 */
// Tests: test/api/webhooks.test.ts.
import { nameGiven, quote } from '../../catalog/problem.ts';
import type { ReadFormat } from '../../operations/read-by-schema.ts';
import type { OutboundPolicy } from '../../outbound/outbound.ts';
import { checkOutboundUrl, presentGiven } from '../../outbound/url-rules.ts';

/** Reads a public https address; `policy` says whether private ones are allowed too. */
export function webhookUrl(policy: OutboundPolicy): ReadFormat {
  return (value, { path }, report) => {
    if (typeof value !== 'string' || value === '') {
      const got = typeof value === 'string' ? quote(value) : nameGiven(value);
      const message = `"url" takes an address such as https://shop.example/hook; got ${got}.`;
      report(path, 'url_invalid', message);
      return value;
    }
    const check = checkOutboundUrl(value, policy);
    if (check.ok) return value;
    const hasUser = URL.canParse(value) && new URL(value).username !== '';
    // Feeds have fields for a user and a password. Webhooks prove the sender by the signature instead.
    const message = hasUser
      ? 'The address holds a user name or a password. Leave them out: the signature proves who sent a message.'
      : check.message;
    report(path, 'url_not_allowed', `${message} Got ${quote(presentGiven(value))}.`);
    return value;
  };
}
