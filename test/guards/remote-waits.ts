/** Guards of places that servers of strangers hold: who leaves one for others, and when. */
import type { Guard } from './guard.ts';

export const strangerWaitsGuards: readonly Guard[] = [
  {
    name: 'the slowest fetch leaves its slot to a job that waits',
    file: 'server/jobs/job-worker.ts',
    from: 'const mayLeave = isFull && slowKind !== undefined;',
    to: 'const mayLeave = isFull && slowKind === null;',
    tests: {
      'test/scenarios/feed-turns.test.ts': [
        'a newcomer waits for one slot behind three stores that drip',
        'a newcomer waits for one slot behind seven stores that drip',
      ],
    },
  },
  {
    name: 'a fetch that had to leave goes on apart',
    file: 'server/jobs/job-worker.ts',
    from: 'slowest.leaveOff(slowKind);',
    to: 'slowest.leaveOff();',
    tests: { 'test/scenarios/feed-turns.test.ts': ['a slow feed ends beside faster ones that keep coming'] },
  },
  {
    name: 'a fetch apart leaves its slot to none',
    file: 'server/jobs/job-worker.ts',
    from: '[{ ...slow, handler, slowKind: undefined }]',
    to: '[{ ...slow, handler, slowKind: slow.kind }]',
    tests: { 'test/scenarios/feed-turns.test.ts': ['a slow feed ends beside faster ones that keep coming'] },
  },
  {
    name: 'claims list a job of another kind again',
    file: 'server/storage/jobs/statements.ts',
    from: 'update.set({ ...(kind === undefined ? {} : { kind }), listed: 0 })',
    to: 'update.set({ ...(kind === undefined ? {} : { kind }) })',
    tests: { 'test/storage/jobs.test.ts': ['one feed of a store that had to leave is held'] },
  },
  {
    name: 'of slow feeds a store has one slot',
    file: 'server/storage/jobs/claims.ts',
    from: "slow_feed: { heldMax: 1, order: 'by time' },",
    to: "slow_feed: { heldMax: 2, order: 'by time' },",
    tests: {
      'test/storage/jobs.test.ts': ['one feed of a store that had to leave is held'],
    },
  },
  {
    name: 'stores whose webhooks hang leave slots to others',
    file: 'server/jobs/job-worker.ts',
    from: '? this.#slowStores.all() : [];',
    to: '? [] : [];',
    tests: {
      'test/scenarios/hanging-webhooks.test.ts': ['webhooks that hang leave slots to other stores'],
    },
  },
  {
    name: 'a store is slow before its next message goes out',
    file: 'server/jobs/job-worker.ts',
    from: '      this.#slowStores.note(job.storeId, wait.longestMs);\n',
    to: '',
    tests: { 'test/storage/job-worker.test.ts': ['a call that has ended makes its store slow'] },
  },
  {
    name: 'documents are read one piece a turn',
    file: 'server/feeds/reading-turn.ts',
    from: 'const turn = last.then(() => turnOfOthers());',
    to: 'const turn = turnOfOthers();',
    tests: { 'server/feeds/reading-turn.test.ts': ['many documents together read one piece per turn'] },
  },
  {
    name: 'a call under way makes its store slow',
    file: 'server/jobs/job-worker.ts',
    from: 'this.#slowStores.note(job.storeId, wait.waitedMs ?? 0);',
    to: 'this.#slowStores.note(job.storeId, wait.waitedMs === null ? 0 : 0);',
    tests: { 'test/storage/job-worker.test.ts': ['a call under way makes its store slow'] },
  },
  {
    name: 'a store that was slow is quick again in time',
    file: 'server/jobs/slow-stores.ts',
    from: '(this.#untilMs.get(storeId) ?? 0) > this.#clock.monotonicMs()',
    to: 'this.#untilMs.has(storeId)',
    tests: { 'server/jobs/slow-stores.test.ts': ['a store is slow for forty times its longest call'] },
  },
  {
    name: 'a shorter call makes no store quick sooner',
    file: 'server/jobs/slow-stores.ts',
    from: 'Math.max(untilMs, this.#untilMs.get(storeId) ?? 0)',
    to: 'untilMs',
    tests: { 'server/jobs/slow-stores.test.ts': ['a store is slow for forty times its longest call'] },
  },
  {
    name: 'a call that is answered soon makes no store slow',
    file: 'server/jobs/slow-stores.ts',
    from: '    if (tookMs < limits.slowCallMs) return;\n',
    to: '',
    tests: { 'server/jobs/slow-stores.test.ts': ['a call answered soon marks no store slow'] },
  },
  {
    name: 'the time of a call to a webhook counts',
    file: 'server/threads/pipeline-thread/pipeline-jobs.ts',
    from: 'wait.during(() => dependencies.outbound.post(...call))',
    to: 'dependencies.outbound.post(...call)',
    tests: {
      'test/scenarios/hanging-webhooks.test.ts': ['webhooks that hang leave slots to other stores'],
    },
  },
  {
    name: 'of fetches the slowest leaves',
    file: 'server/jobs/remote-wait.ts',
    from: 'waitedMs(other) - waitedMs(one)',
    to: 'waitedMs(one) - waitedMs(other)',
    tests: { 'server/jobs/remote-wait.test.ts': ['the longest waiting stranger leaves after its time'] },
  },
  {
    name: 'a fetch keeps its slot for its time',
    file: 'server/jobs/remote-wait.ts',
    from: 'longest !== undefined && waitedMs(longest) >= placeMs ?',
    to: 'longest !== undefined ?',
    tests: { 'server/jobs/remote-wait.test.ts': ['the longest waiting stranger leaves after its time'] },
  },
  {
    name: 'fetches leave their slots one at a time',
    file: 'server/jobs/remote-wait.ts',
    from: '  if (all.some(({ leaving }) => leaving.aborted)) return null;\n',
    to: '',
    tests: {
      'server/jobs/remote-wait.test.ts': ['no holder leaves while another does or after waiting'],
    },
  },
  {
    name: 'the slowest preview leaves its place while others wait',
    file: 'server/threads/pipeline-thread/feed-probes.ts',
    from: '    findLeaving(places.values(), limits.feedPreviewPlaceMs)?.leave();\n',
    to: '    findLeaving(places.values(), limits.feedPreviewPlaceMs);\n',
    tests: {
      'test/scenarios/feed-preview-turns.test.ts': [
        'a preview waits for one place behind five stores that drip',
      ],
      'test/api/feed-previews.test.ts': ['a preview of a slow server makes room for another'],
    },
  },
  {
    name: 'a preview that made room is begun once more',
    file: 'server/threads/pipeline-thread/feed-probes.ts',
    from: '      if (leaving.signal.aborted) return null;\n',
    to: '',
    tests: {
      'test/scenarios/feed-preview-turns.test.ts': [
        'a slow preview ends beside faster ones that keep coming',
      ],
      'test/api/feed-previews.test.ts': ['a preview of a slow server makes room for another'],
    },
  },
  {
    name: 'a preview that made room goes on apart',
    file: 'server/threads/pipeline-thread/feed-probes.ts',
    from: 'return await slowTurns.run(',
    to: 'return await turns.run(',
    tests: {
      'test/scenarios/feed-preview-turns.test.ts': [
        'a slow preview ends beside faster ones that keep coming',
      ],
    },
  },
  {
    name: 'a preview waits for its server while it reads',
    file: 'server/resources/feeds/preview-feed.ts',
    from: 'await wait.during(readDocument)',
    to: 'await readDocument()',
    tests: {
      'test/scenarios/feed-preview-turns.test.ts': ['a preview whose document is read waits for no server'],
    },
  },
  {
    name: 'no server is slow for our own part of a preview',
    file: 'server/resources/feeds/preview-feed.ts',
    from: 'await preview.end(end, { maxRemovalPercent, feedId })',
    to: 'await wait.during(() => preview.end(facts, { maxRemovalPercent, feedId }))',
    tests: {
      'test/scenarios/feed-preview-turns.test.ts': ['a preview whose document is read waits for no server'],
    },
  },
  {
    name: 'a preview hears that it is to make room',
    file: 'server/resources/feeds/write-feeds.ts',
    from: '...until(cancelled, leaving), wait',
    to: '...until(cancelled, leaving && cancelled), wait',
    tests: { 'test/api/feed-previews.test.ts': ['a preview of a slow server makes room for another'] },
  },
];
