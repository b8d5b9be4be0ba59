/** Guards of threads that end: which calls reject, what starts again, and which store is left alone. */
import type { Guard } from './guard.ts';

export const threadsGuards: readonly Guard[] = [
  {
    name: 'a service is ready only when its threads have warmed up',
    file: 'server/start-service.ts',
    from: 'Promise.all([index.ready(), front.warmed()])',
    to: 'index.ready()',
    tests: { 'test/api/warm-up.test.ts': ['a service is ready once it has warmed up'] },
  },
  {
    name: 'a thread that cannot warm up answers all the same',
    file: 'server/serving/front.ts',
    from: "    log.warn({ err: error }, 'a thread did not warm up: its first answers take longer');",
    to: '    throw error;',
    tests: { 'test/api/warm-up.test.ts': ['a service that cannot warm up is ready nevertheless'] },
  },
  {
    name: 'a warm-up ends after its time',
    file: 'server/autocomplete/answering/warm-up.ts',
    from: '    if (nowMs >= endMs) break;\n',
    to: '',
    tests: { 'server/autocomplete/answering/warm-up.test.ts': ['a warm-up that takes too long ends early'] },
  },
  {
    name: 'calls to a thread that ended are rejected',
    file: 'server/threads/lifecycle/rpc.ts',
    from: '      for (const { reject } of waiting.values()) reject(gone());\n',
    to: '',
    tests: { 'server/threads/lifecycle/rpc.test.ts': ['abandon rejects running and later calls'] },
  },
  {
    name: 'a thread is not started again during a stop',
    file: 'server/threads/lifecycle/keep-thread.ts',
    from: '    clearTimeout(pause);\n',
    to: '',
    tests: {
      'server/threads/lifecycle/keep-thread.test.ts': ['a thread that is no longer needed stays ended'],
    },
  },
  {
    name: 'ends that a store explains are not counted',
    file: 'server/threads/crashes/crash-blame.ts',
    from: 'this.#unexplained = this.#unexplained.filter((end) => end.keys.isDisjointFrom(keys));',
    to: '',
    tests: { 'server/threads/crashes/crash-blame.test.ts': ['a store at work in two ends is held'] },
  },
  {
    name: 'stores explain so many ends and no more',
    file: 'server/threads/crashes/crash-blame.ts',
    from: 'if (this.#explainedMs.length >= explainedMax) {',
    to: 'if (this.#explainedMs.length < 0) {',
    tests: {
      'server/threads/crashes/crash-blame.test.ts': ['stores explain at most twenty ends within ten minutes'],
      'server/threads/lifecycle/keep-thread.test.ts': [
        'stores explain a bounded number of ends, with growing pauses',
      ],
    },
  },
  {
    name: 'starts after explained ends wait longer each time',
    file: 'server/threads/lifecycle/keep-thread.ts',
    from: 'Math.min(blame.explainedInRow(), pauses.length)',
    to: 'Math.min(1, pauses.length)',
    tests: {
      'server/threads/lifecycle/keep-thread.test.ts': [
        'stores explain a bounded number of ends, with growing pauses',
      ],
    },
  },
  {
    name: 'out of memory holds a store at once',
    file: 'server/threads/crashes/crash-blame.ts',
    from: "return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';",
    to: "return 'code' in error && error.code === '';",
    tests: {
      'server/threads/crashes/crash-blame.test.ts': ['a store that takes all memory is held at once'],
    },
  },
  {
    name: 'a preview is noted as work on its store',
    file: 'server/threads/pipeline-thread/pipeline-thread.ts',
    from: "createFeedProbes(environment.clock, gateOf('previews'))",
    to: "createFeedProbes(environment.clock, gateOf('writes'))",
    tests: {
      'test/scenarios/thread-ends.test.ts': ['a store whose preview exhausts memory can still write'],
    },
  },
  {
    name: 'out of memory holds readers of documents first',
    file: 'server/threads/crashes/crash-blame.ts',
    from: 'return isOutOfMemory(error) && readers.length > 0 ? readers : suspects;',
    to: 'return isOutOfMemory(error) && readers.length > 99 ? readers : suspects;',
    tests: {
      'server/threads/crashes/crash-blame.test.ts': ['out of memory a preview is the likelier reason'],
    },
  },
  {
    name: 'a store at work beside the guilty one is not held again',
    file: 'server/threads/crashes/crash-blame.ts',
    from: 'const charged = held.length > 0 ? held : likeliest(suspects, error);',
    to: 'const charged = suspects;',
    tests: {
      'server/threads/crashes/crash-blame.test.ts': ['only the guilty one of several held stores stays'],
    },
  },
  {
    name: 'calls of a held store wait',
    file: 'server/threads/crashes/call-gate.ts',
    from: 'if (heldMs > 0) throw unavailable(heldMessage, Math.ceil(heldMs / 1_000));',
    to: '',
    tests: {
      'server/threads/crashes/call-gate.test.ts': ['calls of a held store wait, others continue'],
    },
  },
  {
    name: 'jobs of a held store wait',
    file: 'server/threads/crashes/job-guard.ts',
    from: 'if (quarantine.isHeld(storeId)) {',
    to: 'if (jobId === storeId) {',
    tests: {
      'test/scenarios/jobs-of-a-thread.test.ts': ['a held store’s job waits for its pause'],
    },
  },
  {
    name: 'a held store leaves quarantine whenever its first job comes',
    file: 'server/threads/crashes/job-guard.ts',
    from: 'if (work !== kind) continue;',
    to: 'if (work !== null) continue;',
    tests: {
      'server/threads/crashes/job-guard.test.ts': [
        'a first job after the hold ends the quarantine',
        'a hold without any job ends by itself',
      ],
    },
  },
  {
    name: 'the index of a held store is not loaded at a start',
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'if (!this.#settings.quarantine.isHeld(storeId)) this.#arrivals.push(storeId);',
    to: 'this.#arrivals.push(storeId);',
    tests: {
      'test/scenarios/held-stores.test.ts': ['a held store’s index is loaded after its pause'],
    },
  },
  {
    name: 'the index of a held store is not loaded for a question',
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'if (known === undefined && this.#settings.quarantine.isHeld(storeId)) throw storeUnavailable();',
    to: '',
    tests: {
      'test/scenarios/held-stores.test.ts': ['a held store’s index is loaded after its pause'],
    },
  },
  {
    name: 'a store that cannot be loaded keeps its last good index',
    file: 'server/threads/index-thread/orphaned-indexes.ts',
    from: 'if (kept.has(storeId)) continue;',
    to: '',
    tests: {
      'server/threads/index-thread/index-client.live.test.ts': [
        'indexes of a thread that ended answer until others come',
      ],
    },
  },
  {
    name: 'a phrase thread that a store ends has no other store wait',
    file: 'server/threads/phrase-thread/phrase-client.ts',
    from: "const kind = blame.held().some((held) => held.storeId === storeId) ? 'unusable' : 'away';",
    to: "const kind = 'away';",
    tests: {
      'server/threads/phrase-thread/phrase-client.live.test.ts': [
        'a store that ends the phrase thread delays no other',
      ],
    },
  },
  {
    name: 'a long read keeps no list waiting',
    file: 'server/http/operation-routes.ts',
    from: 'return of.isLong\n',
    to: 'return of.name === ""\n',
    tests: { 'server/http/made-lists.live.test.ts': ['a long read keeps no list of its store waiting'] },
  },
  {
    name: 'what several callers wait for goes on without the first',
    file: 'server/resources/collections/read-collections.ts',
    from: '{ isShared: true }',
    to: '{ isShared: false }',
    tests: {
      'server/resources/collections/read-collections.live.test.ts': [
        'suggestions continue when their first caller hangs up',
      ],
    },
  },
  {
    name: 'operations that read run outside of the HTTP thread',
    file: 'server/http/operation-routes.ts',
    from: "if (operation.thread === 'reader') return await read(call);",
    to: 'if (call.name) return reply.send({ collections: (await readers.of(call.storeId).collections()).values });',
    tests: { 'server/http/made-lists.live.test.ts': ['operations that read are done by the reader thread'] },
  },
  {
    name: 'requests of a burst give way to keystrokes',
    file: 'server/http/admission/request-turns.ts',
    from: 'if (turns.isBusy) void turns.run(caller, begin);',
    to: 'if (turns.isBusy && caller === null) void turns.run(caller, begin);',
    tests: {
      'server/http/admission/request-turns.live.test.ts': ['a turn begins few of the requests of a burst'],
    },
  },
  {
    name: 'who invents keys is not new each time',
    file: 'server/http/admission/request-turns.ts',
    from: 'const caller = lineOf(callerOf(request));',
    to: 'const caller = callerOf(request) || lineOf(callerOf(request));',
    tests: {
      'server/http/admission/request-turns.live.test.ts': ['invented keys do not delay a known caller'],
    },
  },
  {
    name: 'requests of callers who hung up while they waited do not begin',
    file: 'server/http/admission/request-turns.ts',
    from: 'if (!request.socket.destroyed) listener(request, response);',
    to: 'listener(request, response);',
    tests: {
      'server/http/admission/request-turns.live.test.ts': ['requests of callers who hung up do not start'],
    },
  },
  {
    name: 'a thread that works is not stopped by collections',
    file: 'server/threads/lifecycle/idle-heap.ts',
    from: 'sinceLastMs <= busyMaxMs && ',
    to: '',
    tests: { 'server/threads/lifecycle/idle-heap.test.ts': ['a heap is collected once its thread rests'] },
  },
  {
    name: 'little work has few collections in its way',
    file: 'server/threads/lifecycle/idle-heap.ts',
    from: '      looksToWait = looksBetween;\n',
    to: '',
    tests: {
      'server/threads/lifecycle/idle-heap.test.ts': ['little work has few collections in its way'],
    },
  },
  {
    name: 'the death of a thread that was let go ends no other',
    file: 'server/threads/lifecycle/on-demand.ts',
    from: 'thread === started && die(error)',
    to: 'die(error)',
    tests: {
      'server/threads/lifecycle/on-demand.test.ts': [
        'a thread that dies while ending leaves its successor alone',
      ],
    },
  },
];
