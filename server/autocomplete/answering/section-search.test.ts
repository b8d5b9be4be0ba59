import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../clock.ts';
import { createSectionSearch, type Section } from './section-search.ts';

const section = (page: string, title: string, text: string, more: Partial<Section> = {}): Section => ({
  title,
  page,
  url: `/docs/${page}#${title}`.toLowerCase(),
  text: [text],
  names: [],
  isBackground: false,
  ...more,
});
const sections = [
  section('Decisions', 'Backups', 'Why a snapshot is a file.', { isBackground: true }),
  section('Operating', 'Backups', 'A snapshot of one moment.', { names: ['FORETYPE_DATA'] }),
  section('Feeds', 'Schedule', 'Fetched at their interval.'),
  section('Webhooks', 'Message', 'Signed by a secret.'),
];

test('sections are found by heading, page, text and typos', async () => {
  const search = await createSectionSearch(sections, createSystemClock());
  const first = (query: string) => JSON.parse(search(query, 5)).products[0]?.url;
  assert.equal(first('backu'), '/docs/operating#backups');
  assert.equal(first('webhooks'), '/docs/webhooks#message');
  assert.equal(first('interval'), '/docs/feeds#schedule');
  assert.equal(first('scedule'), '/docs/feeds#schedule');
  assert.equal(first('foretype_data'), '/docs/operating#backups');
  assert.equal(first('how do I make a snapshot'), '/docs/operating#backups');
  assert.equal(first('zzzz'), undefined);
});

test('background sections come after all guides', async () => {
  const search = await createSectionSearch(sections, createSystemClock());
  const found = (query: string, limit: number) =>
    JSON.parse(search(query, limit)).products.map(({ url }: { url: string }) => url);
  assert.deepEqual(found('snapshot', 5), ['/docs/operating#backups', '/docs/decisions#backups']);
  assert.deepEqual(found('snapshot', 1), ['/docs/operating#backups']);
  assert.deepEqual(found('why file', 5), ['/docs/decisions#backups']);
});

test('an empty search box lists sections in order', async () => {
  const search = await createSectionSearch(sections, createSystemClock());
  const { products, meta } = JSON.parse(search('', 2));
  assert.deepEqual(
    products.map(({ title }: { title: string }) => title),
    ['Backups', 'Schedule'],
  );
  assert.equal(meta.mode, 'discovery');
});
