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
    },
  },
  {
    name: 'a store for which the provider is busy stops no other',
    file: 'server/enrichment/allowance.ts',
    from: 'if (isAlone) return { ...ended, state: busy, result: true };',
    to: '',
    tests: {
      'server/enrichment/allowance.test.ts': ['a store that alone finds the provider busy waits alone'],
      'test/scenarios/enrichment-shares.test.ts': [
        'a store that alone finds the provider busy stops no other',
      ],
    },
  },
  {
    name: 'a provider that is busy for two stores is left alone',
    file: 'server/enrichment/allowance.ts',
    from: "before.busyStore === '' || before.busyStore === call.storeId;",
    to: "call.storeId !== '';",
    tests: {
      'server/enrichment/allowance.test.ts': [
        'all wait as a busy provider asks, else longer each time',
        'a store that alone finds the provider busy waits alone',
      ],
      'test/scenarios/enrichment-shares.test.ts': ['a provider busy for two stores is left alone'],
    },
  },
  {
    name: 'one store does not lengthen the pause of all',
    file: 'server/enrichment/allowance.ts',
    from: 'const busy = { ...state, busyStore: call.storeId };',
    to: 'const busy = { ...state, failures: before.failures + 1, busyStore: call.storeId };',
    tests: {
      'server/enrichment/allowance.test.ts': ['one store’s busy answers leave everyone’s pause short'],
    },
  },
  {
    name: 'a store for which the provider is busy is held',
    file: 'server/enrichment/run-enrichment.ts',
    from: "(kind === 'busy' && !isBusyAlone)) return;",
    to: "kind === 'busy') return;",
    tests: {
      'test/scenarios/enrichment-shares.test.ts': [
        'a store that alone finds the provider busy stops no other',
      ],
    },
  },
  {
    name: 'a store whose request got no answer is held',
    file: 'server/enrichment/run-enrichment.ts',
    from: "if (kind === 'unusable' || (kind === 'busy' && !isBusyAlone)) return;",
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
    file: 'server/enrichment/queue-hold.ts',
    from: '[limits.enrichmentAttempts, limits.enrichmentAwayRetrySeconds]',
    to: '[limits.enrichmentAttempts, limits.enrichmentRetrySeconds]',
    tests: { 'server/enrichment/queue-hold.test.ts': ['an outage of an hour has no product given up'] },
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
    from: 'return settings.failedRequests > 0;',
    to: 'return settings.hold !== null;',
    tests: {
      'test/scenarios/enrichment-holds.test.ts': ['after a failure one request goes out alone'],
    },
  },
  {
    name: 'the hold behind a request that was allowed keeps its time',
    file: 'server/enrichment/queue-hold.ts',
    from: "if (lift === 'free' && hold.code",
    to: "if (lift !== 'granted' && hold.code",
    tests: {
      'test/scenarios/enrichment-shares.test.ts': ['calls in a loop end a hold once'],
      'test/scenarios/enrichment-holds.test.ts': ['a hold is lifted again after its own look failed'],
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
    from: 'isBeside ? settings : isBusy ?',
    to: 'isBusy ?',
    tests: {
      'test/scenarios/enrichment-holds.test.ts': ['requests that fail beside each other hold a queue once'],
    },
  },
  {
    name: 'no caller ends the pause that a 429 asks for',
    file: 'server/enrichment/queue-hold.ts',
    from: "if (lift === 'free' && hold.code !== 'provider_paused')",
    to: "if (lift === 'free')",
    tests: { 'test/scenarios/enrichment-busy.test.ts': ['no call shortens the pause that a 429 names'] },
  },
  {
    name: 'a 429 takes no queue off its trial',
    file: 'server/enrichment/queue-hold.ts',
    from: 'return settings.failedRequests > 0;',
    to: "return settings.failedRequests > 0 && settings.hold?.code !== 'provider_paused';",
    tests: {
      'test/scenarios/enrichment-busy.test.ts': [
        'a queue on trial stays so behind a 429',
        'a failure beside a 429 puts the queue on trial',
      ],
    },
  },
  {
    name: 'a 429 counts towards the pauses of 429s alone',
    file: 'server/enrichment/queue-hold.ts',
    from: 'isBusy ? withBusy(settings) : withFailure(settings)',
    to: 'withFailure(isBusy ? withBusy(settings) : settings)',
    tests: { 'test/scenarios/enrichment-busy.test.ts': ['a 429 is no failure, and its own pauses grow'] },
  },
  {
    name: 'the later time of a busy provider counts',
    file: 'server/enrichment/queue-hold.ts',
    from: 'standing !== null && standing.until >= until',
    to: 'standing !== null',
    tests: { 'test/scenarios/enrichment-busy.test.ts': ['the later of two 429 times holds a queue'] },
  },
  {
    name: 'a failure beside a 429 counts',
    file: 'server/enrichment/queue-hold.ts',
    from: "standing !== null && (standing.code === 'provider_paused') === isBusy;",
    to: 'standing !== null;',
    tests: {
      'test/scenarios/enrichment-busy.test.ts': ['a failure beside a 429 puts the queue on trial'],
    },
  },
  {
    name: 'an answer leaves the time of a 429 alone',
    file: 'server/enrichment/queue-hold.ts',
    from: "hold: isBusy || hold?.code === 'budget_spent'",
    to: "hold: hold?.code === 'budget_spent'",
    tests: { 'test/scenarios/enrichment-busy.test.ts': ['an answer beside a 429 leaves its time alone'] },
  },
  {
    name: 'the next call is of the store that waits',
    file: 'server/enrichment/allowance.ts',
    from: 'view.firstWaiting === storeId || !isPlaceKept(view);',
    to: "storeId !== '';",
    tests: {
      'server/enrichment/allowance.test.ts': [
        'stores that wait for the only slot call in turns',
        'small calls of one store leave tokens for a large one',
      ],
    },
  },
  {
    name: 'a provider that does not answer is in the log',
    file: 'server/enrichment/run-enrichment.ts',
    from: 'environment.reportHold(store.id, message);',
    to: '',
    tests: { 'test/scenarios/provider-log.test.ts': ['a provider that does not answer is in the log'] },
  },
  {
    name: 'an overview tells what holds the phrases',
    file: 'server/insight/read-overview.ts',
    from: '    hold: queue?.hold ?? null,',
    to: '    hold: null,',
    tests: {
      'test/scenarios/enrichment-faults.test.ts': ['prompts that get no answer put off their store alone'],
    },
  },
  {
    name: 'a store that is gone keeps no place before the provider',
    file: 'server/enrichment/allowance.ts',
    from: "firstWaiting !== '' && firstUntil > nowMicros && firstUntil",
    to: "firstWaiting !== '' && firstUntil",
    tests: {
      'server/enrichment/allowance.test.ts': ['a store that misses its turn holds up no other'],
    },
  },
  {
    name: 'a list that changes begins no sweep again',
    file: 'server/enrichment/sweep-phrases.ts',
    from: 'isUnderWay ? { sweepsAgain: true } : {',
    to: "isUnderWay ? { sweepsAgain: true, sweepAfter: '' } : {",
    tests: { 'test/scenarios/blocked-phrases.test.ts': ['a list that keeps changing lets its sweep end'] },
  },
  {
    name: 'a second sweep waits once',
    file: 'server/enrichment/sweep-phrases.ts',
    from: ' || settings.sweepsAgain) return;',
    to: ') return;',
    tests: { 'test/scenarios/blocked-phrases.test.ts': ['a list that keeps changing lets its sweep end'] },
  },
  {
    name: 'a sweep leaves turns to others',
    file: 'server/enrichment/sweep-phrases.ts',
    from: '    await pause(true);\n',
    to: '',
    tests: { 'test/scenarios/blocked-phrases.test.ts': ['a newcomer waits for two turns of a long sweep'] },
  },
  {
    name: 'what people decided about phrases is never outdated',
    file: 'server/storage/enrichment/phrase-reads.ts',
    from: ".where('state', 'in', ['generated', 'approved'])",
    to: '',
    tests: {
      'test/storage/enrichment.test.ts': ['outdated products have other rules and no turn'],
      'test/scenarios/enrichment-outdated.test.ts': ['phrases of older rules alone are written again'],
    },
  },
  {
    name: 'products that are queued by stretches come with a job',
    file: 'server/enrichment/queue-rest.ts',
    from: 'if (count > 0) await writer.jobs.schedule(enrichmentJobOf(writer.store.id));',
    to: '',
    tests: {
      'test/scenarios/enrichment-outdated.test.ts': ['a broken call leaves a queue that continues'],
    },
  },
];
