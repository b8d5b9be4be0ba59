/**
 * Reads from the text of a page what decides whether the widget works on it: the lines that load it, the fields of text, the content
 * security policies, and keys. Pure; it runs nothing, and no text is an error.
 */
// Tests: ./judge-page.test.ts.
import { isWellFormedKey } from '../../stores/key-format.ts';
import { type Policy, parsePolicies } from './content-policy.ts';
import { readTags, type Tag } from './html-tags.ts';

/** A page as it was received. */
export interface PageSource {
  readonly url: URL;
  readonly html: string;
  /** The header `Content-Security-Policy`; empty where there is none. */
  readonly policy: string;
  /** Whether only its beginning was read. */
  readonly isCut: boolean;
  /** The origin of this service, whose script may lack a key. */
  readonly origin: string;
}

/** A script tag that loads the widget. */
export interface ShopLine {
  readonly src: URL;
  readonly attributes: Tag['attributes'];
}

/** What the page holds. */
export interface ShopPage {
  readonly url: URL;
  readonly isCut: boolean;
  readonly lines: readonly ShopLine[];
  /** Fields of text in their order. */
  readonly fields: readonly Tag[];
  readonly policies: readonly { readonly policy: Policy; readonly from: 'header' | 'meta' }[];
  /** Secret keys, which no page may hold. */
  readonly secretKeys: readonly string[];
  /** Whether a script of the page may load the widget. */
  readonly mayLoadLater: boolean;
}

const widgetPath = /\/widget(?:\/[0-9a-f]{16})?\.js$/;
const textTypes: ReadonlySet<string> = new Set(['', 'text', 'search', 'email', 'url', 'tel']);

/** What the page holds that matters to the widget. */
export function readPage({ url, html, policy, isCut, origin }: PageSource): ShopPage {
  const tags = [...readTags(html)];
  const base = tags.find(({ name, attributes }) => name === 'base' && attributes.has('href'));
  const home = parseAddress(base?.attributes.get('href') ?? '', url) ?? url;
  const fromHeader = parsePolicies(policy).map((read) => ({ policy: read, from: 'header' as const }));
  const fromMeta = tags
    .filter((tag) => tag.name === 'meta' && wordOf(tag, 'http-equiv') === 'content-security-policy')
    .flatMap(({ attributes }) => parsePolicies(attributes.get('content') ?? ''))
    .map((read) => ({ policy: read, from: 'meta' as const }));
  return {
    url,
    isCut,
    lines: tags.flatMap((tag) => toLine(tag, home, origin)),
    fields: tags.filter(isTextField),
    policies: [...fromHeader, ...fromMeta],
    secretKeys: [...new Set(html.match(/ft_sk_[0-9A-Za-z]{38}/g) ?? [])].filter(isWellFormedKey),
    mayLoadLater: /ft_pk_|data-api-key|dataset\.apiKey|googletagmanager\.com/.test(html),
  };
}

/** Other scripts have this name too: one of ours names its key, or comes from here. */
function toLine({ name, attributes }: Tag, home: URL, origin: string): ShopLine[] {
  const src = attributes.get('src');
  if (name !== 'script' || src === undefined) return [];
  const address = parseAddress(src, home);
  if (address === null || !widgetPath.test(address.pathname)) return [];
  return attributes.has('data-api-key') || address.origin === origin ? [{ src: address, attributes }] : [];
}

function isTextField(tag: Tag): boolean {
  return tag.name === 'textarea' || (tag.name === 'input' && textTypes.has(wordOf(tag, 'type')));
}

function wordOf({ attributes }: Tag, name: string): string {
  return (attributes.get(name) ?? '').trim().toLowerCase();
}

/** An absolute address of the web; null for anything else. */
export function parseAddress(text: string, base: URL): URL | null {
  const url = URL.parse(text.trim(), base.href);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
