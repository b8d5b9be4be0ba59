/**
 * Phrases of the offline generator for hand-written shops in many languages: what a shopper there would type, and
 * nothing where the product does not say enough.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkPhrases } from '../../check-phrases.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { catalogKnowledge } from '../../store-knowledge.ts';
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

/** The phrases of the first product, in a shop that holds all of them. */
async function made(locale: string, first: Given, ...others: readonly Given[]) {
  const profile = await buildCatalogProfile([first, ...others].map(product), locale);
  return composePhrases(product(first), profile, offlineLanguage(locale));
}

async function suggestions(locale: string, ...products: readonly [Given, ...Given[]]) {
  return (await made(locale, ...products)).suggestionPhrases;
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
    'duffel bag',
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
    ['kırmızı fındık kıracağı', 'fındık kıracağı'],
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

test('where a rule would need the gender of a noun, only what other titles say is used', async () => {
  const robe = { title: 'Robe Paris', category: 'Robes', attributes: [['couleur', 'Noir']] as const };
  assert.deepEqual(await suggestions('fr', robe), ['robe']);
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
  assert.deepEqual(await suggestions('xx', given), ['Zuria kutxa', 'kutxa 5l']);
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
  assert.deepEqual(await suggestions('en', first, ...others), ['ceramic mug', 'red mug', '100ml mug']);
  const shoes = ['Nordkap', 'Trail Pro', 'Fjällby'].map((brand) => ({
    ...{ title: `${brand} running shoes 21, moss green`, brand, category: 'Shoes > Sport' },
  }));
  const [shoe = { title: '' }, ...more] = shoes;
  assert.deepEqual(await suggestions('en', shoe, ...more), [
    'Nordkap running shoes',
    'green running shoes',
    'running shoes',
  ]);
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
  assert.deepEqual(await suggestions('en', given, ...shop), [
    'Core notebook case',
    'black notebook case',
    'notebook case',
  ]);
});

test('a phrase that is the whole title, or one word, is given to a product without any other', async () => {
  assert.deepEqual(await suggestions('en', { title: 'Red mug', category: 'Mugs' }), ['mug']);
  assert.deepEqual(await suggestions('en', { title: 'Mug', category: 'Mugs' }), ['mug']);
  assert.deepEqual(await suggestions('en', { title: 'Red mug, large', category: 'Mugs', brand: 'Acme' }), [
    'Acme mug',
    'red mug',
  ]);
});

test('what a shopper types is given whether or not the title and the category say it', async () => {
  const headphones = {
    title: 'Philips In-Ear Headphones SHE2640/27',
    brand: 'Philips',
    category: 'Audio > Headphones',
  };
  assert.deepEqual(await made('en', headphones), {
    suggestionPhrases: ['Philips headphones', 'in-ear headphones'],
    searchPhrases: [
      'Philips SHE2640',
      'earphones',
      'headset',
      'Philips earphones',
      'in-ear earphones',
      'headphones',
      'SHE2640',
      'in ear headphones',
    ],
  });
  const ink = {
    title: 'Epson Singlepack Light Black T596700 UltraChrome HDR 350 ml',
    brand: 'Epson',
    category: 'Printing > Ink Cartridges',
  };
  const others = ['Canon ink cartridge', 'HP ink cartridge, cyan'].map((title) => ({ title }));
  const { suggestionPhrases, searchPhrases } = await made('en', ink, ...others);
  for (const phrase of ['Epson ink cartridge', 'light black ink cartridge', 'ink cartridge'])
    assert.ok(suggestionPhrases.includes(phrase), phrase);
  for (const phrase of ['T596700', 'printer ink', 'Epson T596700'])
    assert.ok(searchPhrases.includes(phrase), phrase);
});

test('a line that one brand has stands between brand and thing', async () => {
  const shop = ['server', 'tray', 'box'].map((model) => ({
    title: `Intel Xeon ${model} processor`,
    brand: 'Intel',
    category: 'Processors',
  }));
  const other = { title: 'AMD Opteron 1 processor', brand: 'AMD', category: 'Processors' };
  const given = { title: 'Intel Xeon X5470 processor 3.33 GHz', brand: 'Intel', category: 'Processors' };
  const { suggestionPhrases, searchPhrases } = await made('en', given, ...shop, other);
  assert.deepEqual(suggestionPhrases.slice(0, 2), ['Intel processor', 'Intel xeon processor']);
  assert.ok(searchPhrases.includes('cpu'));
});

test('each of thirty titles that are nearly the same, without category and brand, has a phrase', async () => {
  const titles = Array.from({ length: 30 }, (_, index) => ({ title: `Ruby Heart Ring No. ${index}` }));
  for (const given of titles) assert.notDeepEqual(await suggestions('en', given, ...titles), [], given.title);
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

test('a phrase that a twentieth of a large shop and a thousand products would have is given to none', async () => {
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
          const phrases = composePhrases(one, profile, offlineLanguage(locale));
          assert.deepEqual(composePhrases(one, again, offlineLanguage(locale)), phrases);
          assert.ok(phrases.suggestionPhrases.length <= 8 && phrases.searchPhrases.length <= 24);
          checkPhrases(one, phrases, { locale, blocklist: [], ...catalogKnowledge(profile), synonyms: null });
        }
      },
    ),
    { numRuns: 150 },
  );
});
