import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GivenProduct, phraseProduct } from '../../../../../test/support/phrase-products.ts';
import { buildCatalogProfile } from '../catalog-profile.ts';
import { offlineLanguage } from '../title-reading.ts';
import { nameType } from './name-type.ts';

/** The type of the first product, in a shop that holds all of them. */
async function typeOf(locale: string, first: GivenProduct, ...others: readonly GivenProduct[]) {
  const products = [first, ...others].map(phraseProduct);
  const profile = await buildCatalogProfile(products, locale);
  return nameType(phraseProduct(first), profile, offlineLanguage(locale))?.type ?? null;
}

async function nameOf(locale: string, ...products: readonly [GivenProduct, ...GivenProduct[]]) {
  return (await typeOf(locale, ...products))?.name;
}

const brands = ['Acme', 'Bolt', 'Core', 'Delta', 'Echo'];

/** A product of each brand, which stands before each title. */
function shopOf(category: string | null, ...titles: readonly string[]): [GivenProduct, ...GivenProduct[]] {
  const all = titles.flatMap((title) =>
    brands.map((brand) => ({ title: `${brand} ${title}`, brand, category })),
  );
  const [first, ...others] = all;
  assert.ok(first !== undefined);
  return [first, ...others];
}

test('a word rarely alone takes the one before', async () => {
  const supplies = shopOf('Components', '500W power supply', 'P1 power supply, black');
  assert.equal(await nameOf('en', ...supplies, ...shopOf('Components', 'power cable 2 m')), 'power supply');
  assert.equal(await nameOf('en', ...shopOf('Phones', '16gb memory cell phone')), 'cell phone');
});

test('a word said alone stays alone', async () => {
  const lamps = [...shopOf('Lamps', 'lamp, tall'), ...shopOf('Lamps', 'lamp 40 w')];
  assert.equal(await nameOf('en', ...shopOf('Lamps', 'desk lamp'), ...lamps), 'lamp');
});

test('a line’s name is no part of a type', async () => {
  const line = ['black', 'white', 'for phones', 'with strap', 'steel'].map((rest) => ({
    title: `Acme Voyager case ${rest}`,
    brand: 'Acme',
    category: 'Cases',
  }));
  const [first, ...others] = line;
  assert.ok(first !== undefined);
  const bag = { ...first, title: 'Acme Voyager bag, grey' };
  assert.equal(await nameOf('en', first, bag, ...others, ...shopOf('Cases', 'phone case')), 'case');
  const bare = line.map(({ title, category }) => ({ title: title.replace('Acme ', ''), category }));
  const [bareFirst, ...bareOthers] = bare;
  assert.ok(bareFirst !== undefined);
  assert.equal(await nameOf('en', bareFirst, ...bareOthers), 'case');
});

test('a Turkish noun that is of another takes it along', async () => {
  const lids = [{ title: 'Metal Tencere Kapağı 20 cm', category: 'Mutfak' }] as const;
  assert.equal(
    await nameOf('tr', ...lids, { title: 'Cam Sürahi 1 lt', category: 'Mutfak' }),
    'tencere kapağı',
  );
});

test('a noun that a measure counts is no type', async () => {
  const phones = shopOf('Phones', '16gb memory phone', 'slim 32gb memory phone');
  assert.equal(await nameOf('en', ...phones, ...shopOf('Memory', 'memory card')), 'phone');
});

test('no type says a word twice', async () => {
  const locks = shopOf('Locks', 'laptop lock cable lock', 'keyed lock cable lock 1.8 m');
  assert.equal(await nameOf('en', ...locks), 'cable lock');
});

test('a type is named for one thing', async () => {
  const category = 'Home > Storage Cabinets';
  const cabinets = shopOf(category, 'tall storage cabinet', 'oak storage cabinet');
  const coded = { title: 'Acme C4', brand: 'Acme', category };
  assert.equal(await nameOf('en', coded, ...cabinets), 'storage cabinet');
  const knives = [...shopOf('Kitchen', 'bread knives'), ...shopOf('Kitchen', 'bread knives, steel')];
  assert.match((await nameOf('en', ...shopOf('Kitchen', 'bread knife'), ...knives)) ?? '', /knife$/);
  assert.equal(await nameOf('en', ...shopOf('Audio', 'headphones')), 'headphones');
  const phones = shopOf('Cell Phones', 'cell phone', 'case for cell phones', 'film for cell phones');
  assert.equal(await nameOf('en', ...phones), 'cell phone');
});

test('a French type keeps words that agree with it', async () => {
  const shoes = ['Lyon', 'Nice', 'Lille', 'Paris'].map((line) => ({ title: `Chaussures plates ${line}` }));
  const [first = { title: '' }, ...others] = shoes;
  assert.match((await nameOf('fr', first, ...others)) ?? '', /^chaussures/);
});

test('other names are those that its category says', async () => {
  const computers = shopOf('Computers > Laptops', 'X3 laptop 8GB', 'X5 laptop 16GB', 'notebook 16GB');
  const paper = shopOf('Office > Paper', 'lined paper notebook', 'A5 notebook, ruled');
  const [notebook] = shopOf('Computers > Laptops', 'notebook 16GB');
  const [ruled] = shopOf('Office > Paper', 'A5 notebook, ruled');
  assert.deepEqual((await typeOf('en', notebook, ...computers, ...paper))?.otherNames, ['laptop']);
  const ofPaper = await typeOf('en', ruled, ...paper, ...computers);
  assert.deepEqual([ofPaper?.name, ofPaper?.otherNames], ['notebook', []]);
});

test('the noun of a compound is another name', async () => {
  const chairs = ['Eiche', 'Buche'].map((wood) => ({ title: `Stuhl, ${wood}`, category: 'Stühle' }));
  const given = { title: 'Gartenstuhl, Teak', category: 'Gartenstühle' };
  const type = await typeOf('de', given, ...chairs);
  assert.deepEqual([type?.name, type?.otherNames], ['gartenstuhl', ['stuhl']]);
});

test('a type is spelled as in its source', async () => {
  const glasses = shopOf('Kitchen', 'wine glass', 'tea glass, tall');
  const [wine] = glasses;
  assert.equal(await nameOf('en', wine, ...glasses), 'wine glass');
  assert.equal(await nameOf('en', { title: 'Z4', category: 'Basic Glasses' }, ...glasses), 'glasses');
  const attributes = [['type', 'Reading Glasses']] as const;
  assert.equal(await nameOf('en', { title: 'Z5', attributes }, ...glasses), 'reading glasses');
});

test('evidence says where a type was found', async () => {
  const lamps = shopOf('Home > Lamps', 'desk lamp', 'floor lamp, black');
  const [lamp] = lamps;
  const sources = async (given: GivenProduct) =>
    (await typeOf('en', given, ...lamps))?.evidence.map(({ source, text }) => `${source}: ${text}`);
  assert.deepEqual(await sources(lamp), ['title: Acme desk lamp', 'category: Home > Lamps']);
  assert.deepEqual(await sources({ title: 'Acme T4', brand: 'Acme', category: 'Home > Lamps' }), [
    'category: Home > Lamps',
  ]);
  const attributes = [['type', 'desk lamp']] as const;
  assert.deepEqual(await sources({ title: 'Acme T4', brand: 'Acme', attributes }), [
    'attribute: type: desk lamp',
  ]);
});

test('a product without evidence has no type', async () => {
  assert.equal(await typeOf('en', { title: '12345' }), null);
  assert.equal(await typeOf('en', { title: 'X-200/5', brand: 'Acme' }), null);
});
