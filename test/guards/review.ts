/** Guards of the review of phrases and types. */
import type { Guard } from './guard.ts';

const reads = 'server/storage/enrichment/review-reads.ts';
const apiTests = 'test/api/type-decisions.test.ts';
const ofStore = 'decisions are those of their store, one on a subject';

export const reviewGuards: readonly Guard[] = [
  {
    name: 'decisions are read of one store',
    file: reads,
    from: "        .select(phraseDecisions.names)\n        .where('store_id', '=', storeId)",
    to: '        .select(phraseDecisions.names)',
    tests: { 'test/storage/phrase-decisions.test.ts': [ofStore] },
  },
  {
    name: 'decisions are deleted of one store',
    file: reads,
    from: "builder.deleteFrom('phrase_decisions').where('store_id', '=', storeId)",
    to: "builder.deleteFrom('phrase_decisions')",
    tests: { 'test/storage/phrase-decisions.test.ts': [ofStore] },
  },
  {
    name: 'a decision on the same subject is replaced',
    file: reads,
    from: "      await transaction.run(ofStore.where('kind', '=', kind).where('subject', '=', subject));\n",
    to: '',
    tests: { 'test/storage/phrase-decisions.test.ts': [ofStore] },
  },
  {
    name: 'patterns are counted of one store',
    file: reads,
    from: "    .selectFrom('phrase_sets')\n    .where('phrase_sets.store_id', '=', storeId)",
    to: "    .selectFrom('phrase_sets')",
    tests: {
      'test/storage/phrase-decisions.test.ts': ['patterns are counted by state, of one store alone'],
    },
  },
  {
    name: 'types are counted of one store',
    file: reads,
    from: "      .where('products.store_id', '=', storeId)\n      .where('product_type'",
    to: "      .where('product_type'",
    tests: { [apiTests]: ['decisions on types stay with their store and role'] },
  },
  {
    name: 'a person who decided about a product goes before groups',
    file: 'server/enrichment/review/follow-decisions.ts',
    from: '    if (!isOpenToDecisions(set)) return product;\n',
    to: '',
    tests: {
      'test/scenarios/type-decisions.test.ts': ['a person who decided about a product keeps its type'],
    },
  },
  {
    name: 'a name that is decided away is no new name',
    file: 'server/resources/enrichment/write-review.ts',
    from: '        if (newName !== null) await refuseDecidedName(writer, newName);\n',
    to: '',
    tests: { [apiTests]: ['a name that is decided away is no new name'] },
  },
  {
    name: 'a circle of new names ends',
    file: 'server/enrichment/review/type-decisions.ts',
    from: 'type !== null && steps < byName.size;',
    to: 'type !== null;',
    tests: {
      'server/enrichment/review/type-decisions.test.ts': [
        'new names that are decided about in turn are followed',
      ],
    },
  },
  {
    name: 'a page of patterns begins behind the last one',
    file: 'server/enrichment/review/count-patterns.ts',
    from: 'left.name === right.name ? 0 : left.name < right.name ? -1 : 1',
    to: 'left.name < right.name ? -1 : 1',
    tests: { 'test/api/phrase-review.test.ts': ['a pattern of many products has five samples'] },
  },
  {
    name: 'a store has a bounded number of decisions',
    file: 'server/resources/enrichment/write-review.ts',
    from: '        await refuseTooMany(writer, made);\n',
    to: '',
    tests: { 'test/api/phrase-review.test.ts': ['a store has a limited number of decisions'] },
  },
];
