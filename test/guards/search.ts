/** Guards of what one product, and one question, may cost the engine. */
import type { Guard } from './guard.ts';

const turnTests = 'server/autocomplete/following/indexing-turns.test.ts';
const ruleTests = 'server/autocomplete/answering/merchandising.test.ts';

export const searchGuards: readonly Guard[] = [
  {
    name: 'a correction that the budget cut is noted',
    file: 'server/search/query-correction.ts',
    from: '      if (letters.steps <= 0 && steps < queryStepsMax) budget.take(budget.left + 1);\n',
    to: '',
    tests: { 'test/search/budget.test.ts': ['a correction that a budget cuts is noted'] },
  },
  {
    name: 'a dictionary is charged by its size',
    file: 'server/search/products/product-words.ts',
    from: 'budget.spend(terms * lookUpSteps(live.segment.words.terms.length));',
    to: 'budget.spend(terms * stepsOf.wordLookedUp);',
    tests: { 'test/search/budget.test.ts': ['a product just written is found by its long title'] },
  },
  {
    name: 'a damaged file of the warm-up is not read',
    file: 'server/autocomplete/answering/warm-up.ts',
    from: 'if (crc32(packed) !== checksum)',
    to: 'if (packed.length < 0)',
    tests: {
      'server/autocomplete/answering/warm-up.test.ts': ['a damaged file is refused before it is read'],
    },
  },
  {
    name: 'what is erased during a load that goes on is asked from its start',
    file: 'server/autocomplete/following/store-index.ts',
    from: 'this.#erasedTo ??= store.changeNumber;',
    to: 'this.#erasedTo = store.changeNumber;',
    tests: {
      'server/autocomplete/following/failed-read.live.test.ts': [
        'a product built before a failed read is erased',
      ],
    },
  },
  {
    name: 'popular products without the rarest word are not looked at',
    file: 'server/search/products/popularity-overlay.ts',
    from: 'if (steps >= byScore.length * words.length * stepsOf.wordOfDocument) return byScore;',
    to: 'if (steps >= 0) return byScore;',
    tests: { 'test/search/common-words.test.ts': ['popular products that lack the words cost no look'] },
  },
  {
    name: 'suggestions of small segments are read first',
    file: 'server/search/suggestions/suggestion-search.ts',
    from: 'const hasFew = matches.length > 1 &&',
    to: 'const hasFew = matches.length < 1 &&',
    tests: { 'test/search/budget.test.ts': ['suggestions cost few steps after single writes'] },
  },
  {
    name: 'popular products that miss a word are found beside a list',
    file: 'server/search/products/popularity-overlay.ts',
    from: '.slice(0, missingWordsOf(tiers) + 1);',
    to: '.slice(0, 1);',
    tests: {
      'test/search/common-words.test.ts': ['a popular product without a word enters a pair’s list'],
    },
  },
  {
    name: 'an answer is filled from what a walk gathered',
    file: 'server/search/products/common-walk.ts',
    from: 'if (!this.#budget.allows() && looked >= limit) break found;',
    to: 'if (!this.#budget.allows()) break found;',
    tests: { 'test/search/common-words.test.ts': ['a walk that its budget ends is noted, and answers'] },
  },
  {
    name: 'texts that a draft remembers count in its weight',
    file: 'server/search/indexing/segment-draft.ts',
    from: '      this.#textSize / heavyTexts,\n',
    to: '',
    tests: {
      'test/search/writer.test.ts': ['short texts weigh by the remembered counts'],
    },
  },
  {
    name: 'of too many pairs few have lists',
    file: 'server/search/indexing/prefix-graph-builder.ts',
    from: 'pairs.slice(0, Math.ceil(documentCount * pairsPerDocument))',
    to: 'pairs',
    tests: {
      'server/search/indexing/prefix-graph-builder.test.ts': ['lists go to the pairs with most titles'],
    },
  },
  {
    name: 'an old result of a quick look is not shown',
    file: 'server/operations/stale-result-cache.ts',
    from: 'return kept.tookMs > slowMs &&',
    to: 'return',
    tests: {
      'server/operations/stale-result-cache.test.ts': ['a quick look is never shown once old'],
    },
  },
  {
    name: 'a draft that holds a product is built in steps before it comes again',
    file: 'server/autocomplete/changes/change-staging.ts',
    from: '    if (writer.holdsStaged(products.map(({ id }) => id))) await this.#buildInSteps();\n',
    to: '',
    tests: {
      [turnTests]: ['a waiting product already has its draft built in steps'],
    },
  },
  {
    name: 'what others read of a common word is not taken as read',
    file: 'server/search/products/word-values.ts',
    from: 'return document < (this.#ends[place] ?? 0);',
    to: 'return this.#values[place] !== null;',
    tests: {
      'test/search/common-words.test.ts': [
        'an answer is the same after its words were displaced',
        'a budget does not depend on earlier questions',
      ],
    },
  },
  {
    name: 'bounds unite the parts of values, and not values',
    file: 'server/search/products/intent.ts',
    from: 'values.filter((value) => (value & bit) !== 0).length >= held;',
    to: 'values.every((value) => (value & bit) !== 0);',
    tests: {
      'test/search/common-words.test.ts': ['a synonym in a title hides no better code match'],
    },
  },
  {
    name: 'a walk over titles offers no product that lacks a word there',
    file: 'server/search/products/common-walk.ts',
    from: '      if (value === 0 && isInTitles) return false;\n',
    to: '',
    tests: {
      'test/search/engine-property.test.ts': [
        '§4.7 search: engine and oracle agree through changes, synonyms, merges, graphs and threads',
      ],
    },
  },
  {
    name: 'an index is looked at once for a merge',
    file: 'server/autocomplete/upkeep/index-merging.ts',
    from: 'of [...this.#due]) {',
    to: 'of this.#due) {',
    tests: {
      'server/autocomplete/upkeep/index-merging.live.test.ts': [
        'a large merge waits while another one is under way',
      ],
    },
  },
  {
    name: 'rules that count for one query are bounded',
    file: 'server/merchandising/rule-set.ts',
    from: 'holding.slice(0, rulesPerQuery)',
    to: 'holding',
    tests: {
      [ruleTests]: [
        'the first of many matching rules count',
        'products that rules name cost the store steps',
      ],
    },
  },
  {
    name: 'products that rules name cost the store steps',
    file: 'server/autocomplete/answering/autocomplete.ts',
    from: '  terms.budget.spend(stepsOf.productNamed * (effect.pins.length + effect.hides.size));\n',
    to: '',
    tests: {
      [ruleTests]: ['products that rules name cost the store steps'],
    },
  },
  {
    name: 'rules make the engine look at 1,000 products at most',
    file: 'server/merchandising/arrange-answer.ts',
    from: 'Math.min(limit + pins.length + hides.size, most)',
    to: 'limit + pins.length + hides.size',
    tests: {
      [ruleTests]: ['the engine is asked for 1,000 products at most'],
    },
  },
  {
    name: 'marks in a row are bounded before they are normalized',
    file: 'contract/normal-form.ts',
    from: "mayHaveTooMany(text) ? text.replace(marksTooMany, '$1') : text",
    to: 'text',
    tests: {
      'contract/normal-form.test.ts': ['${name} normalizes the first 30 marks in a row'],
      'server/search/text/fold.test.ts': ['folded text has at most 30 marks in a row'],
    },
  },
  {
    name: 'marks that come together while a text is folded are bounded',
    file: 'server/search/text/fold.ts',
    from: "return normalForm(letters, 'NFC');",
    to: "return letters.normalize('NFC');",
    tests: {
      'server/search/text/fold.test.ts': ['folded text has at most 30 marks in a row'],
    },
  },
  {
    name: 'a product has so many searched words',
    file: 'server/search/indexing/segment-draft.ts',
    from: 'const room = wordsPerProduct - this.postings.heldCount;',
    to: 'const room = wordsPerProduct * 100 - this.postings.heldCount;',
    tests: {
      'test/search/many-words.test.ts': [
        'engine and oracle agree on products of too many words',
        'a product is found by its first words only',
      ],
    },
  },
  {
    name: 'words that are read of a product are spent',
    file: 'server/search/products/word-look-up.ts',
    from: 'this.#budget.spend((readCount - wordsOfLook) * stepsOf.wordRead);',
    to: 'this.#budget.spend(0);',
    tests: {
      'server/search/products/word-look-up.test.ts': ['many words read in a document spend the budget'],
    },
  },
  {
    name: 'what a question gathered is not met by the next',
    file: 'server/search/products/rare-words.ts',
    from: 'places[documents[index] ?? 0] = 0;',
    to: 'places[0] = 0;',
    tests: {
      'server/search/products/rare-words.test.ts': [
        'holders of rare words are gathered once with their values',
      ],
    },
  },
  {
    name: 'what is known of a segment is not made anew for each question',
    file: 'server/search/products/word-values.ts',
    from: 'values.get(key) ?? make()',
    to: 'make()',
    tests: {
      'server/search/products/word-values.test.ts': ['the last values asked of a segment are kept'],
    },
  },
  {
    name: 'a page full of words is taken in slices',
    file: 'server/autocomplete/changes/change-staging.ts',
    from: 'if (characters < sliceCharacters) continue;',
    to: 'if (characters >= 0) continue;',
    tests: {
      [turnTests]: ['all stores together index one slice per turn'],
    },
  },
  {
    name: 'one slice of all stores is done a turn',
    file: 'server/autocomplete/following/indexing-turns.ts',
    from: 'const slicesPerTurn = 1;',
    to: 'const slicesPerTurn = 4 * sliceCharacters;',
    tests: {
      [turnTests]: ['all stores together index one slice per turn'],
    },
  },
  {
    name: 'slices are charged to their store',
    file: 'server/autocomplete/changes/change-staging.ts',
    from: '    turns.spend(storeId, characters);\n',
    to: '',
    tests: {
      [turnTests]: ['all stores together index one slice per turn'],
    },
  },
  {
    name: 'each step of building has a turn',
    file: 'server/autocomplete/changes/change-staging.ts',
    from: 'while ((await this.#inTurn(() => steps.next())).done !== true);',
    to: 'while (steps.next().done !== true);',
    tests: {
      [turnTests]: ['a segment is built by one step a turn'],
    },
  },
  {
    name: 'products are made into documents in slices',
    file: 'server/autocomplete/changes/change-staging.ts',
    from: 'total + title.length * perTitleCharacter',
    to: 'total',
    tests: {
      [turnTests]: ['long titles are taken apart in slices'],
    },
  },
  {
    name: 'slices wait for short reads',
    file: 'server/autocomplete/following/indexing-turns.ts',
    from: 'if (this.#shortReads.size > 0) {',
    to: 'if (this.#shortReads.size < 0) {',
    tests: {
      [turnTests]: ['slices wait until short reads know their work'],
    },
  },
  {
    name: 'reads that never end hold up no slice',
    file: 'server/autocomplete/following/indexing-turns.ts',
    from: 'await within(waitMs, this.#readsEnd(over.signal), () => over.abort());',
    to: 'await this.#readsEnd(over.signal);',
    tests: {
      [turnTests]: ['slices wait for reads no longer than they take'],
    },
  },
  {
    name: 'calls that wait for a store share a read',
    file: 'server/autocomplete/following/shared-runs.ts',
    from: 'if (this.#waiting !== null) {',
    to: 'if (this.#runCount < 0 && this.#waiting !== null) {',
    tests: {
      'server/autocomplete/following/shared-runs.live.test.ts': [
        'calls that come during a run share the next',
      ],
    },
  },
  {
    name: 'a read that calls share is published once',
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'this.#finished.get(reading) ?? this.#finish(index, reading)',
    to: 'this.#finish(index, reading)',
    tests: {
      'server/autocomplete/following/shared-runs.live.test.ts': [
        'calls that wait for a store share its next read',
      ],
    },
  },
  {
    name: 'merges of many bytes run elsewhere',
    file: 'server/autocomplete/upkeep/index-merging.ts',
    from: ' || bytes > mergeHereMaxBytes;',
    to: ';',
    tests: {
      'server/autocomplete/following/full-products.live.test.ts': [
        'few products full of words are merged elsewhere',
      ],
    },
  },
  {
    name: 'a store that loads slowly does not keep a node from being ready',
    file: 'server/autocomplete/following/index-follower.ts',
    from: 'resultWithin(loadMaxMs, this.#loadArrival(id), false)',
    to: 'this.#loadArrival(id)',
    tests: {
      'server/autocomplete/following/full-products.live.test.ts': [
        'a slow store does not keep its node from being ready',
      ],
    },
  },
  {
    name: 'a walk ends once the budget of its question is spent',
    file: 'server/search/products/common-walk.ts',
    from: 'if (this.#budget.take(steps) < steps) return;',
    to: 'this.#budget.spend(steps);',
    tests: { 'test/search/budget.test.ts': ['a look at many places stays within its budget'] },
  },
  {
    name: 'a place in a long list costs few comparisons',
    file: 'server/structures/top-list.ts',
    from: 'const middle = (start + end) >>> 1;',
    to: 'const middle = end - 1;',
    tests: {
      'server/structures/top-list.test.ts': ['an item costs few comparisons however long the list'],
      'server/threads/fairness/fair-queue.test.ts': ['a turn looks at few of ten thousand stores'],
    },
  },
  {
    name: 'what a part of a question spends is spent',
    file: 'server/search/step-budget.ts',
    from: 'this.#whole?.spend(steps, looks);',
    to: '',
    tests: { 'test/search/budget.test.ts': ['the worst queries stay within their budget of steps'] },
  },
  {
    name: 'a corrected query is searched for missing words once',
    file: 'server/search/index-reader.ts',
    from: 'if (search.isMet) search.fill();',
    to: 'search.fill();',
    tests: { 'test/search/budget.test.ts': ['a corrected query is not searched for missing words'] },
  },
];
