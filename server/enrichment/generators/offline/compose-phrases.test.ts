/**
 * Phrases of the offline generator for hand-written shops in many languages: what a shopper there would type, and
 * nothing where the product does not say enough.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caseCount } from '../../../../test/support/case-count.ts';
import { type GivenProduct, phraseProduct } from '../../../../test/support/phrase-products.ts';
import { checkPhrases } from '../../check-phrases.ts';
import { catalogKnowledge } from '../../store-knowledge.ts';
import { buildCatalogProfile, emptyProfile } from './catalog-profile.ts';
import { composePhrases } from './compose-phrases.ts';
import { createOfflineGenerator } from './offline-generator.ts';
import { offlineLanguage } from './title-reading.ts';

/** The phrases of the first product, in a shop that holds all of them. */
async function made(locale: string, first: GivenProduct, ...others: readonly GivenProduct[]) {
  const profile = await buildCatalogProfile([first, ...others].map(phraseProduct), locale);
  return composePhrases(phraseProduct(first), profile, offlineLanguage(locale));
}

async function suggestions(locale: string, ...products: readonly [GivenProduct, ...GivenProduct[]]) {
  return (await made(locale, ...products)).suggestionPhrases;
}

test('a thing combines with brand, colour, material, audience and measure', async () => {
  const bag = {
    title: 'Acme Voyager X200 duffel bag 40 l with straps',
    brand: 'Acme',
    category: 'Women > Bags & Luggage',
    attributes: [
      ['color', 'Red'],
      ['Material', 'leather'],
    ] as const,
  };
  const { suggestionPhrases, searchPhrases } = await made('en', bag);
  assert.deepEqual(suggestionPhrases, [
    'bag',
    'Acme bag',
    'duffel bag',
    'red bag',
    'leather bag',
    "women's bag",
  ]);
  assert.ok(searchPhrases.includes('40l bag'));
});

/** One product, and what a shopper of its language would type. */
const ofLanguages: readonly (readonly [locale: string, given: GivenProduct, phrases: readonly string[]])[] = [
  [
    'de',
    {
      title: 'Nordholz Stuhl, Oslo',
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
    { title: 'Stoel, Oslo', category: 'Wonen > Stoelen', attributes: [['kleur', 'zwart']] },
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
    { title: 'Metal Fındık Kıracağı 16 cm', category: 'Mutfak', attributes: [['renk', 'Kırmızı']] },
    ['fındık kıracağı', 'kırmızı fındık kıracağı'],
  ],
  ['th', { title: 'ไฟเพดาน VC21275 *ขาว 40W', category: 'โคมไฟ' }, ['ไฟเพดาน สีขาว', 'ไฟเพดาน 40w']],
  ['ja', { title: 'マウス、無線', category: 'マウス', attributes: [['カラー', '黒']] }, ['マウス 黒']],
  ['zh', { title: '手机壳，软壳', category: '手机壳', attributes: [['颜色', '红色']] }, ['红色手机壳']],
  ['ar', { title: 'حقيبة، سفر', category: 'حقيبة', attributes: [['الجنس', 'نساء']] }, ['حقيبة نسائي']],
];

test('each language puts them together in its own way', async () => {
  for (const [locale, given, phrases] of ofLanguages) {
    const made = await suggestions(locale, given);
    const ofTitle = (phrase: string) => given.title.toLocaleLowerCase(locale).includes(phrase);
    assert.deepEqual(
      made.filter((phrase) => phrases.includes(phrase) || !ofTitle(phrase)),
      phrases,
      `${locale} ${given.title}`,
    );
  }
});

test('gendered forms are used only as other titles show them', async () => {
  const robe = { title: 'Robe Paris', category: 'Robes', attributes: [['couleur', 'Noir']] as const };
  assert.deepEqual(await suggestions('fr', robe), ['robe']);
  const others = ['Robe noire, coton', 'Robe noire, soie', 'Robe noire, lin'].map((title) => ({
    title,
    category: 'Robes',
  }));
  assert.deepEqual(await suggestions('fr', robe, ...others), ['robe', 'robe noire']);
});

test('a language without rules uses only brand and measure', async () => {
  const given = {
    title: 'Zuria Kutxa 5 l',
    brand: 'Zuria',
    category: 'Kutxa',
    attributes: [
      ['kolorea', 'gorria'],
      ['gender', 'men'],
    ] as const,
  };
  assert.deepEqual(await suggestions('xx', given), ['kutxa', 'Zuria kutxa', 'kutxa 5l']);
});

test('words behind a thing move before it as in other titles', async () => {
  const keyboards = ['Acme USB keyboard', 'Bolt USB keyboard', 'Core USB keyboard, black'].map((title) => ({
    title,
    brand: title.split(' ')[0] ?? null,
    category: 'Keyboards',
  }));
  const given = { title: 'Delta D1 keyboard, USB, grey', brand: 'Delta', category: 'Keyboards' };
  assert.ok((await suggestions('en', given, ...keyboards)).includes('usb keyboard'));
});

test('a small shop’s phrases put things before colours and measures', async () => {
  const mugs = ['Red', 'Blue', 'Green'].flatMap((color) =>
    [1, 2, 3].map((size) => ({ title: `Ceramic Mug ${color} ${size}00 ml` })),
  );
  const [first = { title: '' }, ...others] = mugs;
  assert.deepEqual(await suggestions('en', first, ...others), ['mug', 'ceramic mug', 'red mug', '100ml mug']);
  const shoes = ['Nordkap', 'Trail Pro', 'Fjällby'].map((brand) => ({
    ...{ title: `${brand} running shoes 21, moss green`, brand, category: 'Shoes > Sport' },
  }));
  const [shoe = { title: '' }, ...more] = shoes;
  assert.deepEqual(await suggestions('en', shoe, ...more), [
    'running shoes',
    'Nordkap running shoes',
    'green running shoes',
  ]);
});

test('a noun that continues into another is not the thing', async () => {
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
  assert.deepEqual(await suggestions('en', given, ...shop), [
    'notebook case',
    'Core notebook case',
    'black notebook case',
  ]);
});

test('a whole title or one word is only a last resort', async () => {
  assert.deepEqual(await suggestions('en', { title: 'Red mug', category: 'Mugs' }), ['mug']);
  assert.deepEqual(await suggestions('en', { title: 'Mug', category: 'Mugs' }), ['mug']);
  assert.deepEqual(await suggestions('en', { title: 'Red mug, large', category: 'Mugs', brand: 'Acme' }), [
    'mug',
    'Acme mug',
    'red mug',
  ]);
});

test('the kind of product leads, its model is hidden', async () => {
  const headphones = {
    title: 'Philips In-Ear Headphones SHE2640/27',
    brand: 'Philips',
    category: 'Audio > Headphones',
  };
  const { suggestionPhrases, searchPhrases, type } = await made('en', headphones);
  assert.equal(type?.name, 'headphones');
  assert.deepEqual(suggestionPhrases, ['headphones', 'Philips headphones', 'in-ear headphones']);
  assert.deepEqual(searchPhrases, ['Philips SHE2640', 'SHE2640']);
});

test('a title that names a shade is known by its category', async () => {
  const category = 'Printing > Ink Cartridges';
  const ink = { title: 'HP 85 Original Light Cyan T5967', brand: 'HP', category };
  const others = ['HP', 'Canon', 'Epson'].flatMap((brand) =>
    [11, 22, 33].map((number) => ({ title: `${brand} ${number} black ink cartridge`, brand, category })),
  );
  assert.deepEqual(await suggestions('en', ink, ...others), [
    'ink cartridge',
    'HP ink cartridge',
    'light cyan ink cartridge',
  ]);
});

test('a line of one brand is said with the thing', async () => {
  const shop = ['server', 'tray', 'box'].map((model) => ({
    title: `Intel Xeon ${model} processor`,
    brand: 'Intel',
    category: 'Processors',
  }));
  const other = { title: 'AMD Opteron 1 processor', brand: 'AMD', category: 'Processors' };
  const given = { title: 'Intel Xeon X5470 processor 3.33 GHz', brand: 'Intel', category: 'Processors' };
  assert.deepEqual(await suggestions('en', given, ...shop, other), [
    'processor',
    'Intel processor',
    'xeon x5470',
    'Intel xeon x5470',
  ]);
});

test('each of thirty nearly equal titles gets a phrase', async () => {
  const titles = Array.from({ length: 30 }, (_, index) => ({ title: `Ruby Heart Ring No. ${index}` }));
  for (const given of titles) assert.notDeepEqual(await suggestions('en', given, ...titles), [], given.title);
});

test('a brand of most of the shop enters no phrase', async () => {
  const mugs = Array.from({ length: 30 }, (_, index) => ({
    title: `Red mug no${index}`,
    brand: 'House',
    category: 'Cups',
  }));
  const given = { title: 'Blue mug no99', brand: 'House', category: 'Cups' };
  for (const phrase of await suggestions('en', given, ...mugs)) assert.ok(!phrase.includes('House'), phrase);
});

test('a phrase common to much of a large shop is dropped', async () => {
  const others = Array.from({ length: 2_400 }, (_, index) => ({
    title: `${index % 2 === 0 ? 'Acme' : `Brand${index}`} m${index} mouse, wireless`,
    brand: index % 2 === 0 ? 'Acme' : `Brand${index}`,
    category: 'Computer Mice',
    attributes: [['use', 'gaming']] as const,
  }));
  const [often = others[0], rare = others[0]] = others;
  assert.ok(often !== undefined && rare !== undefined);
  assert.ok(!(await suggestions('en', often, ...others)).includes('Acme mouse'));
  assert.ok((await suggestions('en', rare, ...others)).includes('Brand1 mouse'));
});

test('a title that names nothing has no phrases', async () => {
  for (const title of ['', '*', 'X-200/5', '60X120*A', '12345'])
    assert.deepEqual(await suggestions('en', { title }), []);
});

test('the generator answers for every product, and stops when aborted', async () => {
  const generator = createOfflineGenerator(() => Promise.resolve(emptyProfile));
  const batch = {
    storeId: 's',
    locale: 'en',
    products: [
      phraseProduct({ title: 'Red mug', category: 'Mugs', brand: 'Acme' }),
      phraseProduct({ title: '*' }),
    ],
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
  .map(({ label, value, ...given }) => phraseProduct({ ...given, attributes: [[label, value]] }));
const anyLocale = fc.constantFrom('en', 'de', 'fr', 'tr', 'th', 'ja', 'zh', 'ar', 'ru', 'xx');

test('any catalog gives few, repeatable phrases without an error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyProduct, { minLength: 1, maxLength: 8 }),
      anyLocale,
      async (products, locale) => {
        const profile = await buildCatalogProfile(products, locale);
        const again = await buildCatalogProfile(products, locale);
        for (const one of products) {
          const phrases = composePhrases(one, profile, offlineLanguage(locale));
          assert.deepEqual(composePhrases(one, again, offlineLanguage(locale)), phrases);
          assert.ok(phrases.suggestionPhrases.length <= 8 && phrases.searchPhrases.length <= 24);
          checkPhrases(one, phrases, { locale, blocklist: [], ...catalogKnowledge(profile), synonyms: null });
        }
      },
    ),
    { numRuns: caseCount(150) },
  );
});
