import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { canonicalProduct, someTime, uuidOf } from '../../../test/support/storage-rows.ts';
import type { CanonicalProduct } from '../../catalog/product.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import type { StoredProduct } from '../../storage/records.ts';
import { indexVersion, toDocument } from './to-document.ts';

/** Products that touch every rule: scripts, marks, compounds, codes, units, phrases, types, stock, paths. */
const products: readonly Partial<CanonicalProduct>[] = [
  {
    title: 'Canon EOS R6 Mark II T-Shirt',
    brand: 'Canon',
    category: 'Cameras > Mirrorless',
    sku: 'EOS-R6/2',
  },
  { title: 'Kırmızı IŞIK İpek Çanta', category: 'Çanta', inStock: false },
  {
    title: 'Große Türen für die Straße, 15,6 Zoll',
    attributes: [
      ['Größe', '1 TB'],
      ['farbe', 'grün'],
    ],
  },
  { title: '手机壳 红色 USB线 ノート', brand: '华为', gtin: '4006381333931' },
  { title: 'กระเป๋า กีฬา สีแดง', category: 'กระเป๋า > กีฬา' },
  { title: 'красный чехол для телефона', author: 'Лев Толстой', isbn: '9780306406157' },
  { title: 'חולצה אדומה', compareAtPrice: '20.00', imageUrl: 'https://shop.example/i.png' },
  { title: 'حقيبة حمراء', currency: 'JPY', price: '1200' },
  { title: 'Wi-Fi 6 router 😀 𠮷野', mpn: 'AX-11000', itemGroupId: 'AX', ean: '96385074' },
  { title: 'Canon EOS R6 Mark II body', brand: 'Canon', category: 'Cameras > Mirrorless' },
  { title: 'Sofa', category: 'Couches' },
  { title: 'Sofas, Canapés, Sillas, Lampen, Kühlschränke', category: 'Meubles' },
];

function stored(fields: Partial<CanonicalProduct>, number: number): StoredProduct {
  return {
    ...canonicalProduct(`sku-${number}`, fields),
    id: uuidOf(number),
    suggestionPhrases: number % 2 === 0 ? ['camera for travel'] : [],
    searchPhrases: number % 3 === 0 ? ['gift for dad'] : [],
    type:
      number % 4 === 1 ? { name: 'camera', otherNames: ['mirrorless'], confidence: 0.9, evidence: [] } : null,
    createdAt: someTime + number,
    updatedAt: someTime,
    changeNumber: 1,
  };
}

/** The version, and the checksum of what its rules make of the products above. */
const recorded = { version: 10, checksum: 460406527 };

/** Languages whose rules for stems differ. */
const locales = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'pl', 'cs', 'ru', 'tr', 'ar'];

/** Builds a segment with a list for every beginning, so that ranking and common synonyms count as well. */
function segmentOf(locale: string): Uint8Array {
  const writer = createIndexWriter({
    locale,
    graph: { minPostings: 0, minPairTitles: 0, pairsPerDocument: 100, listLength: 8, suggestionCount: 4 },
  });
  writer.apply(products.map(stored).map((product) => toDocument(product, 'EUR', 'en')));
  const [segment] = writer.snapshot().segments;
  assert.ok(segment !== undefined);
  return new Uint8Array(segment.data);
}

test('rules that make other segments have another version', () => {
  const checksum = locales.reduce((sum, locale) => crc32(segmentOf(locale), sum), 0);
  assert.deepEqual(
    { version: indexVersion, checksum },
    recorded,
    'Saved indexes would mix old rules with new ones: raise indexVersion, and record it here with the new checksum.',
  );
});

function documentOf(title: string, brand: string | null, category: string | null = null) {
  const given = canonicalProduct('sku-1', { title, brand, category });
  const stored = {
    suggestionPhrases: [],
    searchPhrases: [],
    type: null,
    createdAt: 1,
    updatedAt: 1,
    changeNumber: 1,
  };
  return toDocument({ ...given, ...stored, id: uuidOf(1) }, 'EUR', 'en');
}

test('suggestions drop advertising injected into titles and brands', () => {
  const { title, brand, suggestible } = documentOf(
    'Desk lamp BUY NOW at www.evil.com',
    'Visit evil.com today',
  );
  assert.deepEqual([title, brand], ['Desk lamp BUY NOW at www.evil.com', 'Visit evil.com today']);
  assert.equal(suggestible?.brand, null);
  assert.match(suggestible?.title ?? '', /^Desk lamp ,/);
  assert.doesNotMatch(suggestible?.title ?? '', /buy|evil/i);
  for (const [plain, own] of [
    ['Best Buy desk lamp', 'Best Buy'],
    ['StarTech.com cable', 'StarTech.com'],
  ] as const)
    assert.equal(documentOf(plain, own).suggestible, undefined, plain);
});

test('twice escaped texts are read unescaped and sent unchanged', () => {
  const { title, categoryPath, card } = documentOf(
    'HeatTec&reg; Tee',
    'A&amp;B',
    'Cats &amp; dogs > R&D; more',
  );
  assert.deepEqual([title, categoryPath], ['HeatTec® Tee', ['Cats & dogs', 'R&D; more']]);
  assert.match(card.join(''), /HeatTec&reg; Tee.*Cats &amp; dogs/);
});
