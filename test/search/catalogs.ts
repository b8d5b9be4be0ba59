/** Random catalogs, changes, queries and signals for the properties of the engine: few words, so that much meets. */
import fc from 'fast-check';
import type { SynonymRule } from '../../contract/synonyms.ts';
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { GraphShape, ScoresByText, SignalMaps } from '../../server/search/engine.ts';
import { type CommonRule, usualRule } from '../../server/search/products/product-question.ts';
import { usualShape } from '../../server/search/segment/prefix-graph.ts';
import { fold } from '../../server/search/text/fold.ts';

/** Words of several scripts that share beginnings, differ in case and marks only, or join to compounds. */
const vocabularies = [
  [
    'red',
    'Red',
    'redwood',
    't-shirt',
    'T',
    'shirt',
    'tshirt',
    'shirts',
    'wi-fi-6',
    'wifi',
    'A-12/3',
    'a',
    '5',
  ],
  ['Größe', 'grosse', 'GRÖSSE', 'grün', 'Tür', 'Türen', 'für', 'und', 'Straße', 'strasse', 'ß'],
  ['kırmızı', 'KIRMIZI', 'İpek', 'ipek', 'ışık', 've', 'Isık', 'çanta', 'canta'],
  ['手机壳', '手机', '机', '手', '红色', 'USB线', 'ノート', 'が', 'か', 'กระเป๋า', 'กี', '노트북', '노트'],
  ['красный', 'Красный', 'ёлка', 'елка', 'йод', 'حقيبة', 'حَقيبَة', 'Ώρα', 'ωρα', 'ΣΟΦΟΣ', 'שלום'],
  [
    '15.6"',
    '15,6',
    'Zoll',
    'inch',
    '27',
    '2.7',
    '2',
    '1,000',
    'W',
    '30x40',
    '30',
    'x',
    '40',
    'cm',
    '802.11ac',
    '4.5.1',
  ],
  [
    'usb',
    'USB-C',
    'usbc',
    'c',
    'cable',
    'cables',
    's',
    'USB 3.0',
    '3',
    'usb3',
    '4k',
    '4',
    'k',
    '2-in-1',
    '2',
    'in',
    '1',
    'vitamin',
  ],
  ['__proto__', 'constructor', '😀', '𝒳y', '\uffee', '\ufacf', '𠮷野', '+', '&', 'h&m', "levi's"],
] as const;

const separators = [' ', ' ', ' ', '-', ', ', '  '];

function texts(vocabulary: readonly string[], maxLength: number): fc.Arbitrary<string> {
  const part = fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(...separators));
  return fc.array(part, { minLength: 1, maxLength }).map((parts) =>
    parts
      .map((pair) => pair.join(''))
      .join('')
      .trim(),
  );
}

function documents(vocabulary: readonly string[], hasGroups: boolean): fc.Arbitrary<SearchDocument> {
  const text = (maxLength: number) => texts(vocabulary, maxLength);
  return fc
    .record({
      number: fc.integer({ min: 0, max: 11 }),
      title: text(4),
      // Half of the paths are of two, so that categories gather products, lose them and tie.
      categoryPath: fc.oneof(
        fc.array(text(1), { maxLength: 2 }),
        fc.constantFrom([vocabulary[0] ?? ''], [vocabulary[1] ?? '', vocabulary[2] ?? '']),
      ),
      brand: fc.option(text(1), { freq: 2 }),
      identifiers: fc.array(text(2), { maxLength: 2 }),
      attributes: fc.array(fc.tuple(text(1), text(2)), { maxLength: 2 }),
      type: fc.option(fc.record({ name: text(2), otherNames: fc.array(text(1), { maxLength: 1 }) }), {
        freq: 2,
      }),
      suggestionPhrases: fc.array(text(2), { maxLength: 1 }),
      searchPhrases: fc.array(text(2), { maxLength: 1 }),
      group: hasGroups ? fc.constantFrom(null, 'one', 'two', '두') : fc.constant(null),
      inStock: fc.boolean(),
      createdAt: fc.integer({ min: 0, max: 3 }),
      version: fc.nat(99),
    })
    .map(({ number, version, ...rest }) => ({
      ...rest,
      productId: `product-${number}`,
      externalId: `sku-${number}`,
      card: [
        `{"id":`,
        JSON.stringify(`product-${number}`),
        `,"title":`,
        JSON.stringify(rest.title),
        `,"version":${version}}`,
      ],
    }));
}

/** A step in the life of an index. */
export type Step =
  | { readonly kind: 'apply'; readonly documents: readonly SearchDocument[] }
  | { readonly kind: 'synonyms'; readonly rules: readonly SynonymRule[] }
  /** Places among the products of then, round and round. */
  | { readonly kind: 'erase'; readonly places: readonly number[] }
  /** Other cards of some products of then, which come while a merge is under way, or not. */
  | {
      readonly kind: 'cards';
      readonly places: readonly number[];
      readonly card: string;
      readonly isDuringMerge: boolean;
    }
  | { readonly kind: 'merge' }
  /** A merchant hides what is out of stock, or shows it again. */
  | { readonly kind: 'stock'; readonly hides: boolean };

/** A life of an index, and what is asked after each of its steps. */
export interface Scenario {
  readonly locale: string;
  readonly graph: GraphShape;
  readonly common: CommonRule;
  readonly steps: readonly Step[];
  readonly queries: readonly string[];
  readonly limit: number;
  readonly signals: SignalMaps;
  /** Products that take a place of their own beside their group. */
  readonly alone: ReadonlySet<string>;
}

const score = fc.constantFrom(0, 0.5, 1, 2);
const productIds = fc.integer({ min: 0, max: 12 }).map((number) => `product-${number}`);

function signalsOf(vocabulary: readonly string[]): fc.Arbitrary<SignalMaps> {
  return fc.record({
    products: fc.array(fc.tuple(productIds, score), { maxLength: 4 }).map((pairs) => new Map(pairs)),
    phrases: fc
      .array(fc.tuple(texts(vocabulary, 2).map(fold), score), { maxLength: 3 })
      .map((pairs) => new Map(pairs)),
    boosts: fc.oneof(
      fc.constant({ factors: [], products: new Map<string, number>() }),
      fc.record({
        factors: fc.constant([2, 8, 0.5, 0.125]),
        // Some products meet several rules; most products may be raised or lowered.
        products: fc
          .array(fc.tuple(productIds, fc.integer({ min: 1, max: 15 })), { maxLength: 12 })
          .map((pairs) => new Map(pairs)),
      }),
    ),
  });
}

const stockSteps = fc.record({ kind: fc.constant('stock' as const), hides: fc.boolean() });

function cardsOf(vocabulary: readonly string[]): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant('cards' as const),
    places: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
    card: texts(vocabulary, 2),
    isDuringMerge: fc.boolean(),
  });
}

/** Lists for nearly every beginning, so short that they run out, or none, as small catalogs have. */
const graphs: fc.Arbitrary<GraphShape> = fc.oneof(
  fc.record({
    minPostings: fc.integer({ min: 0, max: 3 }),
    minPairTitles: fc.integer({ min: 0, max: 3 }),
    pairsPerDocument: fc.constantFrom(0.3, 100),
    listLength: fc.integer({ min: 1, max: 8 }),
    suggestionCount: fc.integer({ min: 1, max: 8 }),
  }),
  fc.constant(usualShape),
);

function scenariosOf(vocabulary: readonly string[], hasGroups: boolean): fc.Arbitrary<Scenario> {
  const apply = fc.record({
    kind: fc.constant('apply' as const),
    documents: fc.array(documents(vocabulary, hasGroups), { minLength: 1, maxLength: 5 }),
  });
  const merge = fc.constant({ kind: 'merge' } as const);
  const erase = fc.record({
    kind: fc.constant('erase' as const),
    places: fc.array(fc.nat(30), { minLength: 1, maxLength: 3 }),
  });
  const terms = (minLength: number) => fc.array(texts(vocabulary, 2), { minLength, maxLength: 3 });
  const synonyms = fc.record({
    kind: fc.constant('synonyms' as const),
    rules: fc.array(
      fc.oneof(
        terms(2).map((all) => ({ terms: all })),
        fc.record({ from: terms(1), to: terms(1) }),
      ),
      { maxLength: 2 },
    ),
  });
  const cut = fc
    .tuple(texts(vocabulary, 3), fc.integer({ min: 1, max: 12 }))
    .map(([text, length]) => Array.from(text).slice(0, length).join(''));
  const mistyped = fc
    .tuple(texts(vocabulary, 2), fc.nat(12), fc.constantFrom('', 'a', 'e', 'о'))
    .map(([text, place, letter]) => text.slice(0, place) + letter + text.slice(place + 1));
  const scenario = fc.record({
    locale: fc.constantFrom('tr-TR', 'en', 'de-DE', 'fr'),
    graph: graphs,
    // Words of small catalogs are rare, but for those of such rules.
    common: fc.oneof(
      fc.record({
        rareMax: fc.integer({ min: 0, max: 2 }),
        firstCount: fc.integer({ min: 1, max: 4 }),
        firstRange: fc.integer({ min: 1, max: 4 }),
        listLength: fc.integer({ min: 1, max: 4 }),
        postingsPerLook: fc.integer({ min: 0, max: 4 }),
        shortListMax: fc.integer({ min: 0, max: 2 }),
      }),
      fc.constant(usualRule),
    ),
    steps: fc.array(
      fc.oneof({ weight: 5, arbitrary: apply }, merge, erase, cardsOf(vocabulary), synonyms, stockSteps),
      {
        minLength: 1,
        maxLength: 9,
      },
    ),
    queries: fc.array(fc.oneof(cut, texts(vocabulary, 2), mistyped), { minLength: 1, maxLength: 4 }),
    limit: fc.integer({ min: 1, max: 6 }),
    signals: signalsOf(vocabulary),
    alone: fc.array(productIds, { maxLength: hasGroups ? 3 : 0 }).map((ids) => new Set(ids)),
    // What those who typed one of the queries clicked.
    clicks: fc.array(fc.tuple(fc.nat(3), productIds, score), { maxLength: 6 }),
  });
  return scenario.map(({ clicks, ...rest }) => ({
    ...rest,
    signals: { ...rest.signals, texts: textsOf(rest.queries, clicks) },
  }));
}

function textsOf(
  queries: readonly string[],
  clicks: readonly (readonly [place: number, productId: string, score: number])[],
): ScoresByText {
  const byText = Map.groupBy(clicks, ([place]) => fold(queries[place % queries.length] ?? ''));
  return new Map(Array.from(byText, ([text, of]) => [text, new Map(of.map(([, id, score]) => [id, score]))]));
}

/** Scenarios, each within one vocabulary. */
export const scenarios: fc.Arbitrary<Scenario> = fc.oneof(
  ...vocabularies.flatMap((words) => [scenariosOf(words, false), scenariosOf(words, true)]),
);
