/** Guards of memory that all stores share: indexes beyond their bound, documents with endless texts, previews. */
import type { Guard } from './guard.ts';

const bound = 'server/autocomplete/upkeep/memory-bound.live.test.ts';
const leaving = 'server/autocomplete/upkeep/memory-bound.live.test.ts';
const hostile = 'server/ingest/readers/hostile-xml.live.test.ts';
const named = 'a store without a place in memory is named with the setting';

export const memoryGuards: readonly Guard[] = [
  {
    name: 'what is large has memory of its own',
    file: 'server/process/native-memory.ts',
    from: "MALLOC_MMAP_THRESHOLD_: '131072'",
    to: "MALLOC_MMAP_THRESHOLD_: '1048576'",
    tests: { 'server/process/native-memory.live.test.ts': ['large allocations leave no gaps once released'] },
  },
  {
    name: 'an index that was put out comes back after a pause',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
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
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'if (this.#memory.find(storeId) === undefined) await this.#bound.admit(storeId);\n    const store',
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
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'this.#bound.keep(index);\n    if (this.#memory.find(storeId) === undefined) this.#bound.refuse(storeId);',
    to: 'this.#bound.keep(index);',
    tests: { [bound]: ['an index beyond the bound leaves those of others'] },
  },
  {
    name: 'an index within its part of memory is not put out for others',
    file: 'server/autocomplete/upkeep/index-memory.ts',
    from: 'const large = used.filter(({ byteLength }) => byteLength > part);',
    to: 'const large = used.filter(() => part > 0);',
    tests: { [bound]: ['a store below its share of memory stays'] },
  },
  {
    name: 'what does not fit alone leaves first',
    file: 'server/autocomplete/upkeep/index-memory.ts',
    from: 'return [...large.filter((index) => !fits(index)), ...large.filter(fits)];',
    to: 'return large.filter((index) => !fits(index) || fits(index));',
    tests: { [bound]: ['an index that fits stays beside one that does not'] },
  },
  {
    name: 'who is put out unused comes back at once',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'if (memory.isInUse(index) && (index === newcomer || !this.#isCheap(index)))',
    to: '',
    tests: { [bound]: ['an index beyond the bound is asked while it is alone'] },
  },
  {
    name: 'an index stays in memory until it is saved',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'if (leaving.mustStay(index)) continue;',
    to: '',
    tests: {
      [leaving]: [
        'an index is asked until it is saved',
        'a full disk keeps indexes that would be lost',
        'no sequence of questions and full disks loses an index',
      ],
    },
  },
  {
    name: 'saved indexes leave in the place of those that a full disk keeps',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'const instead = staying.length > 0 && leaving.isFailing;',
    to: 'const instead = false;',
    tests: { [leaving]: ['a full disk keeps indexes that would be lost'] },
  },
  {
    name: 'nothing is loaded far beyond the bound while the disk is full',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'if (this.isFailing) return false;',
    to: 'if (this.isFailing) return true;',
    tests: { [leaving]: ['a full disk keeps indexes that would be lost'] },
  },
  {
    name: 'what leaves of a deleted store is not saved',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'this.#leaving.forget(storeId);',
    to: '',
    tests: { [leaving]: ['a store deleted while it leaves is not saved'] },
  },
  {
    name: 'a disk that fails is not asked all the time',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'if (isAnyNew) this.#parts.wake();',
    to: 'this.#parts.wake();',
    tests: { [leaving]: ['a full disk keeps indexes that would be lost'] },
  },
  {
    name: 'where nothing can be saved indexes leave all the same',
    file: 'server/autocomplete/upkeep/index-saving.ts',
    from: 'const isHopeless = this.#failedAt !== null && !this.#hasWorked;',
    to: 'const isHopeless = false;',
    tests: { [leaving]: ['indexes leave memory even where no save succeeds'] },
  },
  {
    name: 'a small index comes back from its file without a pause',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'this.#parts.saving !== null && byteLength <= smallMaxBytes',
    to: 'this.#parts.saving !== null && byteLength < 0',
    tests: { [leaving]: ['shops by turns are built once, then read from files'] },
  },
  {
    name: 'a store that comes back reads settings that are not the usual ones',
    file: 'server/autocomplete/following/store-index.ts',
    from: 'return this.#isComplete && this.leftOut.size === 0 && this.#settings.areUsual ? this.#changeNumber : null;',
    to: 'return this.#changeNumber;',
    tests: { [leaving]: ['a store that returns shows changes made meanwhile'] },
  },
  {
    name: 'a store that comes back reads what changed meanwhile',
    file: 'server/autocomplete/following/store-index.ts',
    from: 'this.#source.usualAt === store.changeNumber && this.#erasedTo === store.changeNumber;',
    to: 'this.#source.usualAt !== null && this.#erasedTo !== null;',
    tests: { [leaving]: ['a store that returns shows changes made meanwhile'] },
  },
  {
    name: 'a saved index of another hand is held against the database',
    file: 'server/index-files/index-files.ts',
    from: 'checksum === knownChecksum ? null : accept;',
    to: 'knownChecksum !== null ? null : accept;',
    tests: {
      'server/index-files/index-files.test.ts': ['an index this process saved or accepted is not rechecked'],
    },
  },
  {
    name: 'operators learn whose index has no place',
    file: 'server/autocomplete/upkeep/memory-bound.ts',
    from: 'putOut.note(storeId,',
    to: 'if (maxBytes < 0) putOut.note(storeId,',
    tests: {
      [bound]: [named],
      'test/api/index-memory.test.ts': ['costs no other store its place, and is named'],
    },
  },
  {
    name: 'who has its place again is named no longer',
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'this.#bound.endOld();',
    to: '',
    tests: { [bound]: [named] },
  },
  {
    name: 'memory of small indexes that left is given back',
    file: 'server/threads/lifecycle/external-memory.ts',
    from: 'new ArrayBuffer(collectedAtBytes);',
    to: '',
    tests: {
      'server/threads/lifecycle/external-memory.test.ts': ['released small segments are collected together'],
    },
  },
  {
    name: 'doctor tells of an index beyond the bound',
    file: 'server/cli/doctor.ts',
    from: 'largest === null || largest.bytes <= indexMemoryMaxBytes',
    to: 'largest === null || largest.bytes > 0',
    tests: { 'test/scenarios/doctor.test.ts': ['doctor names an index that is larger than its memory'] },
  },
  {
    name: 'a text that makes its item too large is let go',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: "Reflect.set(this.#parser, 'text', textLetGo);",
    to: '',
    tests: { [hostile]: ['documents with texts that are too long hold little'] },
  },
  {
    name: 'attributes that make their item too large are let go',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: "if (this.#attributesLength > limits.itemMaxLength) attribute.value = '';",
    to: '',
    tests: { [hostile]: ['documents with texts that are too long hold little'] },
  },
  {
    name: 'the rest of a text that was let go is no id',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: "const textLetGo = ' '.repeat(stepLength);",
    to: "const textLetGo = '';",
    tests: {
      [hostile]: ['an oversized product keeps its first id'],
    },
  },
  {
    name: 'a name in a document is bounded',
    file: 'server/ingest/readers/xml-scanner.ts',
    from: 'if (heldNames.some((field) => this.#heldLength(field) > stepLength)) throw this.#tooLong(stepLength);',
    to: '',
    tests: { [hostile]: ['Contract §6 a document that is no feed is refused with its fault'] },
  },
  {
    name: 'few previews of feeds are made at a time',
    file: 'server/threads/pipeline-thread/feed-probes.ts',
    from: 'const made = await turns.run(storeId, begin, cancelled).finally(',
    to: 'const made = await begin().finally(',
    tests: { 'test/api/feed-previews.test.ts': ['a few previews are made at once, one a store'] },
  },
  {
    name: 'few slow previews of feeds are made at a time',
    file: 'server/threads/pipeline-thread/feed-probes.ts',
    from: 'createFairQueue(limits.slowFeedPreviewsAtOnce)',
    to: 'createFairQueue(1_000)',
    tests: {
      'test/scenarios/feed-preview-turns.test.ts': [
        'a slow preview ends beside faster ones that keep coming',
      ],
    },
  },
];
