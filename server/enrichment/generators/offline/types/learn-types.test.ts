/** Types learned from small catalogs that are made up here: no list of products says it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GivenProduct, phraseProduct } from '../../../../../test/support/phrase-products.ts';
import { offlineLanguage } from '../title-reading.ts';
import { TypeLearner } from './learn-types.ts';
import { readTypeCues } from './read-type-cues.ts';
import { emptyTypes, guessTypes } from './type-model.ts';

const brands = ['Acme', 'Bolt', 'Core', 'Delta', 'Echo'];

/** Products of each brand: what its titles say beside the brand, and their category. */
function shopOf(things: readonly (readonly [title: string, category?: string])[]): GivenProduct[] {
  return brands.flatMap((brand) =>
    things.map(([title, category = null]) => ({ title: `${brand} ${title}`, brand, category })),
  );
}

function learn(shop: readonly GivenProduct[], locale = 'en') {
  const learner = new TypeLearner();
  for (const given of shop) learner.add(readTypeCues(phraseProduct(given), offlineLanguage(locale)));
  return learner.learn();
}

/** The stem of what a product most likely is. */
function typeOf(given: GivenProduct, shop: readonly GivenProduct[], locale = 'en'): string | undefined {
  const read = readTypeCues(phraseProduct(given), offlineLanguage(locale));
  return guessTypes(read, learn(shop, locale))[0]?.candidate.stem;
}

function assertTypes(shop: readonly GivenProduct[], wanted: readonly string[], locale = 'en'): void {
  const { stem } = offlineLanguage(locale);
  for (const [index, given] of shop.entries())
    assert.equal(typeOf(given, shop, locale), stem(wanted[index % wanted.length] ?? ''), given.title);
}

const tablets = [
  ['T5 tablet 32 gb', 'Tablets'],
  ['tablet, black', 'Tablets'],
  ['tablet mount', 'Tablets'],
  ['M7 tablet mount, black', 'Tablets'],
  ['wall mount', 'Mounts'],
] as const;

test('a mount beside a tablet is a mount', () => {
  assertTypes(shopOf(tablets), ['tablet', 'tablet', 'mount', 'mount', 'mount']);
});

test('a battery for cameras is no camera', () => {
  const things = [
    ['X1 digital camera', 'Photo > Cameras'],
    ['battery for camera', 'Photo > Cameras'],
    ['B7 camera battery 3.7 v', 'Photo > Cameras'],
  ] as const;
  assertTypes(shopOf(things), ['camera', 'battery', 'battery']);
});

test('a case of notebooks stays one on their shelf', () => {
  const things = [
    ['N5 notebook 39.6 cm', 'Computers > Notebooks'],
    ['slip case notebook case 39.6 cm (15.6") black', 'Computers > Notebooks'],
    ['notebook case 40.6 cm (16") brown', 'Computers > Notebooks'],
  ] as const;
  assertTypes(shopOf(things), ['notebook', 'case', 'case']);
});

const computers = [
  ['X3 laptop 8GB 15.6"', 'Computers > Laptops'],
  ['X5 laptop 16GB 14"', 'Computers > Laptops'],
  ['X7 laptop 4GB 17"', 'Computers > Laptops'],
  ['wireless mouse 500 dpi', 'Computers > Mice'],
  ['mouse 800 dpi, black', 'Computers > Mice'],
  ['laptop bag, black', 'Computers > Bags'],
] as const;

test('a title of codes is known by its category', () => {
  const given = { title: 'A5750G 8GB', brand: 'Acme', category: 'Computers > Laptops' };
  assert.equal(typeOf(given, shopOf(computers)), 'laptop');
  const strange = { ...given, title: 'A5750G', brand: 'Other' };
  assert.equal(typeOf(strange, shopOf(computers)), 'laptop');
});

test('a title of codes is known by its measures', () => {
  const shop = shopOf([
    ['gaming laptop 8GB'],
    ['wireless mouse 500 dpi'],
    ['laser mouse 800 dpi'],
    ['slim laptop 4GB'],
  ]);
  const { stem } = offlineLanguage('en');
  assert.equal(typeOf({ title: 'M100 800 dpi', brand: 'Acme' }, shop), stem('mouse'));
  assert.equal(typeOf({ title: 'A5750G 16GB', brand: 'Acme' }, shop), stem('laptop'));
});

test('a catalog without categories and brands is learned', () => {
  const places = ['Oslo', 'Bergen', 'Rome', 'Paris', 'Lima'];
  const names = ['desk lamp', 'floor lamp', 'garden chair', 'office chair', 'steel mug'];
  const shop = places.flatMap((place) => names.map((name) => ({ title: `${place} ${name}, black` })));
  assertTypes(shop, ['lamp', 'lamp', 'chair', 'chair', 'mug']);
});

test('a Turkish catalog is learned without its adjectives', () => {
  const nouns = ['saklama kutusu', 'kedi tasması', 'bıçak bileyici', 'güvenlik kilidi', 'mama kabı'];
  const adjectives = ['Metal', 'Silikon', 'Renkli', 'Pratik', 'Ahşap'];
  const shop = adjectives.flatMap((adjective) =>
    nouns.map((noun, index) => ({ title: `${adjective} ${noun} ${index + 10} cm` })),
  );
  assertTypes(shop, ['kutusu', 'tasmasi', 'bileyici', 'kilidi', 'kabi'], 'tr');
  assert.equal(typeOf({ title: 'Kedi tasması renkli 10 cm' }, shop, 'tr'), 'tasmasi');
  assert.equal(typeOf({ title: 'Evler için kedi tasması, silikon' }, shop, 'tr'), 'tasmasi');
});

test('French and Spanish things stand before their qualities', () => {
  const french = ['longue', 'en coton', 'noire', 'pour enfant', 'de jardin'].flatMap((rest) =>
    ['Robe', 'Chemise', 'Housse', 'Chaise'].map((noun) => ({ title: `${noun} ${rest}` })),
  );
  assertTypes(french, ['robe', 'chemise', 'housse', 'chaise'], 'fr');
  const spanish = ['de cuero', 'para móvil', 'con tapa', 'negro'].flatMap((rest) =>
    ['Vestido', 'Funda', 'Cargador'].map((noun) => ({ title: `${noun} ${rest}` })),
  );
  assertTypes(spanish, ['vestido', 'funda', 'cargador'], 'es');
});

test('equal catalogs in another order give equal types', () => {
  const shop = shopOf([
    ['slim tablet', 'Tablets'],
    ['flat tablet, black', 'Tablets'],
    ['wall tablet mount', 'Tablets'],
  ]);
  const types = (given: readonly GivenProduct[]) => {
    const model = learn(given);
    return shop.map((one) => {
      const read = readTypeCues(phraseProduct(one), offlineLanguage('en'));
      const [guess] = guessTypes(read, model);
      return `${guess?.candidate.stem} ${guess?.probability.toFixed(6)}`;
    });
  };
  assert.deepEqual(types(shop.toReversed()), types(shop));
});

test('variants of one product are learned from once', () => {
  const shop = shopOf(tablets);
  const variants = Array.from({ length: 40 }, (_, number) => ({
    title: `Acme tablet mount ${number} cm`,
    brand: 'Acme',
    category: 'Tablets',
  }));
  assert.equal(learn([...shop, ...variants]).productCount, learn(shop).productCount);
});

test('a catalog of more than the sample is learned', () => {
  const many = Array.from({ length: 20_500 }, (_, number) => ({ title: `${nameOf(number)} lamp` }));
  const model = learn(many);
  assert.equal(model.productCount, 20_000);
  assert.deepEqual(model, learn(many));
});

/** A word of its own for each number. */
function nameOf(number: number): string {
  return `x${String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;
}

test('a cue that only one product gives is forgotten', () => {
  const model = learn([...shopOf(tablets), { title: 'Acme gadget, zorby', brand: 'Acme' }]);
  assert.ok(model.cues.has('tablet') && !model.cues.has('zorby'));
});

test('without a catalog the place of a word decides', () => {
  const guess = (title: string) =>
    guessTypes(readTypeCues(phraseProduct({ title }), offlineLanguage('en')), emptyTypes)[0]?.candidate.stem;
  assert.deepEqual(['blue desk lamp for camera', 'X1 (phone)', '12345'].map(guess), [
    'lamp',
    'phone',
    undefined,
  ]);
});
