/**
 * Reads from the text of a page what decides whether the widget works on it: the lines that load it, the fields of text, the content
 * security policies, and keys. The page is a stranger's: of each kind a bounded number is kept, and other tags none. Pure; it runs nothing, and no
 * text is an error.
 */
// Tests: ./judge-page.test.ts.
import { limits } from '../../../contract/limits.ts';
import { scriptPath } from '../../../contract/words/widget.ts';
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

/** A policy and the place that it stands in. */
interface PagePolicy {
  readonly policy: Policy;
  readonly from: 'header' | 'meta';
}

/** What the page holds. */
export interface ShopPage {
  readonly url: URL;
  readonly isCut: boolean;
  readonly lines: readonly ShopLine[];
  /** Fields of text in their order. */
  readonly fields: readonly Tag[];
  /** Whether the page has more fields than are kept. */
  readonly hasMoreFields: boolean;
  readonly policies: readonly PagePolicy[];
  /** Whether the page has more, or longer, policies than are kept. */
  readonly hasMorePolicies: boolean;
  /** Secret keys, which no page may hold. */
  readonly secretKeys: readonly string[];
  /** Whether a script of the page may load the widget. */
  readonly mayLoadLater: boolean;
}

const textTypes: ReadonlySet<string> = new Set(['', 'text', 'search', 'email', 'url', 'tel']);

/** What the page holds that matters to the widget. */
export function readPage({ url, html, policy, isCut, origin }: PageSource): ShopPage {
  const kept = keepTags(html, url, origin);
  const { policies, hasMore } = keepPolicies(policy, kept.policyTexts);
  return {
    url,
    isCut,
    lines: kept.lines,
    fields: kept.fields.slice(0, limits.shopCheckFields),
    hasMoreFields: kept.fields.length > limits.shopCheckFields,
    policies,
    hasMorePolicies: hasMore,
    secretKeys: findSecretKeys(html),
    mayLoadLater: /ft_pk_|data-api-key|dataset\.apiKey|googletagmanager\.com/.test(html),
  };
}

/** What is kept of the tags of a page: of fields and policies one more than are judged, which shows that there are more. */
export function keepTags(html: string, url: URL, origin: string) {
  const lines: ShopLine[] = [];
  const fields: Tag[] = [];
  const policyTexts: string[] = [];
  let home: URL | null = null;
  let scripts = 0;
  for (const tag of readTags(html)) {
    const { name, attributes } = tag;
    if (name === 'base' && home === null && attributes.has('href')) {
      home = parseAddress(attributes.get('href') ?? '', url) ?? url;
    } else if (name === 'script' && lines.length < limits.shopCheckLines) {
      if (!attributes.get('src')?.includes('widget')) continue;
      scripts += 1;
      if (scripts <= limits.shopCheckScripts) lines.push(...toLine(tag, home ?? url, origin));
    } else if (name === 'meta' && policyTexts.length <= limits.shopCheckPolicies) {
      if (wordOf(tag, 'http-equiv') === 'content-security-policy')
        policyTexts.push(attributes.get('content') ?? '');
    } else if (isTextField(tag) && fields.length <= limits.shopCheckFields) fields.push(tag);
  }
  return { lines, fields, policyTexts };
}

/** The policies of the header and of the page's tags. A text that is too long is left out, since a part of it says something else. */
function keepPolicies(header: string, tags: readonly string[]) {
  const policies: PagePolicy[] = [];
  let hasMore = false;
  for (const [place, text] of [header, ...tags].entries()) {
    if (text.length > limits.shopCheckPolicyMaxLength) hasMore = true;
    else {
      const from = place === 0 ? 'header' : 'meta';
      policies.push(...parsePolicies(text).map((policy) => ({ policy, from }) as const));
    }
  }
  hasMore ||= policies.length > limits.shopCheckPolicies;
  return { policies: policies.slice(0, limits.shopCheckPolicies), hasMore };
}

function findSecretKeys(html: string): string[] {
  const keys = new Set<string>();
  for (const [text] of html.matchAll(/ft_[sm]k_[0-9A-Za-z]{38}/g)) {
    if (isWellFormedKey(text)) keys.add(text);
    if (keys.size === limits.shopCheckKeys) break;
  }
  return [...keys];
}

/** Other scripts have this name too: one of ours names its key, or comes from here. */
function toLine({ attributes }: Tag, home: URL, origin: string): ShopLine[] {
  const address = parseAddress(attributes.get('src') ?? '', home);
  if (address === null || !scriptPath.test(address.pathname)) return [];
  return attributes.has('data-api-key') || address.origin === origin ? [{ src: address, attributes }] : [];
}

function isTextField(tag: Tag): boolean {
  return tag.name === 'textarea' || (tag.name === 'input' && textTypes.has(wordOf(tag, 'type')));
}

function wordOf({ attributes }: Tag, name: string): string {
  return (attributes.get(name) ?? '').trim().toLowerCase();
}

/** An absolute address of the web; null for anything else, and for one that is longer than an address may be. */
export function parseAddress(text: string, base: URL): URL | null {
  if (text.length > limits.urlMaxLength) return null;
  const url = URL.parse(text.trim(), base.href);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
