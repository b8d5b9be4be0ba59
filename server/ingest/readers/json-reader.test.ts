/**
 * Goal: a JSON feed is read as `JSON.parse` would read it, however it comes, but for numbers, which keep their digits;
 * and what is no JSON is refused. Method: generated documents against `JSON.parse` of all of it, and hostile ones.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { startCpuTime } from '../../../test/support/cpu-time.ts';
import { readDocument } from '../../../test/support/read-document.ts';

const valuesOf = (document: string, cuts: readonly number[] = []) =>
  readDocument('json', document, { cuts }).rows.map(({ value }) => value);

test('Contract §6 a list of products is read bare or inside an object', () => {
  const list = '[{"id":1},{"id":2}]';
  const documents = [
    list,
    `\n ${list} \n`,
    `{"products":${list}}`,
    `{"total":2,"meta":{"a":[1,"]}"]},"products":${list},"next":null}`,
    `{"items": ${list}}`,
    `{"data": ${list}}`,
    `{"data":{"count":2,"products":${list}},"ok":true}`,
    `{\n"products"\n:\n${list}\n}\n`,
    `\uFEFF${list}`,
  ];
  for (const document of documents) {
    const { rows, fault, provesEnd } = readDocument('json', document);
    assert.deepEqual(
      rows.map(({ row, value, id }) => [row, value, id]),
      [
        [1, { id: 1 }, '1'],
        [2, { id: 2 }, '2'],
      ],
      document,
    );
    assert.deepEqual([fault, provesEnd], [null, true], document);
  }
});

test('each JSON line is a product, and bad ones fail alone', () => {
  const document = '{"id":1,"items":[]}\n\n{"id":2\r\n[1]\n{"id":"3"}';
  const { rows, provesEnd } = readDocument('json', document);
  assert.deepEqual(
    rows.map(({ row, line, id, fault }) => [row, line, id, fault?.code]),
    [
      [1, 1, '1', undefined],
      [2, 3, null, 'row_malformed'],
      [3, 4, null, undefined],
      [4, 5, '3', undefined],
    ],
  );
  assert.equal(provesEnd, false);
  assert.equal(readDocument('json', '{"id":1}\n{"id":').fault, 'document_truncated');
});

test('numbers keep digits that a double would lose', () => {
  const exact =
    '[{"id":12345678901234567890,"price":19.90,"x":0.1000000000000000055,"y":1e400,"z":9007199254740991,"n":-1.50,"e":15e2,"long":100000000000000000000}]';
  assert.deepEqual(valuesOf(exact), [
    {
      id: '12345678901234567890',
      price: 19.9,
      x: '0.1000000000000000055',
      y: '1e400',
      z: 9007199254740991,
      n: -1.5,
      e: 1500,
      long: '100000000000000000000',
    },
  ]);
  assert.equal(readDocument('json', exact).rows[0]?.id, '12345678901234567890');
});

test('a document without a list of products is refused with reason', () => {
  const documents: readonly (readonly [string, string])[] = [
    ['', 'document_empty'],
    [' \n ', 'document_empty'],
    ['[]', 'document_empty'],
    ['{"products":[]}', 'document_empty'],
    ['null', 'document_type'],
    ['"text"', 'document_type'],
    ['<!doctype html><html></html>', 'document_type'],
    ['{"error":"rate limited"}', 'document_type'],
    ['{\n"error":"rate limited"\n}', 'document_type'],
    ['{"products":null}', 'document_type'],
    ['{}', 'document_type'],
    ['[{"id":1}][{"id":2}]', 'document_malformed'],
    ['[{"id":1}] x', 'document_malformed'],
    ['[{"id":1},]', 'document_malformed'],
    ['[{"id":1} {"id":2}]', 'document_malformed'],
    ['[{"id":01}]', 'document_malformed'],
    ['[{"id":1]}', 'document_malformed'],
    ['{"products":[{"id":1}],}', 'document_malformed'],
    ['{"products":[{"id":1}]]', 'document_malformed'],
    ['{"a" 1,"products":[{"id":1}]}', 'document_malformed'],
    ['{"a":tru,"products":[{"id":1}]}', 'document_malformed'],
    [`[${'['.repeat(1_000_000)}`, 'document_too_deep'],
    [`[{"a":${'{"a":'.repeat(50)}`, 'document_too_deep'],
    [`{"a":"${'a'.repeat(2_000_000)}","products":[]}`, 'document_too_large'],
    [`[{"a":"${'a'.repeat(20_000_000)}`, 'document_truncated'],
  ];
  for (const [document, fault] of documents) {
    const spentMs = startCpuTime();
    assert.equal(readDocument('json', document).fault, fault, document.slice(0, 60));
    assert.ok(spentMs() < 5_000, document.slice(0, 60));
  }
});

test('an oversized JSON product fails alone, with its id', () => {
  const text = 'a'.repeat(limits.itemMaxLength);
  const first = `{"t":"x \\" {","id":"big","description":"${text}"}`;
  for (const [document, id] of [
    [`[${first},{"id":1}]`, 'big'],
    [`[{"description":"${text}","id":"big"},{"id":1}]`, 'big'],
    [`{"products":[{"v":[{"id":"no"},{}],"d":{"t":"${text}"} , "id" : "big" , "e":1},{"id":1}]}`, 'big'],
    [`[{"id":"no","d":"${text}","external_id":12345678901234567890},{"id":1}]`, '12345678901234567890'],
    [`{"id":0}\n{"v":[{"id":"no"}],"d":"\\"${text}","id":"b\\u0069g"}\n{"id":1}`, 'big'],
    [`[{"d":"${text}","v":{"id":"no"},"id":{"id":"no"}},{"id":1}]`, null],
    [`{"id":0}\n{"d":"${text}","id":"${text}"}\n{"id":1}`, null],
    [`{"id":0}\n${first}\n{"id":1}`, 'big'],
  ] as const) {
    const { rows, fault } = readDocument('json', document);
    assert.equal(fault, null);
    assert.deepEqual(
      rows.slice(-2).map((row) => [row.id, row.fault?.code]),
      [
        [id, 'row_malformed'],
        ['1', undefined],
      ],
    );
    assert.equal(rows.at(-2)?.isUnidentified, id === null ? true : undefined);
  }
});

test('a long product in single bytes takes linear time', () => {
  const product = `{"id":1,"description":"${'a'.repeat(500_000)}"}`;
  for (const document of [`[${product}]`, product, `{"data":[${product}]}`]) {
    const spentMs = startCpuTime();
    const cuts = Array.from(document, (_, at) => at);
    assert.equal(readDocument('json', document, { cuts }).rows[0]?.id, '1');
    assert.ok(spentMs() < 10_000);
  }
});

test('a line that is nested too deeply fails alone', () => {
  const deep = `{"id":2,"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const { rows } = readDocument('json', `{"id":1}\n${deep}\n{"id":3}\n`);
  assert.deepEqual(
    rows.map(({ fault }) => fault?.code),
    [undefined, 'row_malformed', undefined],
  );
});

const product = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })) },
  fc.jsonValue({ maxDepth: 2 }),
);
/** Numbers as they are, but for those that were given as text. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' && /^-?\d[\d.eE+-]*$/.test(inner) ? Number(inner) : inner,
  );

test('any layout and cut gives the products of JSON.parse', () => {
  const wrapper = fc.constantFrom(null, 'products', 'items', 'data');
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 1 }),
      wrapper,
      fc.constantFrom(0, 1),
      fc.array(fc.nat(2_000), { maxLength: 6 }),
      (products, name, indent, cuts) => {
        const whole = name === null ? products : { 'a "[': { b: ['}', 1] }, [name]: products, z: '\\' };
        const text = JSON.stringify(whole, null, indent);
        const bytes = Buffer.from(text);
        const sorted = cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b);
        const { rows, fault } = readDocument('json', bytes, { cuts: sorted });
        assert.equal(fault, null, text);
        assert.deepEqual(rounded(rows.map(({ value }) => value)), rounded(products));
      },
    ),
    { numRuns: caseCount(300) },
  );
});

test('a document is refused exactly where JSON.parse refuses it', () => {
  const sign = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '"a"',
    '"id"',
    '1',
    '-',
    '.5',
    'null',
    ' ',
    '\n',
    '\\',
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 14 }), (signs) => {
      const text = `[${signs.join('')}`;
      let expected: unknown = null;
      try {
        expected = JSON.parse(text);
      } catch {}
      const { rows, fault } = readDocument('json', text);
      if (Array.isArray(expected) && expected.length > 0) {
        assert.deepEqual([fault, rows.map(({ value }) => value)], [null, expected], text);
      } else assert.notEqual(fault, null, text);
    }),
    { numRuns: caseCount(3_000) },
  );
  const bytes = Buffer.from('{"n":1,"products":[{"id":"é\\"]","a":[1,{"b":2}]},{"id":2}]}');
  const whole = readDocument('json', bytes);
  assert.equal(whole.fault, null);
  for (let end = 1; end < bytes.length; end += 1) {
    assert.equal(readDocument('json', bytes.subarray(0, end)).fault, 'document_truncated', String(end));
    assert.deepEqual(readDocument('json', bytes, { cuts: [end] }), whole);
  }
});

test('a very long number takes no longer than other text', () => {
  const zeros = '0'.repeat(500_000);
  const spentMs = startCpuTime();
  const { rows, fault } = readDocument('json', `[{"id":"1","size":1.${zeros}1,"weight":1.${zeros}}]`);
  assert.ok(spentMs() < 5_000);
  assert.deepEqual([fault, rows[0]?.value], [null, { id: '1', size: `1.${zeros}1`, weight: 1 }]);
});
