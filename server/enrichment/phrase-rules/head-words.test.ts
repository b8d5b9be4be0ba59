import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSynonyms } from '../../autocomplete/parse-synonyms.ts';
import { headWords } from './head-words.ts';

test('the other names of things in every language are rules that a merchant could send', () => {
  for (const locale of ['de', 'en', 'es', 'fr', 'it', 'nl', 'th', 'tr']) {
    const rules = headWords(locale);
    assert.ok(rules.length >= (locale === 'th' ? 120 : 200), locale);
    for (let start = 0; start < rules.length; start += 100) {
      const part = rules.slice(start, start + 100);
      assert.deepEqual(parseSynonyms({ synonyms: part }).rules, part, locale);
    }
  }
  assert.deepEqual(headWords('xx'), []);
});
