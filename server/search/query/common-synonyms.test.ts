import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { Faults } from '../../errors.ts';
import { parseSynonymRules } from '../../resources/synonyms/parse-synonyms.ts';
import { fold } from '../text/fold.ts';
import { scanWords } from '../text/words.ts';
import { commonSynonyms } from './common-synonyms.ts';
import { compileSynonyms } from './compile-synonyms.ts';
import { expandSynonyms } from './synonyms.ts';

const locales = ['en', 'de', 'fr', 'es'];

const unstemmed = (word: string) => word;

/** The words of a term as the engine compares them. */
function wordsOf(term: string): string {
  const words = scanWords(fold(term)).filter(({ kind }) => kind !== 'tail');
  return words.map(({ text }) => text).join(' ');
}

const leftOf = (rule: SynonymRule) => ('terms' in rule ? rule.terms : rule.from);

test('the common rules of every language suit a merchant', () => {
  for (const locale of locales) {
    const rules = commonSynonyms(locale);
    assert.ok(rules.length >= 60, locale);
    const faults = new Faults();
    assert.deepEqual(parseSynonymRules(rules, { path: '', name: 'rules' }, faults.report), rules, locale);
    faults.refuse();
  }
});

test('no common term leads two rules of its language', () => {
  for (const locale of locales) {
    const terms = commonSynonyms(locale).flatMap(leftOf).map(wordsOf);
    const repeated = terms.filter((term, index) => terms.indexOf(term) < index);
    assert.deepEqual(repeated, [], locale);
  }
});

test('each term of a common rule meets the rule', () => {
  for (const locale of locales) {
    const rules = commonSynonyms(locale);
    const set = compileSynonyms(rules, unstemmed);
    for (const term of rules.flatMap(leftOf)) {
      const words = scanWords(fold(term));
      const whole = expandSynonyms([set], words, unstemmed).filter(
        ({ start, end, begun }) => start === 0 && end === words.length && !begun,
      );
      assert.ok(whole.length > 0, `${locale}: ${term}`);
    }
  }
});

test('the language of a locale chooses the common rules', () => {
  assert.equal(commonSynonyms('de-AT'), commonSynonyms('de'));
  assert.notEqual(commonSynonyms('en-GB'), commonSynonyms('de'));
  assert.deepEqual(commonSynonyms('th'), []);
});
