import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AutocompleteAnswer } from '../../../contract/autocomplete.ts';
import type { ProductHit, RankTiers, SearchResult } from '../../search/engine.ts';
import { type AnswerFacts, assembleAnswer, ByteScratch } from './assemble-answer.ts';

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }),
  // Longer than the room that there is at first.
  fc.constantFrom('x'.repeat(70_000), '語'.repeat(30_000), new Uint8Array(150_000).fill(7)),
);

test('bytes added to a scratch come back despite earlier content', () => {
  const scratch = new ByteScratch();
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      scratch.addText('left over');
      scratch.clear();
      for (const one of parts) {
        if (typeof one === 'string') scratch.addText(one);
        else scratch.addBytes(one);
      }
      const bytes = Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one) : one)));
      assert.ok(Buffer.from(scratch.take(), 'latin1').equals(bytes));
      assert.equal(scratch.take(), '');
    }),
    { numRuns: 200 },
  );
});

test('bytes taken from a scratch do not change', () => {
  const scratch = new ByteScratch();
  scratch.addText('first');
  const first = scratch.take();
  scratch.addText('later');
  assert.deepEqual([first, scratch.take()], ['first', 'later']);
});

const tiers: RankTiers = {
  missingWords: 1,
  inStock: true,
  exactTitle: false,
  titlePrefix: true,
  intent: 7,
  isForQuery: false,
  popularity: 2.5,
  boosts: 0,
};

const facts: AnswerFacts = {
  storeId: '01a1fe94-6404-7000-96f7-310b1d5194da',
  query: 'q',
  mode: 'search',
  source: 'graph',
  explain: null,
  salePrices: false,
};

function resultOf(fields: Partial<SearchResult>): SearchResult {
  return { products: [], categories: [], suggestions: [], correctedQuery: null, fromGraph: true, ...fields };
}

function hitOf(title: string): ProductHit {
  const card = Buffer.from(JSON.stringify({ title }));
  const writeCard = (target: Uint8Array, at: number) => {
    target.set(card, at);
    return at + card.byteLength;
  };
  const ids = { productId: 'p', externalId: 'p', group: null, typeNouns: [] };
  return { ...ids, card, cardBytesMax: card.byteLength, writeCard, tiers };
}

function parse(bytes: string): AutocompleteAnswer {
  return JSON.parse(Buffer.from(bytes, 'latin1').toString('utf8')) as AutocompleteAnswer;
}

const text = fc.string({ unit: 'binary', maxLength: 12 });
const texts = fc.array(text, { maxLength: 4 });

test('§2.5 meta, §2.5 counts: any text is answered, and every group is counted', () => {
  fc.assert(
    fc.property(
      texts,
      texts,
      texts,
      text,
      fc.option(text),
      (titles, categories, suggestions, query, corrected) => {
        const result = resultOf({
          products: titles.map(hitOf),
          categories,
          suggestions,
          correctedQuery: corrected,
        });
        const { fresh, cached } = assembleAnswer(result, { ...facts, query });
        const expected = (isCached: boolean) => ({
          suggestions,
          categories: categories.map((title) => ({ title, url: null })),
          products: titles.map((title) => ({ title })),
          meta: {
            query,
            mode: 'search',
            store: facts.storeId,
            cached: isCached,
            source: 'graph',
            ...(corrected === null ? {} : { corrected_query: corrected }),
            counts: {
              suggestions: suggestions.length,
              categories: categories.length,
              products: titles.length,
            },
          },
        });
        assert.deepEqual(parse(fresh), expected(false));
        assert.deepEqual(parse(cached), expected(true));
      },
    ),
    { numRuns: 300 },
  );
});

test('Contract §7 explain puts the tiers behind the fields of a card', () => {
  const result = resultOf({ products: [hitOf('Lamp'), hitOf('Ä "lamp"')] });
  const { products } = parse(assembleAnswer(result, { ...facts, explain: new Map() }).fresh);
  const explain = {
    missing_words: 1,
    in_stock: true,
    exact_title: false,
    title_prefix: true,
    intent: 7,
    popularity: 2.5,
  };
  assert.deepEqual(products, [
    { title: 'Lamp', explain },
    { title: 'Ä "lamp"', explain },
  ]);
});

test('Contract §7 corrected_query is left out where nothing was corrected', () => {
  assert.ok(!('corrected_query' in parse(assembleAnswer(resultOf({}), facts).fresh).meta));
});
