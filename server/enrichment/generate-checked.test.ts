import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mouse, unknownStore } from '../../test/support/checked-phrases.ts';
import { generateChecked } from './generate-checked.ts';
import type { PhraseGenerator, ProductPhrases } from './phrase-generator.ts';

const knowledge = { ...unknownStore, otherBrands: new Set<string>() };

/** Generates phrases for one product with a model that answers these; null: the answer leaves the product out. */
async function answerTo(suggestionPhrases: readonly string[] | null) {
  const written: [string, ProductPhrases][] =
    suggestionPhrases === null ? [] : [[mouse.id, { suggestionPhrases, searchPhrases: [], type: null }]];
  const generator: PhraseGenerator = {
    ...{ name: 'openai', model: 'm', promptVersion: '1', productsPerRequest: 1 },
    estimateTokens: () => ({ input: 0, output: 0 }),
    generate: async () => ({ phrases: new Map(written), inputTokens: 0, outputTokens: 0 }),
  };
  const batch = { storeId: 's', locale: 'en', products: [mouse] };
  const request = { batch, blocklist: [], knowledge };
  return await generateChecked(generator, request, new AbortController().signal);
}

test('dropped phrases are counted by rule, with a first example', async () => {
  const { phrases, dropped, faults } = await answerTo([
    ...[
      'wireless mouse',
      'cheap mouse free shipping',
      'buy now mouse',
      `garden${'\u0000'} ${'x'.repeat(900)}`,
    ],
  ]);
  assert.deepEqual(phrases.get('p1')?.suggestionPhrases, ['wireless mouse']);
  assert.deepEqual(dropped.get('p1'), [
    { rule: 'promotion', count: 2, example: 'cheap mouse free shipping' },
    { rule: 'markup', count: 1, example: `garden ${'x'.repeat(73)}` },
  ]);
  assert.equal(faults.size, 0);
});

test('an answer without valid phrases names the rules it broke', async () => {
  const { phrases, faults } = await answerTo(['buy now mouse', 'garden chair', 'click here mouse']);
  assert.equal(phrases.size, 0);
  assert.equal(
    faults.get('p1'),
    'The AI provider (m) wrote no phrase that kept the rules (2 promotion, such as "buy now mouse"; 1 unrelated, such as "garden chair").',
  );
});

test('a product that an answer leaves out names the model', async () => {
  const { faults } = await answerTo(null);
  assert.equal(faults.get('p1'), 'The AI provider (m) answered without phrases for the product.');
});
