/**
 * Goal: what is shown of a catalog is made of words that people write. Method: real catalogs; each word of their titles and
 * categories is brought to its form for one thing, and phrases are made for all their products. A word is sound if the
 * catalog says it, a list that people checked holds it, or it was there before.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { DocumentFormat } from '../../contract/words/feeds.ts';
import { parseProduct } from '../../server/catalog/parse-product.ts';
import type { CanonicalProduct } from '../../server/catalog/product.ts';
import { generatePhrases } from '../../server/cli/eval-phrases.ts';
import { commonSynonyms } from '../../server/search/query/common-synonyms.ts';
import { fold } from '../../server/search/text/fold.ts';
import { singularOf } from '../../server/search/text/inflection.ts';
import { inflections } from '../../server/search/text/stems.ts';
import { scanWords } from '../../server/search/text/words.ts';
import { readDocument } from '../support/read-document.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';

const catalogs: readonly (readonly [path: string, format: DocumentFormat, locale: string])[] = [
  ['converted/icecat.csv.gz', 'csv', 'en'],
  ['converted/magento.csv.gz', 'csv', 'en'],
  ['converted/bestbuy.json.gz', 'json', 'en'],
  ['converted/turkish-dev.xml.gz', 'google_xml', 'tr'],
  ['gfeed-pallmann-fr-atom/google-merchant-feed.xml', 'google_xml', 'fr'],
];

/** The least number of products that are read of a catalog; of a larger one every n-th is. */
const phrasedMin = 2_000;

for (const [path, format, locale] of catalogs) {
  test(`words that are shown of ${path} are words`, async (t) => {
    const products = readProducts(t, path, format, locale);
    if (products === null) return;
    const said = saidWords(products);
    for (const text of new Set(products.flatMap(({ title, category }) => [title, category ?? '']))) {
      for (const word of text.toLocaleLowerCase(locale).match(/[\p{L}\p{M}]+/gu) ?? []) {
        const isSaid = (one: string) => said.has(fold(one));
        const one = singularOf(word, locale, isSaid);
        assert.ok(one === word || isSaid(one) || isChecked(one, locale), `${word} to ${one}`);
      }
    }
    const listed = listedWords(locale);
    const step = Math.max(1, Math.floor(products.length / phrasedMin));
    const phrased = products.filter((_, place) => place % step === 0);
    for (const { suggestionPhrases, type } of (await generatePhrases(phrased, locale)).values()) {
      for (const phrase of [
        ...suggestionPhrases,
        ...(type === null ? [] : [type.name, ...type.otherNames]),
      ]) {
        // Numbers are measures: a value and a unit of two attributes.
        const strange = wordsOf(phrase).filter(
          (word) => !said.has(word) && !listed.has(word) && !isChecked(word, locale) && !/\p{N}/u.test(word),
        );
        assert.deepEqual(strange, [], phrase);
      }
    }
  });
}

function readProducts(
  t: TestContext,
  path: string,
  format: DocumentFormat,
  locale: string,
): CanonicalProduct[] | null {
  const file = sharedDataOrSkip(t, path);
  if (file === null) return null;
  const bytes = readFileSync(file);
  const { rows } = readDocument(format, path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  return rows.flatMap(({ value }) => {
    const parsed = parseProduct(value, { currency: 'EUR', locale });
    return parsed.ok ? parsed.product : [];
  });
}

function wordsOf(text: string): string[] {
  return scanWords(fold(text)).map(({ text: word }) => word);
}

function saidWords(products: readonly CanonicalProduct[]): Set<string> {
  return new Set(
    products
      .flatMap(({ title, category, brand, attributes }) => [
        title,
        category ?? '',
        brand ?? '',
        ...attributes.flat(),
      ])
      .flatMap(wordsOf),
  );
}

/** Words for the people a thing is for, which attributes may say in other words. */
const audiences = 'men women boys girls kids baby';

/** Words of the lists of synonyms and audiences. */
function listedWords(locale: string): Set<string> {
  const texts = commonSynonyms(locale).flatMap((rule) =>
    'terms' in rule ? rule.terms : [...rule.from, ...rule.to],
  );
  return new Set([...texts, audiences].flatMap(wordsOf));
}

function isChecked(word: string, locale: string): boolean {
  const { irregular = [], irregularEndings = [] } = inflections.get(locale) ?? {};
  const split = (lines: readonly string[]) => lines.flatMap((line) => line.split(/[ >]/));
  return split(irregular).includes(word) || split(irregularEndings).some((ending) => word.endsWith(ending));
}
