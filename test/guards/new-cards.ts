/** Guards of cards that change alone: the rest of the product stays in the index, and no newer card is lost. */
import type { Guard } from './guard.ts';

export const newCardGuards: readonly Guard[] = [
  {
    name: 'a product with other words is not taken for a new card',
    file: 'server/search/index-writer.ts',
    from: 'if (found === null || found.own.live.segment.fingerprints[found.document] !== fingerprint) return false;',
    to: 'if (found === null) return false;',
    tests: { 'test/search/writer.test.ts': ['a snapshot keeps answering as it was published'] },
  },
  {
    name: 'other search phrases are other words',
    file: 'server/search/document/fingerprint.ts',
    from: '  hash.addAll(document.searchPhrases);\n',
    to: '',
    tests: {
      'server/search/document/fingerprint.test.ts': [
        'documents that differ in a searched field have different fingerprints',
      ],
    },
  },
  {
    name: 'a merge under way learns of new cards',
    file: 'server/search/index-writer.ts',
    from: '    for (const { cards } of this.#plans.values()) cards.set(id, newCard);\n',
    to: '',
    tests: { 'test/search/writer.test.ts': ['cards that change during a merge are kept by it'] },
  },
];
