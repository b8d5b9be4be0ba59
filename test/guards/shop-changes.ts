/** Guards of readings of what changed in a shop: that none is missed, and that none takes away what is there. */
import type { Guard } from './guard.ts';

const changes = 'test/api/shop-changes.test.ts';

export const shopChangesGuards: readonly Guard[] = [
  {
    name: 'a reading of changes begins before the one before it did',
    file: 'server/feeds/read-changes.ts',
    from: 'sinceMs: (changesSince ?? 0) / 1_000 - limits.changesOverlapMs,',
    to: 'sinceMs: (changesSince ?? 0) / 1_000,',
    tests: { [changes]: ['a change of ${system} that shows late is found'] },
  },
  {
    name: 'a shop that was changed by a reading of changes is read wholly again',
    file: 'server/feeds/read-changes.ts',
    from: 'if (feed?.processedWith != null) await writer.feeds.update({ ...feed, processedWith: null });',
    to: '',
    tests: { [changes]: ['a whole reading of ${system} undoes what was taken back unseen'] },
  },
  {
    name: 'the feed supplies what a reading of changes brought',
    file: 'server/feeds/read-changes.ts',
    from: 'if (!isMore) return;',
    to: 'if (isMore) return;',
    tests: { [changes]: ['another feed leaves what a look at ${system} brought'] },
  },
  {
    name: 'a look that finds nothing leaves no run',
    file: 'server/feeds/read-changes.ts',
    from: 'if (isFound && !this.#isRecorded) await this.#record(writer);',
    to: 'if (!this.#isRecorded) await this.#record(writer);',
    tests: { [changes]: ['a look at ${system} that finds nothing leaves no run'] },
  },
  {
    name: 'changes are asked for by the clock of the shop',
    file: 'server/feeds/connectors/shop-api.ts',
    from: 'if (isLikely) this.#shopTimeMs = shownMs;',
    to: '',
    tests: { [changes]: ['new products and prices of ${system} arrive between whole readings'] },
  },
  {
    name: 'a shop that passes over the filter of changes is not read wholly',
    file: 'server/feeds/connectors/woocommerce.ts',
    from: 'if (sinceMs !== undefined) refuseUnfiltered(items, sinceMs);',
    to: '',
    tests: {
      'test/api/woocommerce.test.ts': ['a version that cannot list changes is recognised'],
    },
  },
  {
    name: 'a feed that is changed does not wait again for its changes',
    file: 'server/resources/feeds/update-feed.ts',
    from: '} else if (isDue || refreshInterval !== feed.refreshInterval) {',
    to: '} else {',
    tests: {
      'test/scenarios/shop-changes-due.test.ts': ['changes of a shop are read while its feed is changed'],
    },
  },
];
