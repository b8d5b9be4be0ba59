/**
 * Phrases of the offline generator for hand-written shops in many languages: what a shopper there would type, and
 * nothing where the product does not say enough.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkPhrases } from '../../check-phrases.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { buildCatalogProfile, emptyProfile } from './catalog-profile.ts';
import { composePhrases } from './compose-phrases.ts';
import { createOfflineGenerator } from './offline-generator.ts';
import { offlineLanguage } from './title-reading.ts';

type Given = Partial<PhraseProduct> & { readonly title: string };

function product(given: Given): PhraseProduct {
  const nothing = {
    description: null,
    category: null,
    brand: null,
    author: null,
    attributes: [],
    identifiers: [],
  };
  return { id: given.title, ...nothing, ...given };
}

/** The suggestion phrases of the first product, in a shop that holds all of them. */
async function suggestions(
  locale: string,
  first: Given,
  ...others: readonly Given[]
): Promise<readonly string[]> {
  const products = [first, ...others].map(product);
  const profile = await buildCatalogProfile(products, locale);
  return composePhrases(product(first), profile, offlineLanguage(locale)).suggestionPhrases;
}

test('a thing is put together with its brand, colour, material, audience and measure', async () => {
  const bag = {
    title: 'Acme Voyager X200 duffel bag 40 l with straps',
    brand: 'Acme',
    category: 'Women > Bags & Luggage',
    attributes: [
      ['color', 'Red'],
      ['Material', 'leather'],
    ] as const,
  };
  assert.deepEqual(await suggestions('en', bag), [
    'Acme bag',
    'red bag',
    'leather bag',
    "women's bag",
    '40l bag',
  ]);
});

/** One product, and what a shopper of its language would type. */
const ofLanguages: readonly (readonly [locale: string, given: Given, phrases: readonly string[]])[] = [
  [
    'de',
    {
      title: 'Nordholz Stuhl Oslo',
      category: 'Möbel > Stühle',
      attributes: [
        ['Farbe', 'Schwarz'],
        ['Material', 'Leder'],
      ],
    },
    ['stuhl schwarz', 'stuhl leder'],
  ],
  [
    'nl',
    { title: 'Stoel Oslo', category: 'Wonen > Stoelen', attributes: [['kleur', 'zwart']] },
    ['stoel zwart'],
  ],
  ['sv', { title: 'Stol, Oslo', category: 'Stolar', attributes: [['färg', 'svart']] }, ['stol svart']],
  ['da', { title: 'Stol, Oslo', category: 'Stole', attributes: [['farve', 'sort']] }, ['stol sort']],
  ['nb', { title: 'Stol, Oslo', category: 'Stoler', attributes: [['farge', 'svart']] }, ['stol svart']],
  [
    'es',
    {
      title: 'Camisa Sevilla',
      category: 'Camisas',
      attributes: [
        ['color', 'Negro'],
        ['género', 'Hombre'],
      ],
    },
    ['camisa negra', 'camisa hombre'],
  ],
  [
    'es',
    {
      title: 'Zapatos Sevilla',
      category: 'Zapatos',
      attributes: [
        ['color', 'Negro'],
        ['material', 'Cuero'],
      ],
    },
    ['zapatos negros', 'zapatos de cuero'],
  ],
  [
    'it',
    {
      title: 'Borsa Roma',
      category: 'Borse',
      attributes: [
        ['colore', 'Nero'],
        ['materiale', 'Pelle'],
      ],
    },
    ['borsa nera', 'borsa in pelle'],
  ],
  [
    'pt',
    {
      title: 'Bolsa Porto',
      category: 'Bolsas',
      attributes: [
        ['cor', 'Preto'],
        ['material', 'Couro'],
      ],
    },
    ['bolsa preta', 'bolsa de couro'],
  ],
  [
    'fr',
    {
      title: 'Robe Paris',
      category: 'Robes',
      attributes: [
        ['couleur', 'Rouge'],
        ['matière', 'Coton'],
      ],
    },
    ['robe rouge', 'robe en coton'],
  ],
  [
    'pl',
    { title: 'Torebka, Gdańsk', category: 'Torebki', attributes: [['kolor', 'Czarny']] },
    ['czarna torebka'],
  ],
  ['cs', { title: 'Mikina, Brno', category: 'Mikiny', attributes: [['barva', 'Černý']] }, ['černá mikina']],
  ['ru', { title: 'Сумка, Москва', category: 'Сумки', attributes: [['цвет', 'Чёрный']] }, ['чёрная сумка']],
  [
    'tr',
    { title: 'Fındık Kıracağı Metal 16 cm', category: 'Mutfak', attributes: [['renk', 'Kırmızı']] },
    ['fındık kıracağı', 'kırmızı fındık kıracağı'],
  ],
  ['th', { title: 'ไฟเพดาน VC21275 *ขาว 40W', category: 'โคมไฟ' }, ['ไฟเพดาน สีขาว', 'ไฟเพดาน 40w']],
  ['ja', { title: 'マウス、無線', category: 'マウス', attributes: [['カラー', '黒']] }, ['マウス 黒']],
  ['zh', { title: '手机壳，软壳', category: '手机壳', attributes: [['颜色', '红色']] }, ['红色手机壳']],
  ['ar', { title: 'حقيبة، سفر', category: 'حقيبة', attributes: [['الجنس', 'نساء']] }, ['حقيبة نسائي']],
];

test('each language puts them together in its own way', async () => {
  for (const [locale, given, phrases] of ofLanguages)
    assert.deepEqual(await suggestions(locale, given), phrases, `${locale} ${given.title}`);
});

test('where a rule would need the gender of a noun, only what other titles say is used', async () => {
  const robe = { title: 'Robe Paris', category: 'Robes', attributes: [['couleur', 'Noir']] as const };
  assert.deepEqual(await suggestions('fr', robe), []);
  const others = ['Robe noire, coton', 'Robe noire, soie', 'Robe noire, lin'].map((title) => ({
    title,
    category: 'Robes',
  }));
  assert.deepEqual(await suggestions('fr', robe, ...others), ['robe noire']);
});

test('a language without rules has brand and measure, and no word of another language', async () => {
  const given = {
    title: 'Zuria Kutxa 5 l',
    brand: 'Zuria',
    category: 'Kutxa',
    attributes: [
      ['kolorea', 'gorria'],
      ['gender', 'men'],
    ] as const,
  };
  assert.deepEqual(await suggestions('xx', given), ['kutxa 5l']);
});

test('words that other titles put before the thing are given to a title that has them behind', async () => {
  const keyboards = ['Acme USB keyboard', 'Bolt USB keyboard', 'Core USB keyboard, black'].map((title) => ({
    title,
    brand: title.split(' ')[0] ?? null,
    category: 'Keyboards',
  }));
  const given = { title: 'Delta D1 keyboard, USB, grey', brand: 'Delta', category: 'Keyboards' };
  assert.ok((await suggestions('en', given, ...keyboards)).includes('usb keyboard'));
});

test('a small shop of similar products has its things found before numbers, colours and measures', async () => {
  const mugs = ['Red', 'Blue', 'Green'].flatMap((color) =>
    [1, 2, 3].map((size) => ({ title: `Ceramic Mug ${color} ${size}00 ml` })),
  );
  const [first = { title: '' }, ...others] = mugs;
  assert.deepEqual(await suggestions('en', first, ...others), ['red mug', '100ml mug']);
  const shoes = ['Nordkap', 'Trail Pro', 'Fjällby'].map((brand) => ({
    ...{ title: `${brand} running shoes 21, moss green`, brand, category: 'Shoes > Sport' },
  }));
  const [shoe = { title: '' }, ...more] = shoes;
  assert.deepEqual(await suggestions('en', shoe, ...more), ['green running shoes']);
});

test('what goes on with another noun is not the thing', async () => {
  const shop = [
    { title: 'Acme notebook case', brand: 'Acme', category: 'Cases' },
    { title: 'Bolt notebook case', brand: 'Bolt', category: 'Cases' },
    { title: 'Bolt N5 notebook', brand: 'Bolt', category: 'Notebooks' },
  ];
  const given = {
    title: 'Core C7 notebook case',
    brand: 'Core',
    category: 'Notebooks',
    attributes: [['colour', 'black']] as const,
  };
  assert.deepEqual(await suggestions('en', given, ...shop), ['Core notebook case', 'black notebook case']);
});

test('a phrase that the title says in the same words is not given', async () => {
  const given = {
    title: 'Acme mug, red mug for tea',
    brand: 'Acme',
    attributes: [['color', 'red']] as const,
    category: 'Mugs',
  };
  assert.deepEqual(await suggestions('en', given), []);
});

test('a brand that most of the shop has is in no phrase', async () => {
  const mugs = Array.from({ length: 30 }, (_, index) => ({
    title: `Red mug no${index}`,
    brand: 'House',
    category: 'Cups',
  }));
  const given = { title: 'Blue mug no99', brand: 'House', category: 'Cups' };
  for (const phrase of await suggestions('en', given, ...mugs)) assert.ok(!phrase.includes('House'), phrase);
});

test('a phrase that a tenth of a large shop would have is given to none', async () => {
  const others = Array.from({ length: 300 }, (_, index) => ({
    title: `${index % 2 === 0 ? 'Acme' : `Brand${index}`} m${index} mouse, wireless`,
    brand: index % 2 === 0 ? 'Acme' : `Brand${index}`,
    category: 'Computer Mice',
  }));
  assert.ok(
    !(
      await suggestions(
        'en',
        { title: 'Acme q1 mouse, wireless', brand: 'Acme', category: 'Computer Mice' },
        ...others,
      )
    ).includes('Acme mouse'),
  );
  const rare = { title: 'Brand1 q1 mouse, wireless', brand: 'Brand1', category: 'Computer Mice' };
  assert.ok((await suggestions('en', rare, ...others)).includes('Brand1 mouse'));
});

test('the noun of a compound is found by a hidden phrase', async () => {
  const chairs = [{ title: 'Stuhl, Eiche' }, { title: 'Stuhl, Buche' }].map((given) => ({
    ...given,
    category: 'Stühle',
  }));
  const given = product({ title: 'Gartenstuhl, Teak', category: 'Gartenstühle' });
  const profile = await buildCatalogProfile([given, ...chairs.map(product)], 'de');
  assert.deepEqual(composePhrases(given, profile, offlineLanguage('de')).searchPhrases, ['stuhl']);
});

test('brand and model are found together where a line stands between', () => {
  const given = product({ title: 'HP Pavilion dv7-1211 notebook', brand: 'HP', category: 'Notebooks' });
  assert.deepEqual(composePhrases(given, emptyProfile, offlineLanguage('en')).searchPhrases, ['HP dv7-1211']);
});

test('phrases stand under another word for the thing as well', () => {
  const given = product({
    title: 'Acme A1 notebook',
    category: 'Notebooks',
    attributes: [['use', 'gaming']],
  });
  const { suggestionPhrases, searchPhrases } = composePhrases(given, emptyProfile, offlineLanguage('en'));
  assert.deepEqual([suggestionPhrases, searchPhrases], [['gaming notebook'], ['gaming laptop']]);
});

test('a title that names nothing has no phrases', async () => {
  for (const title of ['', '*', 'X-200/5', '60X120*A', '12345'])
    assert.deepEqual(await suggestions('en', { title }), []);
});

test('the generator answers for every product of a batch, and stops when it is told to', async () => {
  const generator = createOfflineGenerator(() => Promise.resolve(emptyProfile));
  const batch = {
    storeId: 's',
    locale: 'en',
    products: [product({ title: 'Red mug', category: 'Mugs', brand: 'Acme' }), product({ title: '*' })],
  };
  const { phrases, inputTokens, outputTokens } = await generator.generate(
    batch,
    new AbortController().signal,
  );
  assert.deepEqual([phrases.size, inputTokens, outputTokens], [2, 0, 0]);
  assert.deepEqual(generator.estimateTokens(batch), { input: 0, output: 0 });
  const aborted = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(() => generator.generate(batch, aborted), { message: 'stopped' });
});

const words = [
  'Acme',
  'red',
  'mug',
  'X-200',
  '32GB',
  'für',
  'الجنس',
  'マウス',
  'พรม',
  '手机',
  '𝒳',
  '\u0301',
  ',',
  '(',
  '15"',
  'İ',
  '™',
  '  ',
];
const anyTitle = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((parts) => parts.join(' ')),
);
const anyProduct = fc
  .record({
    title: anyTitle,
    category: fc.option(anyTitle),
    brand: fc.option(anyTitle),
    label: fc.constantFrom('color', 'material', 'type', 'gender', 'x'),
    value: anyTitle,
  })
  .map(({ label, value, ...given }) => product({ ...given, attributes: [[label, value]] }));
const anyLocale = fc.constantFrom('en', 'de', 'fr', 'tr', 'th', 'ja', 'zh', 'ar', 'ru', 'xx');

test('any catalog gives the same phrases each time, few enough, and throws nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyProduct, { minLength: 1, maxLength: 8 }),
      anyLocale,
      async (products, locale) => {
        const profile = await buildCatalogProfile(products, locale);
        const again = await buildCatalogProfile(products, locale);
        for (const one of products) {
          const made = composePhrases(one, profile, offlineLanguage(locale));
          assert.deepEqual(composePhrases(one, again, offlineLanguage(locale)), made);
          assert.ok(made.suggestionPhrases.length <= 8 && made.searchPhrases.length <= 24);
          checkPhrases(one, made, { locale, blocklist: [], otherBrands: profile.brands });
        }
      },
    ),
    { numRuns: 150 },
  );
});
