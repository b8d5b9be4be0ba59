/**
 * Goal: what is live follows from the generated phrases and the decisions, and from nothing else. Method: random products and
 * decisions, against an oracle that decides one phrase after the other; decisions that come and go leave no trace.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { phraseVerdicts } from '../../../contract/words/phrase-patterns.ts';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';
import type { PhraseSet } from '../../storage/enrichment/tables.ts';
import type { DecidedPhrases } from '../decide-phrases.ts';
import { nameOfPattern, packPatterns } from './phrase-pattern.ts';
import {
  applyDecisions,
  isOpenToDecisions,
  matchWords,
  readDecisions,
  wordsText,
} from './standing-decisions.ts';
import { readTypeDecisions } from './type-decisions.ts';

const title = 'Grey Sofa';
const words = ['sofa', 'grey', 'cheap', 'corner'];
const patterns = [1, 4, 5, 256];

const decision = fc
  .record({
    isWords: fc.boolean(),
    subject: fc.nat(3),
    verdict: fc.constantFrom(...phraseVerdicts),
    decidedAt: fc.nat(5),
  })
  .map(
    ({ isWords, subject, verdict, decidedAt }): StandingDecision => ({
      id: `${isWords} ${subject}`,
      ...{
        kind: isWords ? 'words' : 'pattern',
        verdict,
        decidedAt,
        decidedBy: `by ${subject}`,
        newName: null,
      },
      // Never a word of the title, which every phrase would have.
      subject: isWords
        ? (['ch', 'corner', 'cheap corner', 'zz'][subject] ?? '')
        : nameOfPattern(patterns[subject] ?? 1),
    }),
  );
const decisions = fc.uniqueArray(decision, { selector: ({ id }) => id });
const phrases = fc.uniqueArray(
  fc.record({ text: fc.subarray(words, { minLength: 1 }), pattern: fc.constantFrom(...patterns) }),
  { selector: ({ text }) => text.join(' '), maxLength: 6 },
);

type Phrases = readonly { readonly text: readonly string[]; readonly pattern: number }[];

const blank: Omit<PhraseSet, 'productId'> = {
  ...{ state: 'generated', generator: 'offline', model: null, promptVersion: null, generatedAt: 1 },
  ...{ sourceHash: 'h', generated: null, edited: null, lockedFrom: null, dropped: [] },
  ...{ reviewedAt: null, reviewedBy: null, patterns: null, byDecision: false },
};

function productOf(given: Phrases): DecidedPhrases {
  const texts = given.map(({ text }) => text.join(' '));
  const live = { suggestionPhrases: texts.slice(0, 2), searchPhrases: texts.slice(2), type: null };
  const byText = new Map(given.map(({ text, pattern }) => [text.join(' '), pattern]));
  const packed = packPatterns(live, (phrase) => byText.get(phrase) ?? 0);
  return { live, set: { ...blank, productId: 'p', patterns: packed } };
}

const rulesOf = (all: readonly StandingDecision[]) => ({
  findDecision: readDecisions(all),
  decideType: readTypeDecisions(all),
});

/** One phrase after the other: words first, of these a refusal first, then the pattern. */
function verdictOf({ text, pattern }: Phrases[number], all: readonly StandingDecision[]) {
  const begins = (beginning: string) => [...text, 'grey', 'sofa'].some((word) => word.startsWith(beginning));
  const ofWords = all.filter(({ kind, subject }) => kind === 'words' && subject.split(' ').every(begins));
  const ofPattern = all.find(({ kind, subject }) => kind === 'pattern' && subject === nameOfPattern(pattern));
  return (ofWords.find(({ verdict }) => verdict === 'refused') ?? ofWords[0] ?? ofPattern)?.verdict ?? null;
}

test('decisions on groups equal deciding one phrase after the other', () => {
  fc.assert(
    fc.property(phrases, decisions, (given, all) => {
      const { live, set } = applyDecisions(productOf(given), title, rulesOf(all));
      const verdicts = given.map((phrase) => verdictOf(phrase, all));
      const kept = given
        .filter((_, place) => verdicts[place] !== 'refused')
        .map(({ text }) => text.join(' '));
      assert.deepEqual([...live.suggestionPhrases, ...live.searchPhrases], kept);
      const isDecided = given.length > 0 && verdicts.every((verdict) => verdict !== null);
      assert.deepEqual([set.state, set.byDecision], isDecided ? ['approved', true] : ['generated', false]);
      assert.equal(set.generated === null, kept.length === given.length);
    }),
  );
});

test('decisions that come and go leave no trace', () => {
  fc.assert(
    fc.property(phrases, fc.array(decisions, { maxLength: 4 }), decisions, (given, passing, last) => {
      const apply = (product: DecidedPhrases, all: readonly StandingDecision[]) =>
        applyDecisions(product, title, rulesOf(all));
      const product = productOf(given);
      assert.deepEqual(apply([...passing, last].reduce(apply, product), last), apply(product, last));
      assert.deepEqual(passing.concat([[]]).reduce(apply, product), product);
    }),
  );
});

test('products that people decided are closed to decisions', () => {
  const set = { ...blank, productId: 'p' };
  assert.equal(isOpenToDecisions(set), true);
  assert.equal(isOpenToDecisions({ ...set, state: 'approved' }), false);
  assert.equal(isOpenToDecisions({ ...set, state: 'approved', byDecision: true }), true);
  for (const state of ['edited', 'rejected', 'locked'] as const) {
    assert.equal(isOpenToDecisions({ ...set, state }), false, state);
  }
  assert.equal(isOpenToDecisions({ ...set, generator: null }), false);
});

test('words match beginnings of words, in any writing', () => {
  const matches = (wanted: string, text: string) => matchWords(wanted)(wordsText(text));
  assert.equal(matches('SOF gr', 'A grey sofa'), true);
  assert.equal(matches('ofa', 'A grey sofa'), false);
  assert.equal(matches('café', 'Cafe table'), true);
  assert.equal(matches('手机', '红色手机壳'), true);
  assert.equal(matches(' ! ', 'A grey sofa'), false);
});
