import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FieldError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { merchandisingOperations } from '../../../contract/merchandising.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { readRules } from '../../../test/support/read-rules.ts';
import { AppError } from '../../errors.ts';
import { readBody } from '../../operations/run-operation.ts';
import { merchandisingFormats } from './parse-merchandising.ts';

const parse = (rules: unknown) => readRules(rules, () => 'made');

/** Every fault as `path code`, and all faults in full. */
function faultsOf(body: Readonly<Record<string, unknown>>): {
  shown: string[];
  faults: readonly FieldError[];
} {
  try {
    readBody(body, merchandisingOperations.replaceMerchandising.body, merchandisingFormats, () => {});
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'validation_failed', String(error));
    const faults = error.errors ?? [];
    return { shown: faults.map(({ path, code }) => `${path} ${code}`), faults };
  }
  return { shown: [], faults: [] };
}

const pinning = { query: 'boots', match: 'exact', pins: ['a'] };
/** Faults of a rule that is right but for these fields, without the way to the rule. */
const faultsOfRule = (fields: object) =>
  faultsOf({ rules: [{ ...pinning, ...fields }] }).shown.map((shown) => shown.replace('/rules/0', ''));

test('a rule is taken as given, with defaults added', () => {
  const whole = {
    ...{ id: 'sale-1', query: ' Winter  Boots', match: 'prefix', is_active: false },
    ...{ starts_at: '2026-11-27T00:00:00+01:00', ends_at: '2026-12-01T00:00:00Z' },
    ...{ pins: [' a ', 'b'], hides: [7], boosts: [{ field: 'brand', value: 'Nordkap', weight: 10 }] },
    redirect: { title: 'Sale', url: 'https://shop.example/sale' },
  };
  assert.deepEqual(parse([whole, pinning]), [
    {
      ...whole,
      ...{ query: 'Winter  Boots', pins: ['a', 'b'], hides: ['7'] },
      ...{ starts_at: '2026-11-26T23:00:00.000000Z', ends_at: '2026-12-01T00:00:00.000000Z' },
    },
    {
      ...{ id: 'made', ...pinning, is_active: true, starts_at: null, ends_at: null },
      ...{ hides: [], boosts: [], redirect: null },
    },
  ]);
});

test('invisible characters are removed from queries and titles', () => {
  const redirect = { title: '\u202EAll\u200B boots', url: 'https://shop.example/' };
  const [rule] = parse([{ ...pinning, query: 'bo\u202Eots\u200F', redirect }]);
  assert.deepEqual([rule?.query, rule?.redirect?.title], ['boots', 'All boots']);
  assert.deepEqual(faultsOfRule({ redirect: { ...redirect, title: '\u200B' } }), [
    '/redirect/title title_empty',
  ]);
});

test('rules of another shape are refused by their parts', () => {
  assert.deepEqual(faultsOf({}).shown, ['/rules type_invalid']);
  assert.deepEqual(faultsOf({ rules: [], rule: 1 }).shown, ['/rule field_unknown']);
  assert.deepEqual(faultsOf({ rules: [null, [], pinning, { ...pinning, pin: 1 }] }).shown, [
    '/rules/0 rule_invalid',
    '/rules/1 rule_invalid',
    '/rules/3/pin field_unknown',
  ]);
  const same = { ...pinning, id: 'same' };
  assert.deepEqual(faultsOf({ rules: [same, same] }).shown, ['/rules/1/id id_repeated']);
  const many = Array.from({ length: limits.merchandisingRules + 1 }, () => pinning);
  assert.deepEqual(faultsOf({ rules: many }).shown, ['/rules rules_too_many']);
  assert.deepEqual(
    faultsOf({ rules: [], unknown_products: ['a'], updated_at: null, next_cursor: null }).shown,
    [],
  );
  assert.deepEqual(faultsOf({ rules: [], unknown_products: 'a', updated_at: 7, next_cursor: 'x' }).shown, [
    '/updated_at time_invalid',
    '/unknown_products type_invalid',
    '/next_cursor type_invalid',
  ]);
});

test('each value of a rule is checked where it stands', () => {
  const cases: [object, string[]][] = [
    [{ id: 'a b' }, ['/id id_invalid']],
    [{ query: 7 }, ['/query type_invalid']],
    [{ query: '!?' }, ['/query query_invalid']],
    [{ query: '' }, []],
    [{ query: '', match: 'prefix' }, ['/query query_invalid']],
    [{ query: 'a'.repeat(limits.queryMaxLength + 1) }, ['/query text_too_long']],
    [{ query: 'a\u0000' }, ['/query text_invalid']],
    [{ match: 'contains' }, ['/match value_invalid']],
    [{ is_active: 'yes' }, ['/is_active type_invalid']],
    [{ starts_at: 'tomorrow' }, ['/starts_at time_invalid']],
    [{ starts_at: '2026-02-30T00:00:00Z' }, ['/starts_at time_invalid']],
    [{ starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }, ['/ends_at time_invalid']],
    [{ pins: 'a' }, ['/pins type_invalid']],
    [{ pins: ['a', null] }, ['/pins/1 external_id_missing']],
    [{ pins: ['a', ' a'] }, ['/pins/1 product_repeated']],
    [{ pins: Array.from({ length: 101 }, String) }, ['/pins list_too_long']],
    [{ hides: ['b', 'a'] }, ['/hides/1 product_repeated']],
    [{ pins: [] }, [' rule_empty']],
    [{ pins: undefined, pin: ['a'] }, ['/pin field_unknown']],
    [{ pins: [], match: 'contains' }, ['/match value_invalid']],
    [{ boosts: [7] }, ['/boosts/0 type_invalid']],
    [{ boosts: [{ field: 'color', value: 'red', weight: 1 }] }, ['/boosts/0/field value_invalid']],
    [
      { boosts: [{ field: 'brand', value: ' ', weight: 11 }] },
      ['/boosts/0/value value_empty', '/boosts/0/weight value_invalid'],
    ],
    [{ boosts: [{ field: 'category', value: ' > ', weight: 1 }] }, ['/boosts/0/value value_empty']],
    [{ redirect: 'https://a.example' }, ['/redirect type_invalid']],
    [{ redirect: { title: '', url: 'https://a.example/' } }, ['/redirect/title title_empty']],
    [{ redirect: { title: 'Sale', url: 'javascript:alert(1)' } }, ['/redirect/url url_invalid']],
    [{ redirect: { title: 'Sale', url: '/sale' } }, ['/redirect/url url_invalid']],
  ];
  for (const [fields, shown] of cases) assert.deepEqual(faultsOfRule(fields), shown, JSON.stringify(fields));
});

test('every fault of rules is named with value and remedy', () => {
  const { faults } = faultsOf({
    rules: [
      { ...pinning, match: 'begins', redirect: { title: 'x', url: 'x' } },
      { id: 'two', match: 'exact', pins: [null, ''] },
      null,
    ],
  });
  assert.deepEqual(
    faults.map(({ message }) => message),
    [
      '"match" takes exact or prefix, got "begins".',
      '"url" takes an absolute http or https address, got "x".',
      '"pins" takes ids of products, got nothing.',
      '"pins" takes ids of products, got blank text.',
      '"query" takes text, got nothing.',
      'A rule is an object, got nothing.',
    ],
  );
});

test('any rules are parsed or refused with their faults', () => {
  const id = fc.oneof(fc.constantFrom('a', 'b', ''), fc.jsonValue());
  const rule = fc.record(
    {
      ...{
        query: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        match: fc.constantFrom('exact', 'prefix', 1),
      },
      ...{ pins: fc.array(id), hides: fc.oneof(fc.array(id), fc.jsonValue()), starts_at: fc.jsonValue() },
      boosts: fc.array(
        fc.record({ field: fc.constantFrom('brand', 'category'), value: id, weight: fc.integer() }),
      ),
      redirect: fc.oneof(fc.constant({ title: 'Sale', url: 'https://a.example/' }), fc.jsonValue()),
    },
    { requiredKeys: ['query'] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.oneof(rule, fc.jsonValue())), fc.jsonValue()), (rules) => {
      if (faultsOf({ rules }).shown.length > 0) return;
      const parsed = parse(rules);
      // What was taken is taken again, unchanged.
      assert.deepEqual(parse(parsed), parsed);
    }),
    { numRuns: caseCount(500) },
  );
});
