import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FieldError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { ValueOf } from '../../../contract/operation.ts';
import { synonymOperations } from '../../../contract/synonyms.ts';
import { AppError } from '../../errors.ts';
import { readBody } from '../../operations/run-operation.ts';
import { synonymFormats } from './parse-synonyms.ts';

type Body = Readonly<Record<string, unknown>>;

function parseSynonyms(body: Body) {
  const schema = synonymOperations.replaceSynonyms.body;
  return readBody(body, schema, synonymFormats, (read) => {
    const { synonyms: rules, common } = read as ValueOf<typeof schema>;
    return { rules, common };
  });
}

/** Every fault as `path code`, and all faults in full. */
function faultsOf(body: Body): { shown: string[]; faults: readonly FieldError[] } {
  try {
    parseSynonyms(body);
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'validation_failed', String(error));
    const faults = error.errors ?? [];
    return { shown: faults.map(({ path, code }) => `${path} ${code}`), faults };
  }
  return { shown: [], faults: [] };
}

/** Faults of a set with this one rule. */
const faultsOfRule = (rule: unknown) => faultsOf({ synonyms: [rule] }).shown;

test('rules are taken as given, trimmed around their terms', () => {
  const synonyms = [
    { terms: [' TV', 'Télévision\t', 'flat\nscreen'] },
    { to: ['mobile phone'], from: ['cell phone', 'Handy'] },
    { terms: ['手机壳', 'โทรศัพท์มือถือสำหรับผู้สูงอายุ'] },
  ];
  const { rules, common } = parseSynonyms({ synonyms, updated_at: null, next_cursor: null });
  assert.deepEqual(rules, [
    { terms: ['TV', 'Télévision', 'flat screen'] },
    { from: ['cell phone', 'Handy'], to: ['mobile phone'] },
    synonyms[2],
  ]);
  assert.equal(common, true);
  assert.equal(parseSynonyms({ synonyms: [], common: false }).common, false);
});

test('a set of another shape is refused by its parts', () => {
  assert.deepEqual(faultsOf({}).shown, ['/synonyms type_invalid']);
  assert.deepEqual(faultsOf({ synonyms: { terms: ['a', 'b'] } }).shown, ['/synonyms type_invalid']);
  assert.deepEqual(faultsOf({ synonyms: [], common: 'no', comon: false, 'a/b': 1 }).shown, [
    '/comon field_unknown',
    '/a~1b field_unknown',
    '/common type_invalid',
  ]);
});

test('a rule is two-way or one-way, and nothing else', () => {
  const bad = [
    null,
    'tv',
    [],
    {},
    { terms: ['a', 'b'], to: ['c'] },
    { from: ['a'] },
    { terms: ['a', 'b'], x: 1 },
  ];
  for (const rule of bad)
    assert.deepEqual(faultsOfRule(rule), ['/synonyms/0 rule_invalid'], JSON.stringify(rule));
});

test('a list’s length is bounded by its rule’s needs', () => {
  const many = Array.from({ length: limits.synonymTermsPerList + 1 }, (_, index) => `term ${index}`);
  assert.deepEqual(faultsOfRule({ terms: ['a'] }), ['/synonyms/0/terms term_count_invalid']);
  assert.deepEqual(faultsOfRule({ terms: many }), ['/synonyms/0/terms term_count_invalid']);
  assert.deepEqual(faultsOfRule({ terms: many.slice(1) }), []);
  assert.deepEqual(faultsOfRule({ terms: 'a, b' }), ['/synonyms/0/terms type_invalid']);
  assert.deepEqual(faultsOfRule({ from: [], to: many }), [
    '/synonyms/0/from term_count_invalid',
    '/synonyms/0/to term_count_invalid',
  ]);
});

test('a term is text of a few words', () => {
  const { synonymTermMaxLength: length, synonymTermMaxWords: words } = limits;
  const bad: [unknown, string][] = [
    [7, 'type_invalid'],
    [null, 'type_invalid'],
    ['', 'term_empty'],
    [' -*- ', 'term_empty'],
    ['\u0000a', 'text_invalid'],
    ['\uD800', 'text_invalid'],
    ['a'.repeat(length + 1), 'term_too_long'],
    ['a '.repeat(words + 1), 'term_too_many_words'],
    ['手 '.repeat(words + 1), 'term_too_many_words'],
  ];
  for (const [term, code] of bad) {
    assert.deepEqual(faultsOfRule({ terms: ['b', term] }), [`/synonyms/0/terms/1 ${code}`], String(term));
  }
  const good = ['a'.repeat(length), `a${'😀'.repeat(length - 1)}`, 'a '.repeat(words), '手机 '.repeat(words)];
  for (const term of good) assert.deepEqual(faultsOfRule({ terms: ['b', term] }), [], term);
});

test('a term stands once in a rule, in any spelling', () => {
  for (const [first, second] of [
    ['TV', 'tv'],
    ['Café', 'cafe'],
    ['t-shirt', 'T shirt'],
    ['ＴＶ', 'tv'],
  ]) {
    assert.deepEqual(faultsOfRule({ terms: ['x', first, second] }), ['/synonyms/0/terms/2 term_repeated']);
    assert.deepEqual(faultsOfRule({ from: [first], to: ['x', second] }), ['/synonyms/0/to/1 term_repeated']);
  }
});

test('a rule that says the same as another is refused', () => {
  const synonyms = [
    { terms: ['a', 'b'] },
    { from: ['a'], to: ['b', 'c'] },
    { terms: ['B', 'a'] },
    { from: ['á'], to: ['c', 'b'] },
    { from: ['b', 'c'], to: ['a'] },
  ];
  const { shown, faults } = faultsOf({ synonyms });
  assert.deepEqual(shown, ['/synonyms/2 rule_repeated', '/synonyms/3 rule_repeated']);
  assert.match(faults[1]?.message ?? '', /the same as \/synonyms\/1/);
});

test('a store takes a bounded number of rules', () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ terms: [`a${index}`, 'b'] }));
  assert.deepEqual(faultsOf({ synonyms: rules(limits.synonymRules) }).shown, []);
  assert.deepEqual(faultsOf({ synonyms: rules(limits.synonymRules + 1) }).shown, [
    '/synonyms synonyms_too_many',
  ]);
});

test('a store’s rules hold a bounded number of terms', () => {
  const perRule = limits.synonymTermsPerList;
  const rules = (count: number) =>
    Array.from({ length: count }, (_, rule) => ({
      terms: Array.from({ length: perRule }, (_each, term) => `t${rule}x${term}`),
    }));
  const most = limits.synonymTerms / perRule;
  assert.deepEqual(faultsOf({ synonyms: rules(most) }).shown, []);
  assert.deepEqual(faultsOf({ synonyms: rules(most + 1) }).shown, ['/synonyms synonyms_too_many']);
});

test('a term takes a bounded run of characters without spaces', () => {
  const of = (length: number) => ({ synonyms: [{ terms: ['手机壳'.repeat(30).slice(0, length), 'case'] }] });
  const most = limits.synonymTermMaxRunCharacters;
  assert.deepEqual(faultsOf(of(most)).shown, []);
  assert.deepEqual(faultsOf(of(most + 1)).shown, ['/synonyms/0/terms/0 term_too_long']);
});

test('every fault of a set is named with value and remedy', () => {
  const { shown, faults } = faultsOf({
    synonyms: [{ terms: ['a', 7] }, { terms: ['only'] }, { from: ['!'], to: ['b'] }],
  });
  assert.deepEqual(shown, [
    '/synonyms/0/terms/1 type_invalid',
    '/synonyms/1/terms term_count_invalid',
    '/synonyms/2/from/0 term_empty',
  ]);
  assert.deepEqual(
    faults.map(({ message }) => message),
    [
      'A term takes text, got 7.',
      '"terms" takes 2 to 20 terms, got 1.',
      'A term takes at least one letter or digit, got "!".',
    ],
  );
});

test('any body is parsed or refused with its faults', () => {
  const term = fc.oneof(
    fc.constantFrom('tv', 'TV', 't-shirt', '手机', ''),
    fc.string({ unit: 'binary' }),
    fc.jsonValue(),
  );
  const terms = fc.oneof(fc.array(term, { maxLength: 4 }), fc.jsonValue());
  const rule = fc.oneof(
    fc.record({ terms }, { requiredKeys: [] }),
    fc.record({ from: terms, to: terms }, { requiredKeys: [] }),
    fc.jsonValue(),
  );
  const body = fc.record(
    { synonyms: fc.array(rule, { maxLength: 4 }), common: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (given) => {
      if (faultsOf(given).shown.length > 0) return;
      const { rules, common } = parseSynonyms(given);
      // What was taken is taken again, unchanged.
      assert.deepEqual(parseSynonyms({ synonyms: rules, common }), { rules, common });
    }),
    { numRuns: 1_000 },
  );
});
