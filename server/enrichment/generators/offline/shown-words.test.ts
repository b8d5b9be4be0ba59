/** Property: what is shown of a product is made of its own words, or of other forms of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caseCount } from '../../../../test/support/case-count.ts';
import { phraseProduct } from '../../../../test/support/phrase-products.ts';
import { fold } from '../../../search/text/fold.ts';
import { singularOf } from '../../../search/text/inflection.ts';
import { scanWords } from '../../../search/text/words.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { buildCatalogProfile } from './catalog-profile.ts';
import { composePhrases } from './compose-phrases.ts';
import { offlineLanguage } from './title-reading.ts';

const things =
  'lamp lamps knife knives shelf shelves headphones glass glasses box boxes battery batteries canvas mouse';
const rest = 'desk steel, black for with 40 cm (tall) x5 usb light cable 2 pc(s) camera - Acme 3m and';
const anyWord = fc.constantFrom(...things.split(' '), ...rest.split(' '));
const anyText = fc.array(anyWord, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
const anyProduct = fc
  .record({
    title: anyText,
    category: fc.option(anyText),
    brand: fc.option(fc.constantFrom('Acme', 'Bolt', 'Lamp House')),
    label: fc.constantFrom('color', 'material', 'type', 'use', 'x'),
    value: anyText,
  })
  .map(({ label, value, ...given }) => phraseProduct({ ...given, attributes: [[label, value]] }));

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => scanWords(fold(text)).map((word) => word.text)));
}

function textsOf({ title, category, brand, attributes }: PhraseProduct): string[] {
  return [title, category ?? '', brand ?? '', ...attributes.flat()];
}

/** A drinking glass among glasses: the catalog writes the plural more often. */
const glassAndGlasses = ['glass', 'glasses lamp', 'glasses', 'lamp'].map((title) =>
  phraseProduct({ title, attributes: [['color', 'lamp']] }),
);

test('shown words are product words or their forms', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { minLength: 1, maxLength: 25 }), async (products) => {
      const profile = await buildCatalogProfile(products, 'en');
      const said = wordsOf(products.flatMap(textsOf));
      for (const product of products) {
        const { suggestionPhrases, type } = composePhrases(product, profile, offlineLanguage('en'));
        const own = wordsOf(textsOf(product));
        // What the catalog alone says is in its words.
        const isOfCatalog = type?.evidence.some(({ source }) => source === 'catalog') === true;
        const source = isOfCatalog ? said : own;
        const singular = (word: string) => singularOf(word, 'en', (one) => said.has(one));
        const forms = new Set([...source].flatMap((word) => [word, singular(word)]));
        // `glasses` has no singular of its own (it is a pair), but it is the plural of `glass` as well.
        const plurals = new Set([...source].flatMap((word) => [`${word}s`, `${word}es`]));
        const isForm = (word: string) => forms.has(word) || forms.has(singular(word)) || plurals.has(word);
        const shown = wordsOf([...suggestionPhrases, type?.name ?? '']);
        const strange = [...shown].filter((word) => !isForm(word) && !/\p{N}/u.test(word));
        assert.deepEqual(strange, [], `${product.title}: ${suggestionPhrases.join(' | ')}`);
      }
    }),
    { numRuns: caseCount(150), examples: [[glassAndGlasses]] },
  );
});
