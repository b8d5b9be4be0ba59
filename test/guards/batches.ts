/** Guards of how batches are read and take turns: nothing of one store keeps the writes of others waiting. */
import type { Guard } from './guard.ts';

export const batchesGuards: readonly Guard[] = [
  {
    name: 'an object has a bounded number of values',
    file: 'server/ingest/json-body.ts',
    from: 'if (exceeded !== null) throw exceeded ===',
    to: "if (exceeded === 'levels') throw exceeded ===",
    tests: { 'server/ingest/json-body.test.ts': ['an object of too many values is refused before parsing'] },
  },
  {
    name: 'a row has a bounded number of values',
    file: 'server/ingest/prepare-rows.ts',
    from: 'return findExceeded(Buffer.from(raw), bounds) === null ? null : tooManyValues;',
    to: 'return null;',
    tests: { 'server/ingest/prepare-rows.test.ts': ['a row of too many values is not looked into'] },
  },
  {
    name: 'others have turns while rows are prepared',
    file: 'server/ingest/in-slices.ts',
    from: '  await turnOfOthers();\n',
    to: '',
    tests: { 'server/ingest/prepare-rows.test.ts': ['others have a turn with each 256 KiB of rows'] },
  },
  {
    name: 'a body is read in slices',
    file: 'server/ingest/json-bounds.ts',
    from: '      yield;\n',
    to: '',
    tests: { 'server/ingest/json-body.test.ts': ['others have a turn with each MiB of a body'] },
  },
  {
    name: 'rows of a batch are parsed one by one',
    file: 'server/ingest/json-body.ts',
    from: 'return rowCount === 0 ? [] : parseRows(body, list);',
    to: 'return rowCount === 0 ? [] : Array.from(parseRows(body, list));',
    tests: { 'server/ingest/json-body.test.ts': ['rows of a batch are parsed as they are taken'] },
  },
  {
    name: 'what stands beside a list is parsed only where it is small',
    file: 'server/ingest/json-body.ts',
    from: '  if (values - (list?.values ?? 0) > valuesPerItem) throw notAlone();\n',
    to: '',
    tests: { 'server/ingest/json-body.test.ts': ['much beside one list is refused unparsed'] },
  },
  {
    name: 'one product is parsed only where it is small',
    file: 'server/ingest/json-body.ts',
    from: '    if (values > valuesPerItem) throw refusals.valuesPerItem(readTo);\n',
    to: '',
    tests: { 'server/ingest/json-body.test.ts': ['much beside one list is refused unparsed'] },
  },
  {
    name: 'a body of two lists is not parsed row by row',
    file: 'server/ingest/json-bounds.ts',
    from: '    if (this.#listCount !== 1) return null;\n',
    to: '    if (this.#listCount === 0) return null;\n',
    tests: { 'server/ingest/json-body.test.ts': ['a repeated list counts as it is parsed'] },
  },
  {
    name: 'a row of a batch is the JSON that it is in the whole',
    file: 'server/ingest/json-body.ts',
    from: ', ignoreBOM: true',
    to: '',
    tests: { 'server/ingest/json-body.test.ts': ['a byte order mark within a batch is malformed_json'] },
  },
  {
    name: 'a slice of rows ends with so many characters',
    file: 'server/ingest/prepare-rows.ts',
    from: 'const cost = rowCost + (raw?.length ?? sliceLength);',
    to: 'const cost = rowCost;',
    tests: { 'server/ingest/prepare-rows.test.ts': ['others have a turn with each 256 KiB of rows'] },
  },
  {
    name: 'small rows count by more than their characters',
    file: 'server/ingest/prepare-rows.ts',
    from: 'const cost = rowCost + ',
    to: 'const cost = ',
    tests: { 'server/ingest/prepare-rows.test.ts': ['others have a turn with each thousand small rows'] },
  },
  {
    name: 'a product that is too long is not looked into',
    file: 'server/ingest/prepare-rows.ts',
    from: 'return excess === null ? parseProduct(value, context, raw) : refuseUnread(value, excess);',
    to: 'const parsed = parseProduct(value, context);\n    return !parsed.ok || excess === null ? parsed : refuseUnread(value, excess);',
    tests: {
      'server/ingest/prepare-rows.test.ts': [
        'a product beyond a million characters fails from any source',
        'a product that is too long is not looked into',
      ],
    },
  },
  {
    name: 'a batch is read before its turn to write',
    file: 'server/threads/pipeline-thread/batch-import.ts',
    from: 'if (bytes <= limits.smallBatchMaxBytes)',
    to: 'if (bytes > 0)',
    tests: {
      'server/threads/pipeline-thread/batch-import.live.test.ts': [
        'a large batch is read slice by slice before its turn',
      ],
    },
  },
  {
    name: 'slices of batches take turns',
    file: 'server/threads/pipeline-thread/batch-import.ts',
    from: '(slice) => inReadTurn(() => gate(storeId, async () => slice()))',
    to: '(slice) => gate(storeId, async () => slice())',
    tests: {
      'server/threads/pipeline-thread/batch-import.live.test.ts': [
        'a large batch is read slice by slice before its turn',
      ],
    },
  },
  {
    name: 'a small batch waits in no line of large ones',
    file: 'server/threads/pipeline-thread/batch-import.ts',
    from: 'if (bytes <= limits.smallBatchMaxBytes)',
    to: 'if (bytes < 0)',
    tests: {
      'server/threads/pipeline-thread/pipeline-client.live.test.ts': [
        'a small batch does not wait for large ones’ memory',
      ],
    },
  },
  {
    name: 'a batch of many products waits among long writes',
    file: 'server/threads/pipeline-thread/batch-import.ts',
    from: ': turns.runLong(storeId,',
    to: ': turns.run(storeId,',
    tests: {
      'server/threads/pipeline-thread/pipeline-client.live.test.ts': [
        'a single write waits for no series of batches',
      ],
    },
  },
  {
    name: 'a batch of a caller who is gone waits for no turn',
    file: 'server/threads/pipeline-thread/batch-import.ts',
    from: 'turns.runLong(storeId, () => gate(storeId, work), cancelled);',
    to: 'turns.runLong(storeId, () => gate(storeId, work));',
    tests: {
      'server/threads/pipeline-thread/pipeline-order.live.test.ts': [
        'a batch whose caller hung up is not written',
      ],
    },
  },
  {
    name: 'shoppers wait for no batch of their store',
    file: 'server/threads/pipeline-thread/pipeline-thread.ts',
    from: 'turns.runShort(storeId, () =>\n      gate(',
    to: 'queue.run(storeId, () =>\n      gate(',
    tests: {
      'server/threads/pipeline-thread/pipeline-order.live.test.ts': [
        'events and counts wait for no batch of their store',
      ],
    },
  },
  {
    name: 'counts wait for no batch of their store',
    file: 'server/threads/pipeline-thread/counting-methods.ts',
    from: 'await turns.runShort(storeId, () => unlessDeleted(storeId, add()));',
    to: 'await queue.run(storeId, () => unlessDeleted(storeId, add()));',
    tests: {
      'server/threads/pipeline-thread/pipeline-order.live.test.ts': [
        'events and counts wait for no batch of their store',
      ],
    },
  },
  {
    name: 'long turns never come in a row',
    file: 'server/threads/fairness/fair-queue.ts',
    from: 'this.#laneTurn.end < other.turn.end',
    to: 'this.#laneTurn.end < Number.POSITIVE_INFINITY',
    tests: { 'server/threads/fairness/long-turns.test.ts': ['a single write waits for one long write only'] },
  },
  {
    name: 'a long turn is charged by its part for each store',
    file: 'server/threads/fairness/turn-charges.ts',
    from: 'Math.max(least, tookMs)) / storeCount',
    to: 'Math.max(least, tookMs)) / Math.sign(storeCount)',
    tests: {
      'server/threads/fairness/long-turns.test.ts': ['a first batch waits for one batch of others each'],
    },
  },
  {
    name: 'one slot is never held by a long write',
    file: 'server/threads/fairness/fair-queue.ts',
    from: 'Math.max(1, concurrency - 1)',
    to: 'Math.max(1, concurrency)',
    tests: { 'server/threads/fairness/long-turns.test.ts': ['long writes leave one slot for short ones'] },
  },
  {
    name: 'a batch that is read lets the next be read',
    file: 'server/threads/pipeline-thread/batch-turns.ts',
    from: 'await write(await read((task) => reading.run(storeId, task, cancelled)));',
    to: 'await reading.run(storeId, async () => write(await read((task) => task())));',
    tests: {
      'server/threads/pipeline-thread/batch-turns.test.ts': [
        'stores that import get as many turns as others',
        'batches are read beside each other, slice by slice',
      ],
    },
  },
  {
    name: 'a long turn costs what it took',
    file: 'server/threads/fairness/turn-charges.ts',
    from: 'Math.max(least, tookMs)',
    to: 'least',
    tests: {
      'server/threads/fairness/fair-queue.test.ts': [
        'a store of long turns waits until others catch up',
        'a small request waits for one long turn only',
      ],
    },
  },
  {
    name: 'a turn is chosen by when it would end',
    file: 'server/threads/fairness/turn-charges.ts',
    from: 'end: start + (tookMs[length] ?? boundsMs[length].least) }',
    to: 'end: start }',
    tests: { 'server/threads/fairness/fair-queue.test.ts': ['a small request waits for one long turn only'] },
  },
  {
    name: 'what a turn costs is bounded',
    file: 'server/threads/fairness/turn-charges.ts',
    from: 'Math.min(most, ',
    to: 'Math.abs(',
    tests: { 'server/threads/fairness/fair-queue.test.ts': ['a long turn counts as a hundred at most'] },
  },
  {
    name: 'a store that stays away has no turns to catch up on',
    file: 'server/threads/fairness/turn-charges.ts',
    from: 'Math.max(nowVirtual, end)',
    to: 'end',
    tests: { 'server/threads/fairness/fair-queue.test.ts': ['a store that stays away saves no time up'] },
  },
  {
    name: 'who is next is decided once those are there who come',
    file: 'server/threads/fairness/fair-queue.ts',
    from: 'while (!Number.isFinite(concurrency) &&',
    to: 'while (concurrency <= 1 &&',
    tests: {
      'server/threads/fairness/fair-queue.test.ts': ['work that arrives as a turn ends is considered'],
    },
  },
  {
    name: 'batches in memory are bounded in bytes',
    file: 'server/threads/pipeline-thread/batch-turns.ts',
    from: 'for (; free < bytes; freed = Promise.withResolvers()) await freed.promise;',
    to: '',
    tests: {
      'server/threads/pipeline-thread/batch-turns.test.ts': [
        'batches are read while memory has room for them',
      ],
    },
  },
  {
    name: 'a batch waits for memory behind those before it',
    file: 'server/threads/pipeline-thread/batch-turns.ts',
    from: 'await entrance.run(storeId, () => room.take(bytes), cancelled);',
    to: 'await room.take(bytes);',
    tests: {
      'server/threads/pipeline-thread/batch-turns.test.ts': [
        'a large batch waits behind no later small ones',
      ],
    },
  },
  {
    name: 'a batch that fails gives its memory back',
    file: 'server/threads/pipeline-thread/batch-turns.ts',
    from: 'room.giveBack(bytes);',
    to: '',
    tests: {
      'server/threads/pipeline-thread/batch-turns.test.ts': [
        'batches are read while memory has room for them',
        'a batch that fails gives its memory back',
      ],
    },
  },
  {
    name: 'the calls of a store keep their order while a batch is read',
    file: 'server/threads/pipeline-thread/pipeline-thread.ts',
    from: 'callOrder.run(storeId, () => inShortTurn(storeId, () => gate(storeId, task)), cancelled),',
    to: 'inShortTurn(storeId, () => gate(storeId, task)),',
    tests: {
      'server/threads/pipeline-thread/pipeline-client.live.test.ts': [
        'small writes do not wait for a large batch',
      ],
    },
  },
];
