/** Guards of ranking settings: what they may hold, and that they move no product beyond its tiers. */
import type { Guard } from './guard.ts';

const apiTests = 'test/api/ranking.test.ts';
const engineTests = 'test/search/boosted.test.ts';

export const rankingGuards: readonly Guard[] = [
  {
    name: 'a store takes a bounded number of boosts',
    file: 'server/resources/merchandising/ranking-settings.ts',
    from: 'if (value.length > limits.rankingBoosts) {',
    to: 'if (value.length > 10_000) {',
    tests: { [apiTests]: ['wrong settings are refused with place, value and remedy'] },
  },
  {
    name: 'ranking settings that changed since they were read stay',
    file: 'server/resources/merchandising/ranking-settings.ts',
    from: '      if (before !== null && seen !== undefined) checkSeen(before, seen);\n',
    to: '      void checkSeen;\n',
    tests: { [apiTests]: ['settings are replaced whole, and sent back change nothing'] },
  },
  {
    name: 'boosts together have a bounded factor',
    file: 'server/search/products/boosts.ts',
    from: 'return Math.min(boostFactorMax, Math.max(1 / boostFactorMax, product));',
    to: 'return product;',
    tests: {
      'server/search/products/boosts.test.ts': ['the factors of all met rules are multiplied, within bounds'],
    },
  },
  {
    name: 'a lowered product keeps no older one from discovery',
    file: 'server/search/products/product-search.ts',
    from: 'if (score === 0) places.add(',
    to: 'places.add(',
    tests: { [engineTests]: ['older products precede newest ones that are lowered'] },
  },
  {
    name: 'a list of lowered products is not the whole answer',
    file: 'server/search/products/segment-products.ts',
    from: 'if (toBeat.popularity !== 0) return toBeat.popularity < 0;',
    to: 'if (toBeat.popularity > 0) return false;',
    tests: { [engineTests]: ['products behind those that a list lowers are found'] },
  },
  {
    name: 'lowered first documents are not all that a word has',
    file: 'server/search/products/common-walk.ts',
    from: 'if (gate.scoreOf(document) >= 0) places.add(group);',
    to: 'places.add(group);',
    tests: { [engineTests]: ['products behind lowered ones of a single word are found'] },
  },
  {
    name: 'counts with hidden stock are lent to no other reader',
    file: 'server/search/segment/live-segment.ts',
    from: 'previous !== undefined && previous.#hides === hides && previous.documentCount >= liveCount;',
    to: 'previous !== undefined;',
    tests: { [engineTests]: ['hidden stock counts for no category or suggestion'] },
  },
];
