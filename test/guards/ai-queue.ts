/** Guards of the queue that asks the AI provider, which all stores share. */
import type { Guard } from './guard.ts';

export const aiQueueGuards: readonly Guard[] = [
  {
    name: 'a request that gets no answer has no other store wait',
    file: 'server/enrichment/run-enrichment.ts',
    from: "kind === 'busy' ? kind : kind === 'away' ? 'none' : 'answered';",
    to: "kind === 'busy' || kind === 'away' ? 'busy' : 'answered';",
    tests: {
      'test/scenarios/enrichment-holds.test.ts': ['a store whose requests get no answer waits alone'],
      'test/scenarios/enrichment-faults.test.ts': ['prompts that get no answer put off their store alone'],
    },
  },
  {
    name: 'a store whose request got no answer is held',
    file: 'server/enrichment/run-enrichment.ts',
    from: "if (kind === 'busy' || kind === 'unusable') return;",
    to: "if (kind !== 'refused') return;",
    tests: {
      'test/scenarios/enrichment-holds.test.ts': ['a store whose requests get no answer waits alone'],
    },
  },
  {
    name: 'a store that is held asks by one request alone',
    file: 'server/enrichment/run-enrichment.ts',
    from: '(isOnTrial(settings) ? 1 : this.#lanes)',
    to: 'this.#lanes',
    tests: {
      'test/scenarios/enrichment-holds.test.ts': [
        'a request that was ${kind} holds the queue until the provider answers again',
      ],
    },
  },
  {
    name: 'an outage of an hour has no product given up',
    file: 'server/enrichment/retry.ts',
    from: '[limits.enrichmentAttempts, limits.enrichmentAwayRetrySeconds]',
    to: '[limits.enrichmentAttempts, limits.enrichmentRetrySeconds]',
    tests: { 'server/enrichment/retry.test.ts': ['an outage of an hour has no product given up'] },
  },
  {
    name: 'a store leaves a slot of the provider to others',
    file: 'server/enrichment/queue-hold.ts',
    from: 'hasOthers ? Math.max(1, slots - 1) : slots;',
    to: 'hasOthers ? slots : slots;',
    tests: {
      'test/scenarios/enrichment-shares.test.ts': ['a store whose requests hang leaves a slot to others'],
    },
  },
  {
    name: 'a store has the only slot of the provider too',
    file: 'server/enrichment/queue-hold.ts',
    from: 'hasOthers ? Math.max(1, slots - 1) : slots;',
    to: 'hasOthers ? slots - 1 : slots;',
    tests: { 'test/scenarios/enrichment-holds.test.ts': ['two stores share the only slot of a provider'] },
  },
  {
    name: 'a failed request is remembered where its hold is gone',
    file: 'server/enrichment/queue-hold.ts',
    from: 'return hold !== null || failedRequests > 0;',
    to: 'return hold !== null;',
    tests: {
      'test/scenarios/enrichment-holds.test.ts': [
        'one request goes out alone behind a failure, whatever ended its hold',
      ],
    },
  },
  {
    name: 'the hold behind a request that was allowed keeps its time',
    file: 'server/enrichment/queue-hold.ts',
    from: "if (lift === 'free') return",
    to: "if (lift !== 'granted') return",
    tests: {
      'test/scenarios/enrichment-shares.test.ts': ['calls in a loop end a hold once'],
      'test/scenarios/enrichment-holds.test.ts': ['a hold is lifted again once a look of its own has failed'],
    },
  },
  {
    name: 'holds grow with each request that fails',
    file: 'server/enrichment/queue-hold.ts',
    from: 'pauseMsOf(limits.enrichmentHoldSeconds, failedRequests, id)',
    to: 'pauseMsOf(limits.enrichmentHoldSeconds, 1, id)',
    tests: {
      'test/scenarios/enrichment-holds.test.ts': [
        'pauses grow while requests are ${kind}, until one is answered',
      ],
    },
  },
  {
    name: 'requests that fail beside each other count as one',
    file: 'server/enrichment/queue-hold.ts',
    from: "  if (hold !== null && hold.code !== 'budget_spent' && hold.until > nowMicros) return settings;\n",
    to: '',
    tests: {
      'test/scenarios/enrichment-holds.test.ts': ['requests that fail beside each other hold a queue once'],
    },
  },
  {
    name: 'the next call is of the store that waits',
    file: 'server/enrichment/allowance.ts',
    from: 'view.firstWaiting === storeId || !isPlaceKept(view);',
    to: "storeId !== '';",
    tests: {
      'server/enrichment/allowance.test.ts': [
        'stores that wait for the only slot call in turns',
        'small calls of one store leave tokens for a large one of another',
      ],
    },
  },
  {
    name: 'a store that is gone keeps no place before the provider',
    file: 'server/enrichment/allowance.ts',
    from: "firstWaiting !== '' && firstUntil > nowMicros && firstUntil",
    to: "firstWaiting !== '' && firstUntil",
    tests: {
      'server/enrichment/allowance.test.ts': ['a store that does not look at its time is not waited for'],
    },
  },
];
