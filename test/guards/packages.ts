/** Guards of the client package: what it never repeats, where it takes no key, and whose messages it never trusts. */
import type { Guard } from './guard.ts';

const sending = 'packages/client/src/send-request.ts';
const sendingTests = 'packages/client/src/send-request.test.ts';
const webhooks = 'packages/client/src/verify-webhook.ts';
const webhookTests = 'packages/client/src/verify-webhook.test.ts';

export const packageGuards: readonly Guard[] = [
  {
    name: 'the client repeats no call that may do more twice',
    file: sending,
    from: 'return mayRepeat && mayHaveArrived;',
    to: 'return mayHaveArrived;',
    tests: { [sendingTests]: ['a call that may not arrive twice is sent once'] },
  },
  {
    name: 'the client leaves a service alone that asks for long waits',
    file: sending,
    from: 'if (asked !== null && asked > askedMaxMs) throw error;',
    to: '',
    tests: { [sendingTests]: ['a service that asks for long waits is left alone'] },
  },
  {
    name: 'the client takes no key to another address',
    file: sending,
    from: "redirect: 'manual',",
    to: '',
    tests: {
      'packages/client/src/send-request.live.test.ts': ['no redirect takes a key to another server'],
    },
  },
  {
    name: 'the client calls no other address than that of the route',
    file: 'packages/client/src/fill-path.ts',
    from: 'if (!/^\\.{0,2}$|\\p{Surrogate}/u.test(value))',
    to: 'if (value !== null)',
    tests: { 'packages/client/src/fill-path.test.ts': ['ids that no address can hold are refused'] },
  },
  {
    name: 'the client trusts no message without a signature that fits',
    file: webhooks,
    from: 'if (!checks.includes(true)) throw',
    to: 'if (checks.includes(null as never)) throw',
    tests: { [webhookTests]: ['a changed message or a stranger’s signature is refused'] },
  },
  {
    name: 'the client trusts no old message',
    file: webhooks,
    from: 'if (!(Math.abs(ageSeconds) <= toleranceSeconds))',
    to: 'if (toleranceSeconds < 0)',
    tests: { [webhookTests]: ['a message far from the clock is refused both ways'] },
  },
  {
    name: 'the client trusts no message by an empty secret',
    file: webhooks,
    from: '!key?.length || ',
    to: '!key || ',
    tests: { [webhookTests]: ['an empty secret accepts no message, not even its own'] },
  },
  {
    name: 'the client keeps batches within the body limit',
    file: 'packages/client/src/split-batches.ts',
    from: 'bytes + size > bytesMax - head.length - foot.length + 1',
    to: 'bytesMax < 0',
    tests: {
      'packages/client/src/split-batches.test.ts': ['batches hold all products in order within both limits'],
    },
  },
];
