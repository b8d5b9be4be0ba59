/**
 * Content security policies: what they forbid to a script of another origin (CSP level 3, W3C). Reads policies as browsers do: of
 * repeated directives the first counts, unknown ones have no effect, and a page may have several policies, all of which must allow.
 * Pure; any text may be given, and no text is an error.
 */
// Tests: ./content-policy.test.ts.

/** One policy: its directives by their names in lower case, with their sources as written. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** A directive that decides, with its sources. */
export interface Directive {
  readonly name: string;
  readonly sources: readonly string[];
}

/** A script of a page, as its tag says. */
export interface ScriptUse {
  readonly url: URL;
  /** Empty where it has none. */
  readonly nonce: string;
  /** The digests of its attribute `integrity`. */
  readonly digests: readonly string[];
}

/** The policies of a header, whose repetitions are joined by commas, or of one `meta` element. */
export function parsePolicies(text: string): readonly Policy[] {
  return text
    .split(',')
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);
}

function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.split(/[\t\n\f\r ]+/).filter((word) => word !== '');
    const key = name.toLowerCase();
    if (key !== '' && !policy.has(key)) policy.set(key, sources);
  }
  return policy;
}

/** The kinds of request that the widget makes, with the directives that decide, the first that is there alone. */
const deciding = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  image: ['img-src', 'default-src'],
} as const;

function directiveOf(policy: Policy, kind: keyof typeof deciding): Directive | null {
  for (const name of deciding[kind]) {
    const sources = policy.get(name);
    if (sources !== undefined) return { name, sources };
  }
  return null;
}

/** The directive that keeps a script from being loaded into the page at `self`; null if it is allowed. */
export function forbidsScript(
  policy: Policy,
  { url, nonce, digests }: ScriptUse,
  self: URL,
): Directive | null {
  const directive = directiveOf(policy, 'script');
  if (directive === null) return null;
  const { sources } = directive;
  if (nonce !== '' && sources.includes(`'nonce-${nonce}'`)) return null;
  if (digests.length > 0 && digests.every((digest) => sources.includes(`'${digest}'`))) return null;
  // Addresses then do not count: scripts are loaded by those that a nonce or digest allows.
  if (isStrictDynamic(directive)) return directive;
  return sources.some((source) => matchesSource(source, url, self)) ? null : directive;
}

/** Whether a directive allows scripts by nonces and digests only. */
export function isStrictDynamic({ sources }: Directive): boolean {
  return sources.some((source) => source.toLowerCase() === "'strict-dynamic'");
}

/** The directive that keeps the page at `self` from sending requests to, or showing pictures of, `url`; null if none does. */
export function forbidsRequest(
  policy: Policy,
  kind: 'connect' | 'image',
  url: URL,
  self: URL,
): Directive | null {
  const directive = directiveOf(policy, kind);
  if (directive === null) return null;
  return directive.sources.some((source) => matchesSource(source, url, self)) ? null : directive;
}

/** Whether the policy runs no script at all. */
export function isSandboxed(policy: Policy): boolean {
  const allowed = policy.get('sandbox');
  return allowed !== undefined && !allowed.some((word) => word.toLowerCase() === 'allow-scripts');
}

/** The directive to write instead, so that `source` is allowed too. A general one is left as it is, and a narrower one added. */
export function withSource({ name, sources }: Directive, narrow: string, source: string): string {
  const kept = sources.filter((word) => word.toLowerCase() !== "'none'");
  return [name === 'default-src' ? narrow : name, ...kept, source].join(' ');
}

const hostSource =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\*|\d+))?(\/[^?#]*)?$/i;

/** Whether a source allows the address (CSP3 §6.7.2.7). */
function matchesSource(source: string, url: URL, self: URL): boolean {
  if (source.toLowerCase() === "'self'") return isSelf(url, self);
  if (source === '*') return isNetworkScheme(url.protocol) || url.protocol === self.protocol;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), url.protocol);
  const [, scheme, host = '', port, path] = hostSource.exec(source) ?? [];
  if (host === '') return false;
  const wanted = scheme === undefined ? self.protocol : `${scheme.toLowerCase()}:`;
  return (
    matchesScheme(wanted, url.protocol) &&
    matchesHost(host.toLowerCase(), url.hostname) &&
    matchesPort(port, url) &&
    matchesPath(path ?? '', url.pathname)
  );
}

function isNetworkScheme(protocol: string): boolean {
  return ['http:', 'https:', 'ws:', 'wss:'].includes(protocol);
}

/** A scheme allows itself and its safe form. */
function matchesScheme(wanted: string, protocol: string): boolean {
  if (wanted === protocol) return true;
  if (wanted === 'http:') return protocol === 'https:';
  if (wanted === 'ws:') return ['wss:', 'http:', 'https:'].includes(protocol);
  return wanted === 'wss:' && protocol === 'https:';
}

function matchesHost(wanted: string, host: string): boolean {
  if (wanted === '*') return true;
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

function matchesPort(wanted: string | undefined, url: URL): boolean {
  if (wanted === '*') return true;
  if (wanted === undefined) return url.port === '';
  const port = portOf(url);
  return Number(wanted) === port || (wanted === '80' && port === 443 && url.protocol === 'https:');
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'http:' || protocol === 'ws:' ? 80 : 443;
}

/** A path with a slash at its end allows all below it; another one only itself. */
function matchesPath(wanted: string, path: string): boolean {
  if (wanted === '' || wanted === '/') return true;
  const [left, right] = [decodePath(wanted), decodePath(path)];
  return left.endsWith('/') ? right.startsWith(left) : right === left;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The page's own origin, also by a safer scheme. */
function isSelf(url: URL, self: URL): boolean {
  if (url.origin === self.origin) return true;
  const isSafer = matchesScheme(self.protocol, url.protocol) && url.protocol !== self.protocol;
  const arePortsUsual = url.port === '' && self.port === '';
  return url.hostname === self.hostname && isSafer && (arePortsUsual || portOf(url) === portOf(self));
}
