/** Guards of how many requests a second a key, a session, a store and a network may send. */
import type { Guard } from './guard.ts';

export const ratesGuards: readonly Guard[] = [
  {
    name: 'autocomplete is limited by network on the short way',
    file: 'server/http/admission/request-limiter.ts',
    from: 'byNetwork.autocomplete.take(networkPrefix(address)).allowed',
    to: 'byNetwork.autocomplete.take(networkPrefix(address)).remaining >= 0',
    tests: {
      'server/http/admission/request-limiter.test.ts': ['without a trusted proxy the peer is the client'],
    },
  },
  {
    name: 'calls of strangers are limited by network',
    file: 'server/http/admission/request-limiter.ts',
    from: 'admitToBucket(byNetwork[budget], networkPrefix(request.ip), rate, reply);',
    to: 'void rate;',
    tests: {
      'server/http/admission/request-limiter.test.ts': ['all addresses of an IPv6 /64 share one limit'],
      'test/api/admission.test.ts': ['calls without key or session are limited by network'],
    },
  },
  {
    name: 'calls of strangers are counted by network',
    file: 'server/http/admission/request-limiter.ts',
    from: 'admitToBucket(byNetwork[budget], networkPrefix(request.ip), rate, reply);',
    to: 'admitToBucket(byNetwork[budget], request.ip, rate, reply);',
    tests: {
      'server/http/admission/request-limiter.test.ts': ['all addresses of an IPv6 /64 share one limit'],
    },
  },
  {
    name: 'events are limited by key',
    file: 'server/http/admission/request-limiter.ts',
    from: 'admitToBucket(eventsByKey, grantOf(request).keyId, rateLimits.eventsPerKey, reply);',
    to: '',
    tests: {
      'server/http/admission/request-limiter.test.ts': ['events of a key are limited across networks'],
    },
  },
  {
    name: 'management calls are limited by key',
    file: 'server/http/admission/request-limiter.ts',
    from: 'admitToBucket(byKey, keyOrSession, rateLimits.managementPerKey, reply);',
    to: '',
    tests: { 'test/api/errors.test.ts': ['Contract §1 management calls are counted by their key'] },
  },
  {
    name: 'management calls are limited by store',
    file: 'server/http/admission/request-limiter.ts',
    from: 'const verdict = byAccount.take(holder.account);',
    to: 'const verdict = byAccount.take(keyOrSession);',
    tests: {
      'test/api/store-limits.test.ts': ['secret keys count together, public keys apart'],
    },
  },
  {
    name: 'public keys use up nothing of the calls of their store',
    file: 'server/http/admission/request-limiter.ts',
    from: "if (!('account' in holder)) return;\n      const verdict = byAccount.take(holder.account);",
    to: "const verdict = byAccount.take('account' in holder ? holder.account : String(holder.storeId));",
    tests: {
      'test/api/store-limits.test.ts': [
        'secret keys count together, public keys apart',
        'the limit of a store stops no shopper',
      ],
    },
  },
  {
    name: 'a call that the store is refused costs its key nothing',
    file: 'server/http/admission/request-limiter.ts',
    from: 'byKey.giveBack(keyOrSession);',
    to: '',
    tests: {
      'test/api/store-limits.test.ts': ['a call the store is refused costs its key nothing'],
    },
  },
  {
    name: 'unknown keys are limited by network',
    file: 'server/http/admission/request-limiter.ts',
    from: 'const giveBack = await lookUps.take(request.ip, reply);',
    to: 'const giveBack = () => {};',
    tests: {
      'test/api/admission.test.ts': [
        'unknown keys are limited by network, and remembered for seconds',
        'made-up sessions are limited by network, members are not',
      ],
    },
  },
  {
    name: 'calls of a session are limited',
    file: 'server/http/admission/request-limiter.ts',
    from: 'if (config.rateLimit && signedIn !== null) management',
    to: 'if (config.rateLimit && signedIn === undefined) management',
    tests: {
      'server/http/admission/request-limiter.test.ts': [
        'calls of a session count together, beside those of another',
      ],
    },
  },
  {
    name: 'calls of a session count before its role is read',
    file: 'server/http/dashboard/member.ts',
    from: '    limiter.admitSession(request, reply);\n',
    to: '',
    tests: { 'test/api/admission.test.ts': ['calls of a session count where they are refused'] },
  },
  {
    name: 'a long line of proxies is not remembered',
    file: 'server/http/admission/request-limiter.ts',
    from: 'if (forwardedFor.length > forwardedForMaxLength) return;',
    to: '',
    tests: { 'server/http/admission/request-limiter.test.ts': ['a long line of proxies is not remembered'] },
  },
  {
    name: 'a proxy that is not trusted is the client',
    file: 'server/http/admission/request-limiter.ts',
    from: 'if (peer === undefined || !trustsProxies || forwardedFor === undefined) return peer;',
    to: 'if (peer === undefined || forwardedFor === undefined) return peer;',
    tests: {
      'server/http/admission/request-limiter.test.ts': ['without a trusted proxy the peer is the client'],
    },
  },
];
