import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collectedProduct } from '../../../test/support/naive-collections.ts';
import { uuidOf } from '../../../test/support/storage-rows.ts';
import { compileRules } from '../../merchandising/conditions/evaluate-rules.ts';
import { ProductFacts } from '../../merchandising/conditions/product-facts.ts';
import type { CollectedProduct } from '../../storage/collections/tables.ts';
import { chooseSuggestions, sharedMax } from './choose-suggestions.ts';
import { describeSuggestion, isSeriesName } from './suggested-title.ts';
import {
  CandidateMembers,
  membersMin,
  NameCount,
  type SuggestionCandidate,
} from './suggestion-candidates.ts';

function candidatesOf(products: readonly CollectedProduct[]): SuggestionCandidate[] {
  const count = new NameCount();
  for (const product of products) count.add(new ProductFacts(product));
  const found = new CandidateMembers(count.shared());
  products.forEach((product, place) => {
    found.add(new ProductFacts(product), place);
  });
  return found.candidates();
}

type Said = Partial<CollectedProduct>;

/** A few products of each kind, so that what they share is enough. */
function catalogOf(kinds: readonly Said[], each = membersMin): CollectedProduct[] {
  return kinds.flatMap((kind, index) =>
    Array.from({ length: each }, (_, number): CollectedProduct => {
      const id = uuidOf(index * each + number + 1);
      return { ...plain, ...kind, id, externalId: id };
    }),
  );
}

const plain: Omit<CollectedProduct, 'id' | 'externalId'> = {
  ...{ changeNumber: 1, inStock: true, createdAt: 0, price: '1', currency: null, stockQuantity: null },
  ...{ title: 'A thing', category: null, brand: null, attributes: [] },
  ...{ suggestionPhrases: [], searchPhrases: [] },
};

function suggestionsOf(kinds: readonly Said[], locale = 'en'): string[] {
  return candidatesOf(catalogOf(kinds)).map((candidate) => {
    const { title, rules } = describeSuggestion(candidate, locale);
    return `${title}: ${rules.conditions.map(({ field, op, value }) => `${field} ${op} ${value}`).join(', ')}`;
  });
}

const printer = {
  title: 'HP LaserJet Laser Printer 4100',
  brand: 'HP',
  suggestionPhrases: ['HP laser printer', 'black laser printer'],
} as const;

test('phrases without the brand name things as the store does', () => {
  assert.deepEqual(suggestionsOf([printer]), [
    'HP laser printer: phrase is HP laser printer',
    'Laser Printer: phrase ends_with Laser Printer',
  ]);
  const french = { title: 'Imprimante laser HP', brand: 'HP', suggestionPhrases: ['imprimante laser hp'] };
  assert.ok(suggestionsOf([french], 'fr').includes('Imprimante laser: phrase starts_with Imprimante laser'));
  const turkish = { title: 'Çiçek İpi', suggestionPhrases: ['çiçek ipi', 'gri çiçek ipi'] };
  assert.ok(suggestionsOf([turkish], 'tr').includes('Çiçek İpi: phrase ends_with Çiçek İpi'));
});

test('colours, measures and vague or unnamed kinds make no suggestion', () => {
  for (const phrases of [['series'], ['16gb'], ['kit', 'black kit'], ['for printers'], ['black series']]) {
    assert.deepEqual(suggestionsOf([{ brand: 'HP', suggestionPhrases: phrases }]), [], phrases.join());
  }
  const titles = suggestionsOf([printer]).join();
  assert.ok(!titles.includes('Black'), titles);
});

test('a thing takes its category’s plural and its phrases’ matches', () => {
  const shorts = {
    ...{ title: 'Meteor Workout Short', category: 'Men > Shorts' },
    suggestionPhrases: ['workout short', 'black short'],
  };
  const titles = suggestionsOf([shorts]);
  assert.ok(titles.includes('Shorts: phrase ends_with Short'), titles.join(' | '));
});

test('one Latin word names a series among another script', () => {
  assert.ok(isSeriesName('apex', 'th') && isSeriesName('verge', 'ja-JP'));
  assert.ok(!isSeriesName('apex', 'en') && !isSeriesName('ไฟเพดาน', 'th') && !isSeriesName('scg tile', 'th'));
});

test('a head is suggested with its material and audience', () => {
  const attributes = [['Material', 'Merino wool']] as const;
  const suggestionPhrases = ['merino wool jumper', "women's jumper", 'red jumper'];
  const titles = suggestionsOf([{ title: 'Jumper', attributes, suggestionPhrases }]).join();
  for (const said of ['Merino wool jumper', "Women's jumper"]) assert.ok(titles.includes(said), titles);
  assert.ok(!titles.includes('Red'), titles);
});

test('a brand is suggested unless it has most of the category', () => {
  const of = (brand: string): Said => ({ brand, category: 'Shoes > Boots' });
  assert.deepEqual(
    suggestionsOf([of('Acme'), of('Zenith'), of('Nord')], 'en')[0],
    'Acme Boots: brand is Acme, category is Boots',
  );
  assert.deepEqual(
    suggestionsOf([of('Acme'), of('Zenith')], 'fr')[0],
    'Boots Acme: brand is Acme, category is Boots',
  );
  assert.deepEqual(suggestionsOf([of('Acme')]), []);
});

test('a head mostly behind other words comes later', () => {
  const card = (kind: string): Said => ({ brand: 'HP', suggestionPhrases: [`hp ${kind} ticket`] });
  const loose: Said = { brand: 'HP', suggestionPhrases: ['hp ticket'] };
  const found = candidatesOf(catalogOf([card('bus'), card('train'), card('plane'), loose]));
  const weightOf = (wanted: string) =>
    found.find(({ way, text }) => way === 'ends_with' && text === wanted)?.weight;
  assert.deepEqual([weightOf('bus ticket'), weightOf('ticket')], [1, 0.25]);
});

/** Products with few brands and heads, so that their suggestions overlap. */
const relatedProducts = fc.array(
  fc
    .record({
      brand: fc.constantFrom('HP', 'Acme', null),
      category: fc.constantFrom('Work', 'Home > Work', null),
      suggestionPhrases: fc.uniqueArray(
        fc.constantFrom(
          'hp case',
          'acme case',
          'laptop case',
          'hp laptop case',
          'case',
          'hp bag',
          'laptop bag',
          'bag',
        ),
        { maxLength: 3 },
      ),
    })
    .map((said) => ({ ...plain, ...said, id: '', externalId: '' })),
  { minLength: 20, maxLength: 60 },
);

test('suggestions hold exactly the counted members and overlap little', () => {
  fc.assert(
    fc.property(fc.oneof(relatedProducts, fc.array(collectedProduct)), (products) => {
      const chosen = chooseSuggestions(candidatesOf(products), [], { products: products.length, most: 12 });
      const sets = chosen.map(({ members }) => new Set(members));
      chosen.forEach((candidate, index) => {
        const meets = compileRules(describeSuggestion(candidate, 'en').rules, 'EUR');
        const members = products.flatMap((product, place) =>
          meets(new ProductFacts(product)).length > 0 ? [place] : [],
        );
        assert.deepEqual(members, candidate.members);
        for (const other of sets.slice(index + 1)) {
          const shared = candidate.members.filter((member) => other.has(member)).length;
          assert.ok(shared <= sharedMax * Math.min(other.size, members.length));
        }
      });
    }),
  );
});

test('existing collections and most of the catalog are not suggested', () => {
  const products = catalogOf([printer, { title: 'Lamp' }, { title: 'Chair' }]);
  const candidates = candidatesOf(products);
  const bounds = { products: products.length, most: 12 };
  const [first] = chooseSuggestions(candidates, [], bounds);
  assert.equal(first?.text, 'laser printer');
  assert.deepEqual(chooseSuggestions(candidates, [new Set(first?.members)], bounds), []);
  assert.deepEqual(chooseSuggestions(candidates, [], { ...bounds, products: membersMin }), []);
});
