import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRespell } from './text-terms.ts';

test('German umlauts have a spelling with e, composed or not', () => {
  const respell = createRespell('de-AT');
  assert.equal(respell('Kühlschrank ÖKO Größe'), 'Kuehlschrank OeKO Groeße');
  assert.equal(respell('Mu\u0308sli'), 'Muesli');
  assert.equal(respell('Lampe'), null);
});

test('other languages have no other spelling', () => {
  assert.equal(createRespell('tr')('Ütü'), null);
});
