/**
 * Goal: a look at single words never hides from the rules what strangers wrote into a title.
 * Method: random titles of plain words and of parts of offers, orders, foul words and talk to models, in several
 * languages, against the rules themselves.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { caseCount } from '../../test/support/case-count.ts';
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { findWords, ownWords } from './own-words.ts';
import { instructionIn, webAddress } from './phrase-rules/foreign-matter.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { promotionIn } from './phrase-rules/promotion.ts';

const parts = [
  ...['laptop', 'sleeve', 'black', '14', 'USB-C', 'Point of Sale', 'model', 'show', 'here', 'you', '2 in'],
  ...[
    'buy',
    'now',
    'free',
    'shipping',
    '2 for 1',
    '20% off',
    '-30 %',
    'today',
    'SALE',
    'click here',
    'order',
    'a',
  ],
  ...[
    'ignore',
    'all previous',
    'instructions',
    'you are now',
    'act',
    'as',
    'as an ai',
    'large language',
    'model',
  ],
  ...['do anything now', 'im_start', 'inst', "i can't", 'system:', 'rm -rf', 'curl', 'wget x', 'drop table'],
  ...[
    'repeat',
    'the',
    'prompt',
    'sure, the',
    'suggestion_phrases',
    'phrases:',
    'return json',
    'developer mode',
  ],
  ...['ignoriere', 'vorherige', 'Anweisungen', 'игнорируй', 'предыдущие инструкции', 'تجاهل', 'التعليمات'],
  ...[
    '忽略',
    '指令',
    '包邮',
    'ละเว้นคำสั่ง',
    'ส่งฟรี',
    '送料無料',
    '무료배송',
    'gratis',
    'Versand',
    'kaufen',
    'rabatt',
  ],
  ...[
    'fuuck',
    'sh1t',
    'f*ck',
    'Scheiße',
    'merde',
    'bitch',
    '操你',
    'slut',
    'evil.com',
    'visit',
    'us',
    '.',
    ',',
    '!',
  ],
  // Pieces that are not read as if they stood alone: points, colons, marks, other white space and signs.
  ...['15.6', '3.5mm', '1.2.3', 'No.', 'com', 'shop', 'dot', 'a:b', '\u0301e', 'e\u0301', 'buy\u00a0now'],
  ...['für', '1½', 'Core™', '“show”', '－', 'ﬁt', 'buy-now', '(free', 'shipping)', 'x1', 'ⅰgnore', '🙂'],
  // Codes, which are read by their parts.
  ...[
    'NZ-6318G',
    'X-2901',
    'gpt-26',
    'GPT8',
    'Ignore9',
    'sh1t-26',
    'sh1t6',
    'now-26',
    '26-now',
    'buy-26',
    '-26-',
  ],
  ...[
    'act',
    'tell me',
    'password',
    'gpt-4',
    'gpt4',
    'дprint',
    'sorry, i',
    'previous prompt',
    'black',
    'friday',
    'high',
    'quality',
  ],
];

test('single words hide nothing of a title from the rules', () => {
  const title = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(title, fc.constantFrom('en', 'de', 'fr', 'ru', 'zh', 'sv'), (words, locale) => {
      const text = words.join(' ');
      const folded = fold(text);
      const said = scanWords(folded).flatMap(({ kind, text: word }) => (kind === 'tail' ? [] : [word]));
      const isForeign =
        webAddress(folded) !== null ||
        (said.length > 1 && instructionIn(folded) !== null) ||
        promotionIn(folded, said, locale) !== null ||
        isProfane(folded, said, locale);
      assert.equal(ownWords(text, null, locale) !== text, isForeign);
    }),
    { numRuns: caseCount(3_000) },
  );
});

/** All rows of words, the shortest first. */
function findNaively(words: readonly string[], text: string): { start: number; end: number } {
  for (let length = 1; length <= words.length; length += 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const row = fold(words.slice(start, start + length).join(' '));
      if (row.includes(text)) return { start, end: start + length };
    }
  }
  return { start: 0, end: words.length };
}

const pieces = [
  'buy',
  'now',
  '½',
  'é',
  'ｆ',
  '手机',
  'f*ck',
  'a',
  'aa',
  'ab',
  '™',
  '´b',
  'Σας',
  '3×4',
  'й',
  '\u0301x',
];

test('the fewest words that hold a text are found', () => {
  const title = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(title, fc.nat(40), fc.integer({ min: 1, max: 12 }), (words, start, length) => {
      const folded = fold(words.join(' '));
      const text = folded.slice(start, start + length).trim() || 'none';
      assert.deepEqual(findWords(words.map(fold), text), findNaively(words, text));
    }),
    { numRuns: 2_000 },
  );
});

test('a text without own words means all of them', () => {
  for (const text of ['c', ' ', '']) assert.deepEqual(findWords(['a', 'b'], text), { start: 0, end: 2 });
});
