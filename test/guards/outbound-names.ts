/** Guards of looking up the names of servers of others: what a look-up may hold, for how long, and what it must find. */
import type { Guard } from './guard.ts';

export const outboundNamesGuards: readonly Guard[] = [
  {
    name: 'a name that a stranger chose takes no thread',
    file: 'server/outbound/create-resolve.ts',
    from: "if (!name.includes('.')) return",
    to: "if (name !== '') return",
    tests: {
      'server/outbound/create-resolve.live.test.ts': ['unanswered names delay neither other names nor files'],
    },
  },
  {
    name: 'a look-up of a name has a limit',
    file: 'server/outbound/create-resolve.ts',
    from: 'const timers = [setTimeout(cancel, timeoutMs)];',
    to: 'const timers = [setTimeout(() => {}, timeoutMs)];',
    tests: {
      'server/outbound/create-resolve.live.test.ts': ['a look-up ends at its limit with partial answers'],
    },
  },
  {
    name: 'a name server that knows IPv4 alone delays no connection for long',
    file: 'server/outbound/create-resolve.ts',
    from: 'if (found.length > 0) timers.push(',
    to: 'if (found.length < 0) timers.push(',
    tests: {
      'server/outbound/create-resolve.live.test.ts': ['addresses of one kind wait little for the other'],
    },
  },
  {
    name: 'a look-up ends once nothing waits for it',
    file: 'server/outbound/create-resolve.ts',
    from: "signal.addEventListener('abort', cancel);",
    to: '',
    tests: { 'server/outbound/create-resolve.live.test.ts': ['a look-up ends with the call that it is for'] },
  },
  {
    name: 'a call that ends says so to its look-up',
    file: 'server/outbound/connect-guarded.ts',
    from: 'over.abort();',
    to: '',
    tests: { 'server/outbound/create-resolve.live.test.ts': ['a look-up ends with the call that it is for'] },
  },
  {
    name: 'addresses of IPv6 are looked up and judged',
    file: 'server/outbound/create-resolve.ts',
    from: '[resolver.resolve4(hostname), resolver.resolve6(hostname)]',
    to: '[resolver.resolve4(hostname)]',
    tests: {
      'server/outbound/create-resolve.live.test.ts': ['every IPv4 and IPv6 address of a name is judged'],
    },
  },
  {
    name: 'the hosts file decides about its names',
    file: 'server/outbound/create-resolve.ts',
    from: 'own.length > 0 ? own :',
    to: '',
    tests: {
      'server/outbound/create-resolve.live.test.ts': [
        'names that the machine decides are asked of no server',
      ],
    },
  },
];
