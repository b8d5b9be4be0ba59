/** What the documentation's pages are made of: Markdown of the repository, examples, and fields of schemas. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCurl, toJavaScript } from '../../bin/docs/example-code.ts';
import { fieldRows } from '../../bin/docs/schema-fields.ts';
import { siteSections } from '../../bin/docs/site-sections.ts';
import { stagePage } from '../../bin/docs/stage-page.ts';
import { root } from '../../bin/test-files.ts';

const slugs = new Map([
  ['docs/feeds.md', 'feeds'],
  ['docs/decisions', 'decisions'],
]);
const stage = (text: string) => stagePage({ file: 'docs/csv.md', slug: 'csv' }, text, slugs, root);

test('a page of the documentation gets its title and links', () => {
  const page = stage(
    '# The `csv` files\n\nSee [runs](feeds.md#schedule), [why](decisions/), [`start`](../bin/test.ts), ' +
      '[api](http://127.0.0.1:3000/docs/api) and ![a shop](pictures/widget/demo.png).\n',
  );
  assert.equal(page.title, 'The csv files');
  assert.equal(
    page.body,
    'See [runs](/docs/feeds#schedule), [why](/docs/decisions), `start`, [api](/docs/api) and ' +
      '![a shop](/docs/pictures/widget/demo.png).',
  );
  assert.deepEqual(page.pictures, ['widget/demo.png']);
});

test('a link of the documentation to no file is refused', () => {
  assert.throws(
    () => stage('# A\n\n[gone](gone.md)\n'),
    /docs\/csv\.md links to gone\.md, which does not exist/,
  );
  assert.throws(() => stage('No heading\n'), /docs\/csv\.md has no heading/);
});

test('sections of a page are found by their own address', () => {
  const body =
    'Before.\n\n## The `a/` folder\n\n| One | two |\n\n```sh\nnot searched\n```\n\n### Its end\n\nLast.';
  const sections = siteSections([{ slug: 'x', title: 'Page', body, pictures: [] }], new Set());
  assert.deepEqual(
    sections.map(({ title, url, text }) => [title, url, text.join(' ')]),
    [
      ['Page', '/docs/x', 'Before.'],
      ['The a/ folder', '/docs/x#the-a-folder', 'One two'],
      ['Its end', '/docs/x#its-end', 'Last.'],
    ],
  );
});

test('words in code that begin rows name their section', () => {
  const body =
    '| Code | Is |\n| --- | --- |\n| `port`, `HOST` | `data` |\n| 401 | `a_code` | `third` |\n\nSee `text`.';
  const read = (backgroundSlugs: ReadonlySet<string>) =>
    siteSections([{ slug: 'x', title: 'Page', body, pictures: [] }], backgroundSlugs).map(
      ({ names, isBackground }) => ({ names, isBackground }),
    );
  assert.deepEqual(read(new Set()), [{ names: ['port', 'HOST', 'data', 'a_code'], isBackground: false }]);
  assert.deepEqual(read(new Set(['x'])), [{ names: [], isBackground: true }]);
});

test('an example names values that earlier examples gave', () => {
  const example = {
    operation: 'POST /api/v1/feeds/{feed_id}/notes',
    parameters: { lang: 'de en' },
    body: { product_id: '{product_id}', note: 'new' },
  };
  assert.equal(
    toCurl(example),
    [
      'curl -X POST "$FORETYPE/api/v1/feeds/$FEED_ID/notes?lang=de%20en" \\',
      '  -H "X-Api-Key: $SECRET" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{\n  "product_id": "'"$PRODUCT_ID"'",\n  "note": "new"\n}'`,
    ].join('\n'),
  );
  assert.match(toJavaScript(example), /\/feeds\/\$\{feedId\}\/notes\?lang=de%20en`/);
  assert.match(toJavaScript(example), /product_id: productId,\n {4}note: 'new'/);
});

test('fields of schemas are listed with their paths and types', () => {
  const schemas = {
    Item: { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 9 } } },
  };
  const rows = fieldRows(
    {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          maxItems: 3,
          items: { $ref: '#/components/schemas/Item' },
          description: 'All.',
        },
        state: { anyOf: [{ enum: ['on', 'off'] }, { type: 'null' }], default: 'on' },
      },
    },
    schemas,
  );
  assert.deepEqual(rows, [
    { name: 'items', type: 'list, at most 3', meaning: 'All.' },
    { name: 'items[].size', type: 'integer, 1 to 9', meaning: '' },
    { name: 'state', type: '`on`, `off` or null, default `on`', meaning: '' },
  ]);
});
