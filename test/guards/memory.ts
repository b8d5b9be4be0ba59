/** Guards of memory that all stores share: indexes beyond their bound. */
import type { Guard } from './guard.ts';

const bound = 'server/autocomplete/memory-bound.test.ts';
const named = 'a store without a place in memory is named with the setting';

export const memoryGuards: readonly Guard[] = [
  {
    name: 'an index that was put out comes back after a pause',
    file: 'server/autocomplete/memory-bound.ts',
    from: 'const leftMs = atMs + pauseMs - this.#parts.clock.monotonicMs();',
    to: 'const leftMs = 0 * (atMs + pauseMs);',
    tests: {
      [bound]: [
        'an index beyond the bound leaves those of others',
        'stores that do not fit together take turns',
      ],
    },
  },
  {
    name: 'a keystroke of a store that was put out reads nothing',
    file: 'server/autocomplete/index-follower.ts',
    from: 'if (this.#memory.find(storeId) === undefined) this.#bound.admit(storeId);\n    const store',
    to: 'const store',
    tests: {
      [bound]: [
        'an index beyond the bound leaves those of others',
        'stores that do not fit together take turns',
      ],
    },
  },
  {
    name: 'a store whose index has no place is told so',
    file: 'server/autocomplete/index-follower.ts',
    from: 'this.keepBound();\n    if (this.#memory.find(storeId) === undefined) this.#bound.admit(storeId);',
    to: 'this.keepBound();',
    tests: { [bound]: ['an index beyond the bound leaves those of others'] },
  },
  {
    name: 'an index within its part of memory is not put out for others',
    file: 'server/autocomplete/index-memory.ts',
    from: 'const large = used.filter(({ byteLength }) => byteLength > part);',
    to: 'const large = used.filter(() => part > 0);',
    tests: { [bound]: ['who takes less than its part of memory stays'] },
  },
  {
    name: 'what does not fit alone leaves first',
    file: 'server/autocomplete/index-memory.ts',
    from: 'return [...large.filter((index) => !fits(index)), ...large.filter(fits)];',
    to: 'return large.filter((index) => !fits(index) || fits(index));',
    tests: { [bound]: ['what fits alone stays beside what does not'] },
  },
  {
    name: 'who is put out unused comes back at once',
    file: 'server/autocomplete/memory-bound.ts',
    from: 'if (memory.isInUse(index)) this.#notePutOut(index);',
    to: 'this.#notePutOut(index);',
    tests: { [bound]: ['an index beyond the bound is asked while no other is'] },
  },
  {
    name: 'operators learn whose index has no place',
    file: 'server/autocomplete/memory-bound.ts',
    from: 'putOut.note(storeId,',
    to: 'if (maxBytes < 0) putOut.note(storeId,',
    tests: {
      [bound]: [named],
      'test/api/index-memory.test.ts': ['costs no other store its place, and is named'],
    },
  },
  {
    name: 'who has its place again is named no longer',
    file: 'server/autocomplete/index-follower.ts',
    from: 'this.#bound.endOld();',
    to: '',
    tests: { [bound]: [named] },
  },
  {
    name: 'doctor tells of an index beyond the bound',
    file: 'server/cli/doctor.ts',
    from: 'largest === null || largest.bytes <= indexMemoryMaxBytes',
    to: 'largest === null || largest.bytes > 0',
    tests: { 'test/scenarios/doctor.test.ts': ['doctor names an index that is larger than its memory'] },
  },
];
