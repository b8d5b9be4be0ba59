import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveMessageOnPort } from 'node:worker_threads';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import type { SynonymRule } from '../../../contract/synonyms.ts';
import { fold } from '../text/fold.ts';
import { scanWords, type Word } from '../text/words.ts';
import { compileSynonyms } from './compile-synonyms.ts';
import { SynonymSet } from './synonym-set.ts';
import { expandSynonyms, type SynonymMatch } from './synonyms.ts';

/** A stemmer that is enough to tell stems from words. */
const stem = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

function wordsOf(query: string): Word[] {
  return scanWords(fold(query)).filter(({ kind }) => kind !== 'tail');
}

function expand(rules: readonly SynonymRule[], query: string): readonly SynonymMatch[] {
  return expandSynonyms([compileSynonyms(rules, stem)], wordsOf(query), stem);
}

/** Matches as `typed words > other words`, with `…` after what is only begun. */
function show(rules: readonly SynonymRule[], query: string): string[] {
  const words = wordsOf(query).map(({ text }) => text);
  return expand(rules, query).map((match) => {
    const typed = words.slice(match.start, match.end).join(' ');
    return `${typed}${match.begun ? '…' : ''} > ${match.words.join(' ')}`;
  });
}

const tv = { terms: ['TV', 'Télévision', 'flat screen'] };

test('each term of a two-way rule answers the others', () => {
  assert.deepEqual(show([tv], 'tv stand'), ['tv > television', 'tv > flat screen']);
  assert.deepEqual(show([tv], 'black television'), ['television > tv', 'television > flat screen']);
  assert.deepEqual(show([tv], 'flat screen'), ['flat screen > tv', 'flat screen > television']);
  assert.deepEqual(show([tv], 'flat black screen'), []);
});

test('a one-way rule is followed one way only', () => {
  const rules = [{ from: ['cell phone'], to: ['smartphone', 'mobile phone'] }];
  assert.deepEqual(show(rules, 'cell phone'), ['cell phone > smartphone', 'cell phone > mobile phone']);
  assert.deepEqual(show(rules, 'smartphone mobile phone'), []);
});

test('the last word begins a term from three letters on', () => {
  assert.deepEqual(show([tv], 'te'), []);
  assert.deepEqual(show([tv], 'tel'), ['tel… > tv', 'tel… > flat screen']);
  assert.deepEqual(show([tv], 'samsung televis'), ['televis… > tv', 'televis… > flat screen']);
  assert.deepEqual(show([tv], 'televis samsung'), []);
  assert.deepEqual(show([tv], 'flat sc'), []);
  assert.deepEqual(show([tv], 'flat scr'), ['flat scr… > tv', 'flat scr… > television']);
  assert.deepEqual(show([tv], 'flat'), []);
});

test('three characters begin a term in scripts without spaces', () => {
  const rules = [{ terms: ['智能手机', 'phone'] }];
  assert.deepEqual(show(rules, '智能'), []);
  assert.deepEqual(show(rules, '智能手'), ['智能 能手… > phone']);
  assert.deepEqual(show(rules, 'case 智能手机'), ['智能 能手 手机 > phone']);
  assert.deepEqual(show(rules, '智能手机壳'), ['智能 能手 手机 > phone']);
});

test('words of one stem share a rule but no offers', () => {
  const rules = [{ terms: ['sofa', 'sofas', 'couch'] }];
  assert.deepEqual(show(rules, 'sofas'), ['sofas > couch']);
  assert.deepEqual(show(rules, 'couch'), ['couch > sofa', 'couch > sofas']);
});

test('a hyphenated term stands for its words apart and joined', () => {
  const rules = [{ terms: ['t-shirt', 'tee'] }];
  assert.deepEqual(show(rules, 't shirt'), ['t shirt > tshirt', 't shirt > tee']);
  assert.deepEqual(show(rules, 'tshirts'), ['tshirts > t shirt', 'tshirts > tee']);
  assert.deepEqual(show(rules, 'tee'), ['tee > t shirt', 'tee > tshirt']);
});

test('rules do not chain', () => {
  const rules = [{ terms: ['a1', 'b1'] }, { terms: ['b1', 'c1'] }];
  assert.deepEqual(show(rules, 'a1'), ['a1 > b1']);
  assert.deepEqual(show(rules, 'b1'), ['b1 > a1', 'b1 > c1']);
});

test('a rule without letters and digits matches nothing', () => {
  assert.deepEqual(show([{ terms: ['---', 'dash'] }], 'dash ---'), []);
});

test('sets are asked in order, whole terms before begun ones', () => {
  const own = compileSynonyms([{ terms: ['sofas', 'own'] }], stem);
  const common = compileSynonyms([{ terms: ['sof', 'common'] }], stem);
  const found = expandSynonyms([own, common], wordsOf('sof'), stem);
  assert.deepEqual(
    found.map(({ words, begun }) => [words[0], begun]),
    [
      ['common', false],
      ['own', true],
    ],
  );
});

test('a query is given a bounded number of matches', () => {
  const terms = (rule: number) => Array.from({ length: 20 }, (_, term) => `same${rule}x${term}`);
  const rules = Array.from({ length: 100 }, (_, rule) => ({ terms: ['tv', ...terms(rule)] }));
  for (const query of ['tv', 'same', 'tv same', 'tv tv tv tv']) {
    const found = expand(rules, query);
    assert.equal(found.length, limits.synonymMatchesPerQuery, query);
  }
});

test('one beginning looks at a bounded number of terms', () => {
  const number = (index: number) => String(index).padStart(3, '0');
  const rules = Array.from({ length: 64 }, (_, index) => ({ from: [`lamp${number(index)}`], to: ['same'] }));
  const beyond = { from: ['lamp065'], to: ['other'] };
  assert.deepEqual(show([...rules.slice(0, 63), beyond], 'lamp'), ['lamp… > same', 'lamp… > other']);
  assert.deepEqual(show([...rules, beyond], 'lamp'), ['lamp… > same']);
});

test('a compiled set crosses threads as shared memory', () => {
  const set = compileSynonyms([tv, { terms: ['智能手机', 'phone'] }], stem);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(set.memory);
  const received = new SynonymSet(receiveMessageOnPort(port2)?.message);
  port1.close();
  for (const query of ['tv', 'flat scr', '智能手', '智能手机壳']) {
    const words = wordsOf(query);
    assert.notEqual(expandSynonyms([set], words, stem).length, 0);
    assert.deepEqual(expandSynonyms([received], words, stem), expandSynonyms([set], words, stem));
  }
});

test('compiled terms take memory by their letters', () => {
  const character = (number: number) => String.fromCodePoint(0x4e00 + number);
  const termOf = (length: number) => (_: unknown, term: number) =>
    Array.from({ length }, (_, place) => character((term * 41 + place * 7) % 5_000)).join('');
  const bytesOf = (length: number) => {
    const rules = Array.from({ length: 20 }, (_, rule) => ({
      terms: Array.from({ length: 20 }, (_, term) => termOf(length)(_, rule * 20 + term)),
    }));
    return compileSynonyms(rules, stem).memory.byteLength;
  };
  assert.ok(bytesOf(40) < 2.2 * bytesOf(20), `${bytesOf(40)} and ${bytesOf(20)} bytes`);
});

/** A term as rules write it, its forms as the engine must see them, and how long a run of characters ends it. */
interface TermCase {
  readonly text: string;
  readonly forms: readonly (readonly string[])[];
  readonly run: number;
}

const termCases: readonly TermCase[] = [
  { text: 'TV', forms: [['tv']], run: 0 },
  { text: 'tables', forms: [['tables']], run: 0 },
  { text: 'Table', forms: [['table']], run: 0 },
  { text: 'tablet', forms: [['tablet']], run: 0 },
  { text: 'tab', forms: [['tab']], run: 0 },
  { text: 'tv table', forms: [['tv', 'table']], run: 0 },
  { text: 'tv tv tablets', forms: [['tv', 'tv', 'tablets']], run: 0 },
  { text: 'T-Shirts', forms: [['t', 'shirts'], ['tshirts']], run: 0 },
  {
    text: 'red t-shirt',
    forms: [
      ['red', 't', 'shirt'],
      ['red', 'tshirt'],
    ],
    run: 0,
  },
  { text: '智能手机', forms: [['智能', '能手', '手机']], run: 3 },
  { text: 'tv 手机壳', forms: [['tv', '手机', '机壳']], run: 2 },
  { text: '手', forms: [['手']], run: 0 },
];

/** A rule with its terms still known by case. */
interface RuleCase {
  readonly left: readonly TermCase[];
  readonly right: readonly TermCase[];
  readonly twoWay: boolean;
}

const termCase = fc.constantFrom(...termCases);
const ruleCase: fc.Arbitrary<RuleCase> = fc.oneof(
  fc
    .uniqueArray(termCase, { minLength: 2, maxLength: 4 })
    .map((terms) => ({ left: terms, right: terms, twoWay: true })),
  fc
    .tuple(
      fc.array(termCase, { minLength: 1, maxLength: 2 }),
      fc.array(termCase, { minLength: 1, maxLength: 3 }),
    )
    .map(([left, right]) => ({ left, right, twoWay: false })),
);

function toRule({ left, right, twoWay }: RuleCase): SynonymRule {
  const texts = (terms: readonly TermCase[]) => terms.map(({ text }) => text);
  return twoWay ? { terms: texts(left) } : { from: texts(left), to: texts(right) };
}

const keyOf = (words: readonly string[]) => words.map(stem).join(' ');

/** Every right side of the left side with these stems, rule by rule. */
function alternativesOf(rules: readonly RuleCase[], key: string): (readonly string[])[] {
  return rules
    .filter(({ left }) => left.some(({ forms }) => forms.some((form) => keyOf(form) === key)))
    .flatMap(({ right }) => right.flatMap(({ forms }) => forms))
    .filter((form) => keyOf(form) !== key);
}

/** The stems of every left side that the words begin without being it, in the order of the contract. */
function begunKeys(rules: readonly RuleCase[], words: readonly string[], last: Word): string[] {
  const begun = rules
    .flatMap(({ left }) => left)
    .flatMap(({ forms, run }) => forms.map((form) => ({ form, run })))
    .filter(({ form, run }) => {
      if (last.kind === 'pair') {
        const typedOfRun = words.length - (form.length - run);
        return typedOfRun >= 2 && typedOfRun < run && keyOf(form.slice(0, words.length)) === keyOf(words);
      }
      const heads = keyOf(form.slice(0, -1)) === keyOf(words.slice(0, -1));
      const ending = form.at(-1) ?? '';
      return (
        last.kind === 'word' &&
        run === 0 &&
        heads &&
        form.length === words.length &&
        last.text.length >= 3 &&
        ending !== last.text &&
        ending.startsWith(last.text)
      );
    })
    .map(({ form }) => form);
  if (last.kind === 'word')
    begun.sort((left, right) => ((left.at(-1) ?? '') < (right.at(-1) ?? '') ? -1 : 1));
  return Array.from(new Set(begun.map(keyOf)));
}

function naiveExpansion(sets: readonly (readonly RuleCase[])[], words: readonly Word[]): SynonymMatch[] {
  const texts = words.map(({ text }) => text);
  const spans = texts.flatMap((_, start) =>
    texts.slice(start).map((_, length) => [start, start + length + 1] as const),
  );
  const toMatches = (
    rules: readonly RuleCase[],
    key: string,
    [start, end]: readonly [number, number],
    begun: boolean,
  ) => alternativesOf(rules, key).map((other) => ({ start, end, begun, words: other }));
  const whole = sets.flatMap((rules) =>
    spans.flatMap((span) => toMatches(rules, keyOf(texts.slice(...span)), span, false)),
  );
  const last = words.at(-1);
  const begun = sets.flatMap((rules) =>
    spans
      .filter(([, end]) => end === texts.length)
      .flatMap((span) =>
        (last === undefined ? [] : begunKeys(rules, texts.slice(...span), last)).flatMap((key) =>
          toMatches(rules, key, span, true),
        ),
      ),
  );
  const seen = new Set<string>();
  return [...whole, ...begun]
    .filter(({ start, end, words: other }) => {
      const key = `${start} ${end} ${other.join(' ')}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, limits.synonymMatchesPerQuery);
}

test('expansion equals a naive reading of the rules', () => {
  const rules = fc.array(ruleCase, { maxLength: 6 });
  const typed = fc.array(
    fc.oneof(
      termCase.map(({ text }) => text),
      fc.constantFrom('red', 'x', 'tabl'),
    ),
    {
      maxLength: 4,
    },
  );
  const query = fc.tuple(typed, fc.nat(3)).map(([terms, cut]) => {
    const text = terms.join(' ');
    return text.slice(0, text.length - cut);
  });
  fc.assert(
    fc.property(rules, rules, query, (own, common, text) => {
      const sets = [own, common].map((set) => compileSynonyms(set.map(toRule), stem));
      const words = wordsOf(text);
      assert.deepEqual(expandSynonyms(sets, words, stem), naiveExpansion([own, common], words), text);
    }),
    { numRuns: 3_000 },
  );
});

test('a set may begin with its terms’ first words', () => {
  const terms = Array.from({ length: 200 }, (_, term) => `first${term} second${term}`);
  const set = compileSynonyms([{ terms: [...terms.slice(0, 100), 'single'] }], stem);
  assert.ok(terms.slice(0, 100).every((_, term) => set.mayBegin(`first${term}`)));
  assert.ok(terms.slice(0, 100).every((_, term) => set.mayStartMeasure(`first${term}`)));
  assert.ok(set.mayBegin('single'));
  // The filter rules out most other words.
  const others = Array.from({ length: 1_000 }, (_, other) => `other${other}`);
  assert.ok(others.filter((word) => set.mayBegin(word) || set.mayStartMeasure(word)).length < 300);
});
