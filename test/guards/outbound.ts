/** Guards of calls to servers of others: addresses, redirects, credentials, and the bounds on what they answer. */
import type { Guard } from './guard.ts';

export const outboundGuards: readonly Guard[] = [
  {
    name: 'an address names no user',
    file: 'server/outbound/url-rules.ts',
    from: "if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) {",
    to: "if (url.href === '') {",
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'an address holds nothing invisible',
    file: 'server/outbound/url-rules.ts',
    from: 'if (stray !== null) return malformed(stray);',
    to: '',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'an address is one of https',
    file: 'server/outbound/url-rules.ts',
    from: ': /^https:\\/\\/[^/]/i;',
    to: ': /^https?:\\/\\/[^/]/i;',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'an address is complete as it is written',
    file: 'server/outbound/url-rules.ts',
    from: 'if (!absolute.test(text) || !URL.canParse(text)) {',
    to: 'if (!URL.canParse(text)) {',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'an address has no port of another service',
    file: 'server/outbound/url-rules.ts',
    from: 'Number(url.port) < freePortMin',
    to: 'Number(url.port) < 0',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'a name of the inside is not called',
    file: 'server/outbound/url-rules.ts',
    from: 'isIP(host) === 0 ? isInsideName(host) : !isPublicAddress(host)',
    to: 'isIP(host) !== 0 && !isPublicAddress(host)',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'a written private address is not called',
    file: 'server/outbound/url-rules.ts',
    from: 'isIP(host) === 0 ? isInsideName(host) : !isPublicAddress(host)',
    to: 'isIP(host) === 0 && isInsideName(host)',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'an address is not endlessly long',
    file: 'server/outbound/url-rules.ts',
    from: 'if (text.length > maxLength) {',
    to: 'if (text.length < 0) {',
    tests: {
      'server/outbound/url-rules.test.ts': ['Contract §6 an address that is no public https one is refused'],
    },
  },
  {
    name: 'what is shown of an address hides the values of its query',
    file: 'server/outbound/url-rules.ts',
    from: '`${encodeURIComponent(name)}=…`',
    to: '`${encodeURIComponent(name)}=${url.searchParams.get(name)}`',
    tests: {
      'server/outbound/url-rules.test.ts': ['an address is shown without user and query values'],
    },
  },
  {
    name: 'special addresses are not public',
    file: 'server/outbound/public-address.ts',
    from: "return !specialIpv4.check(text, 'ipv4');",
    to: 'return true;',
    tests: {
      'server/outbound/public-address.test.ts': ['special IPv4 addresses are not public in any wrapping'],
    },
  },
  {
    name: 'an IPv4 address inside an IPv6 one counts as what it is',
    file: 'server/outbound/public-address.ts',
    from: "if (mappedIpv4.check(text, 'ipv6'))",
    to: "if (mappedIpv4.check('::', 'ipv6'))",
    tests: { 'server/outbound/public-address.test.ts': ['addresses of the internet are public'] },
  },
  {
    name: 'the inside of a cloud is not public',
    file: 'server/outbound/public-address.ts',
    from: "  ['168.63.129.16', 32],\n",
    to: '',
    tests: { 'server/outbound/public-address.test.ts': ['the services inside of a cloud are not public'] },
  },
  {
    name: 'an IPv6 address that no network has is not public',
    file: 'server/outbound/public-address.ts',
    from: "globalIpv6.check(text, 'ipv6') &&",
    to: '',
    tests: {
      'server/outbound/public-address.test.ts': ['IPv6 addresses outside allocated networks are not public'],
    },
  },
  {
    name: 'an address of one machine’s links is not public',
    file: 'server/outbound/public-address.ts',
    from: "if (text.includes('%')) return false;",
    to: '',
    tests: { 'server/outbound/public-address.test.ts': ['text that is no address is not public'] },
  },
  {
    name: 'a literal address is judged before connecting',
    file: 'server/outbound/connect-guarded.ts',
    from: 'if (isIP(host) !== 0 && !guard.allows(host)) {',
    to: "if (host === '') {",
    tests: {
      'server/outbound/connect-guarded.live.test.ts': ['a literal address is checked before any connection'],
    },
  },
  {
    name: 'every address of a name must be public',
    file: 'server/outbound/connect-guarded.ts',
    from: '!addresses.every(',
    to: '!addresses.some(',
    tests: {
      'server/outbound/connect-guarded.live.test.ts': [
        'Contract §6 no notation of a private place is reached by any call',
        'unknown, forbidden, refused and slow servers fail alike',
      ],
    },
  },
  {
    name: 'the other end of a connection must be public',
    file: 'server/outbound/connect-guarded.ts',
    from: "const isAllowed = guard.allows(socket.remoteAddress ?? '');",
    to: "const isAllowed = socket.remoteAddress !== '';",
    tests: {
      'server/outbound/connect-guarded.live.test.ts': [
        'the actual peer is judged as well as the resolved name',
      ],
    },
  },
  {
    name: 'a certificate must hold',
    file: 'server/outbound/connect-guarded.ts',
    from: 'rejectUnauthorized: true,',
    to: 'rejectUnauthorized: false,',
    tests: {
      'server/outbound/connect-guarded.live.test.ts': ['an invalid certificate ends the call'],
    },
  },
  {
    name: 'connecting has a limit',
    file: 'server/outbound/connect-guarded.ts',
    from: "const timer = setTimeout(() => socket.destroy(new Error('connecting takes too long')), timeoutMs);",
    to: 'const timer = setTimeout(() => {}, timeoutMs);',
    tests: {
      'server/outbound/connect-guarded.live.test.ts': [
        'unknown, forbidden, refused and slow servers fail alike',
      ],
    },
  },
  {
    name: 'credentials stay with the origin that they were given for',
    file: 'server/outbound/fetch-document.ts',
    from: 'if (next.origin !== url.origin) credentials = null;',
    to: '',
    tests: {
      'server/outbound/fetch-document.live.test.ts': [
        'Contract §6 credentials stay with the origin that they were given for',
      ],
    },
  },
  {
    name: 'a sixth redirect is one too many',
    file: 'server/outbound/fetch-document.ts',
    from: 'if (redirects.length === settings.limits.redirectsMax) throw tooManyRedirects(redirects.length);',
    to: 'if (redirects.length === 20) throw tooManyRedirects(redirects.length);',
    tests: {
      'server/outbound/fetch-document.live.test.ts': [
        'Contract §6 five redirects are followed and listed, a sixth fails',
      ],
    },
  },
  {
    name: 'a redirect leads to no address of the inside',
    file: 'server/outbound/fetch-document.ts',
    from: 'if (check.ok) return check.url;',
    to: "if (check.ok || location !== '') return new URL(location, base.href);",
    tests: {
      'server/outbound/fetch-document.live.test.ts': [
        'every server fault gives its code or an unproven document',
      ],
      'test/scenarios/hostile-feeds.test.ts': ['changing addresses and internal redirects lead nowhere'],
    },
  },
  {
    name: 'an address is judged before each fetch',
    file: 'server/outbound/fetch-document.ts',
    from: "if (!check.ok) throw new OutboundError('url_not_allowed', check.message);\n  return check.url;",
    to: 'return new URL(text);',
    tests: {
      'server/outbound/connect-guarded.live.test.ts': [
        'Contract §6 no notation of a private place is reached by any call',
      ],
    },
  },
  {
    name: 'a private address is never told',
    file: 'server/outbound/fetch-document.ts',
    from: 'isPublicAddress(remoteAddress) ? remoteAddress : null',
    to: 'remoteAddress',
    tests: {
      'server/outbound/fetch-document.live.test.ts': ['a document arrives whole in any framing and coding'],
    },
  },
  {
    name: 'a validator goes back as it came or not at all',
    file: 'server/outbound/fetch-document.ts',
    from: 'header !== null && /^[\\x20-\\x7E]+$/.test(header) && header.length <= bounds.validatorMaxLength',
    to: 'header !== null',
    tests: {
      'server/outbound/fetch-document.live.test.ts': [
        'a validator that cannot be repeated exactly is dropped',
      ],
    },
  },
  {
    name: 'a document counts only with a proven end',
    file: 'server/outbound/document-body.ts',
    from: 'if (!framed && !source.endShownByDocument) throw endUnknown();',
    to: '',
    tests: {
      'server/outbound/fetch-document.live.test.ts': [
        'an unproven end counts only where the reader knows it',
      ],
    },
  },
  {
    name: 'what is received of a document is bounded',
    file: 'server/outbound/document-body.ts',
    from: 'if (counts.received > documentMaxBytes) throw tooLarge(documentMaxBytes);',
    to: '',
    tests: {
      'server/outbound/fetch-document.live.test.ts': ['the limit counts sent and unpacked bytes'],
    },
  },
  {
    name: 'what is made of a document is bounded',
    file: 'server/outbound/document-body.ts',
    from: 'if (counts.decoded > limits.documentMaxBytes) throw tooLarge(limits.documentMaxBytes);',
    to: '',
    tests: {
      'server/outbound/fetch-document.live.test.ts': ['the limit counts sent and unpacked bytes'],
    },
  },
  {
    name: 'a window of zstd is bounded',
    file: 'server/outbound/content-coding.ts',
    from: 'params: { [constants.ZSTD_d_windowLogMax]: 23 },',
    to: 'params: {},',
    tests: {
      'server/outbound/content-coding.test.ts': ['a zstd frame with a large window is refused'],
    },
  },
  {
    name: 'a server that falls silent in its answer is left',
    file: 'server/outbound/exchange.ts',
    from: 'const timer = setTimeout(() => response.destroy(fellSilent()), idleTimeoutMs);',
    to: 'const timer = setTimeout(() => {}, idleTimeoutMs);',
    tests: {
      'server/outbound/fetch-document.live.test.ts': ['a silent body is left before its time ends'],
    },
  },
  {
    name: 'a server that drips is left',
    file: 'server/outbound/exchange.ts',
    from: 'if (bytes * 1_000 < leastBytesPerSecond * waitedMs) throw tooSlow();',
    to: '',
    tests: {
      'server/outbound/fetch-document.live.test.ts': ['a dripping body is left before its time ends'],
    },
  },
  {
    name: 'redirects share the time until a head comes',
    file: 'server/outbound/fetch-document.ts',
    from: 'headTimeoutMs -= exchange.firstByteMs - exchange.connectMs;',
    to: '',
    tests: {
      'server/outbound/fetch-document.live.test.ts': ['redirects that take their time share one wait'],
    },
  },
  {
    name: 'credentials of basic hold no control characters',
    file: 'server/outbound/secret-rules.ts',
    from: 'if (colon < 1 || /\\p{Cc}/u.test(secret) || !secret.isWellFormed()) {',
    to: 'if (colon < 1) {',
    tests: {
      'server/outbound/secret-rules.test.ts': ['credentials that could change the request are refused'],
    },
  },
  {
    name: 'credentials set none of the headers that are ours',
    file: 'server/outbound/secret-rules.ts',
    from: 'if (ownHeaders.has(name.toLowerCase()) || ownHeaderStart.test(name.toLowerCase())) {',
    to: "if (name === '') {",
    tests: {
      'server/outbound/secret-rules.test.ts': ['credentials that could change the request are refused'],
    },
  },
];
