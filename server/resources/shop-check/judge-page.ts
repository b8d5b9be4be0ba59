/**
 * Says in plain sentences whether the widget works on a page, and what to do where it does not. Pure; what is known of the line's key
 * is given. It never repeats a secret key, and says nothing about the keys of other stores but that they are not of this one.
 */
// Tests: ./judge-page.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { ShopFinding } from '../../../contract/shop-check.ts';
import { findingLevels } from '../../../contract/words/widget.ts';
import { keyHint } from '../../stores/key-format.ts';
import { finding } from './finding.ts';
import { judgeFields, type LineTarget } from './judge-fields.ts';
import { judgePolicies } from './judge-policies.ts';
import type { ShopLine, ShopPage } from './read-page.ts';

/** What is known of the key of the line. */
export type KnownKey =
  | { readonly state: 'absent' | 'malformed' | 'foreign' | 'secret' }
  | { readonly state: 'revoked' | 'unreadable'; readonly name: string }
  | { readonly state: 'live'; readonly name: string; readonly origins: readonly string[] };

/** What a page is judged by. */
export interface Known {
  /** The key of the first line. */
  readonly key: KnownKey;
  /** The selector of the first line. */
  readonly target: LineTarget;
  /** The origin of this service. */
  readonly origin: string;
}

/** The findings about the page, problems first, each once, and the worst of very many. */
export function judgePage(page: ShopPage, { key, target, origin }: Known): ShopFinding[] {
  const [line, ...others] = page.lines;
  const findings = [
    ...judgeSecrets(page),
    ...(line === undefined ? [missing(page)] : judgeLine(page, line, origin)),
    ...(others.length > 0 ? [twice] : []),
    ...(line === undefined ? [] : judgeKey(key, page.url)),
    ...(line === undefined ? [] : judgePolicies(page, line)),
    ...judgeFields(page, target),
    ...(page.isCut ? [cut] : []),
  ];
  const distinct = new Map(findings.map((found) => [JSON.stringify(found), found]));
  return [...distinct.values()]
    .toSorted((one, other) => findingLevels.indexOf(one.level) - findingLevels.indexOf(other.level))
    .slice(0, limits.shopCheckFindings);
}

function judgeSecrets({ secretKeys }: ShopPage): ShopFinding[] {
  return secretKeys.map((key) =>
    finding(
      'problem',
      'secret_key',
      `The page shows a SECRET key (${keyHint(key)}) to everybody. Revoke this key now, make a new one for your servers, and use a storefront key in the page.`,
    ),
  );
}

function missing({ mayLoadLater, isCut }: ShopPage): ShopFinding {
  if (mayLoadLater) {
    const message =
      'The page does not have the line itself. A script or a tag manager may add it, which this check cannot see because it runs no scripts. Open the page and try its search box.';
    return finding('warning', 'line_unseen', message);
  }
  const message = isCut
    ? 'The part of the page that was read does not have the line. Copy it from the top of this page into the head of your page.'
    : 'The page does not have the line. Copy it from the top of this page into your page, and check again.';
  return finding('problem', 'line_missing', message);
}

const twice = finding(
  'warning',
  'line_twice',
  'The page has the line more than once. The first one that loads binds the search boxes; remove the others.',
);

const cut = finding('warning', 'page_cut', 'The page is longer than 2 MiB, and only its beginning was read.');

function judgeLine({ url }: ShopPage, { src, attributes }: ShopLine, origin: string): ShopFinding[] {
  const type = (attributes.get('type') ?? '').trim().toLowerCase();
  if (!/^(?:|module|(?:text|application)\/(?:java|ecma)script)$/.test(type)) {
    const message = `The line is in the page, but browsers do not run it: its type is "${type.slice(0, 60)}". A tool for consent may have changed it; let it allow this script, which sets no cookies.`;
    return [finding('problem', 'line_inert', message, null)];
  }
  if (url.protocol === 'https:' && src.protocol === 'http:') {
    const message =
      'The line loads the script from an http address, which browsers refuse on an https page. Use an https address.';
    return [finding('problem', 'line_insecure', message, `https://${src.host}${src.pathname}`)];
  }
  const found = finding(
    'good',
    'line_found',
    `The line is in the page and loads ${src.origin}${src.pathname}.`,
  );
  if (src.origin === origin) return [found];
  const message = `The script comes from ${src.origin}, and this service is at ${origin}. That is right if ${src.host} forwards the calls to this service.`;
  return [found, finding('warning', 'line_elsewhere', message)];
}

function judgeKey(key: KnownKey, url: URL): ShopFinding[] {
  switch (key.state) {
    case 'absent':
      return [problem('key_missing', 'The line has no key. Copy the whole line from the top of this page.')];
    case 'malformed':
      return [
        problem(
          'key_malformed',
          'The key in the line is not complete. Copy the whole line from the top of this page.',
        ),
      ];
    case 'secret':
      return [problem('key_secret', 'The key in the line is not a storefront key, so browsers are refused.')];
    case 'foreign':
      return [
        problem(
          'key_foreign',
          'The key in the line is not a key of this store. Copy the line from the top of this page.',
        ),
      ];
    case 'revoked':
      return [
        problem(
          'key_revoked',
          `The key in the line, “${key.name}”, was revoked or has ended. Copy the line with a key that is in use.`,
        ),
      ];
    case 'unreadable':
      return [
        problem(
          'key_unreadable',
          `The origins of the key “${key.name}” cannot be read. Revoke it and make another.`,
        ),
      ];
    case 'live':
      return judgeOrigins(key.name, key.origins, url);
  }
}

function judgeOrigins(name: string, origins: readonly string[], { origin }: URL): ShopFinding[] {
  if (origins.length > 0 && !origins.includes(origin)) {
    const message = `The key “${name}” is bound to other sites (${origins.slice(0, 3).join(', ')}). Add the origin of this page under Keys.`;
    return [finding('problem', 'origin_not_allowed', message, origin)];
  }
  const bound = origins.length > 0 ? 'and may be used on this site' : 'and may be used on any site';
  return [finding('good', 'key_live', `The key “${name}” is in use ${bound}.`)];
}

function problem(code: string, message: string): ShopFinding {
  return finding('problem', code, message);
}
