import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSystemClock } from '../../clock.ts';
import { createSectionSearch, type Section } from './section-search.ts';

const sections: Section[] = [
  {
    title: 'Backups',
    page: 'Operating',
    url: '/docs/operating#backups',
    text: ['A snapshot of one moment.'],
  },
  { title: 'Schedule', page: 'Feeds', url: '/docs/feeds#schedule', text: ['Fetched at their interval.'] },
  { title: 'Message', page: 'Webhooks', url: '/docs/webhooks#message', text: ['Signed by a secret.'] },
];

test('sections are found by heading, page, text and typos', async () => {
  const search = await createSectionSearch(sections, createSystemClock());
  const first = (query: string) => JSON.parse(search(query, 5)).products[0]?.url;
  assert.equal(first('backu'), '/docs/operating#backups');
  assert.equal(first('webhooks'), '/docs/webhooks#message');
  assert.equal(first('interval'), '/docs/feeds#schedule');
  assert.equal(first('scedule'), '/docs/feeds#schedule');
  assert.equal(first('zzzz'), undefined);
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
