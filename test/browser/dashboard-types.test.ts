/**
 * What products are, in the dashboard: an owner reads what says so, corrects it, locks it, and finds the types of the store
 * with their products. In a real browser, on a real service whose generator goes on writing meanwhile.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { PhrasesBody } from '../../contract/enrichment.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

let browser: Browser;
let service: TestService;
let shop: TestStore;
let owner: Person;
let pages: string;

const lamp = (id: string, title: string) =>
  productInput(id, { title, category: 'Home > Table Lamps', brand: 'Nordkap' });

async function phrasesOf(externalId: string): Promise<PhrasesBody> {
  const answer = await shop.request('GET', `/api/v1/products/${externalId}/phrases`);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

const untilDone = (externalId: string) =>
  waitUntil(`the phrases of ${externalId}`, async () => {
    const { enrichment } = await phrasesOf(externalId);
    return enrichment.status === 'done';
  });

/** As a generator says it that looked at the product in many ways. */
async function writeType(externalId: string, name: string): Promise<void> {
  await service.storage.write(shop.store.id, async (writer) => {
    const product = await writer.products.find(externalId);
    assert.ok(product);
    const evidence = [
      { source: 'title', text: name },
      { source: 'category', text: 'Table Lamps' },
    ] as const;
    const type = { name, otherNames: ['night light'], confidence: 0.83, evidence };
    const { id: productId, suggestionPhrases, searchPhrases } = product;
    const lists = { suggestionPhrases, searchPhrases, type };
    await writer.phrases.write([{ productId, sourceHash: null, ...lists }], writer.store.changeNumber);
  });
}

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  service = await startTestService(anyEngine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  owner = await browseAs(browser, service.origin, operator);
  pages = `${service.origin}/dashboard/stores/${shop.store.id}`;
  await importProducts(shop, [lamp('walnut', 'Walnut table lamp'), lamp('brass', 'Brass table lamp')]);
  for (const id of ['walnut', 'brass']) {
    await untilDone(id);
    await writeType(id, 'lamp');
  }
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('a product’s page shows its type, certainty and evidence', async () => {
  const { page } = owner;
  await page.goto(`${pages}/products/walnut`);
  await page.getByText('Very likely (83 %)').waitFor();
  await page.getByText('Its title says so').waitFor();
  await page.getByText('Its category says so: “Table Lamps”').waitFor();
  await page.getByText('night light').waitFor();
  await assertFitForAll(page, 'the type of a product');
});

test('an owner’s correction holds through a new import', async () => {
  const { page } = owner;
  const before = await phrasesOf('walnut');
  await page.getByRole('button', { name: 'Edit type and phrases of Walnut table lamp' }).click();
  const name = page.getByRole('combobox', { name: 'What it is' });
  await name.fill('one two three four five six seven');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 to 6 words').waitFor();
  await assertFitForAll(page, 'the editor of a type');
  await name.fill('table lamp');
  await name.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Certain', { exact: true }).waitFor();
  await page.getByText('Set by Ada Operator').waitFor();
  await page.getByText('Edited', { exact: true }).waitFor();
  const decided = await phrasesOf('walnut');
  assert.equal(decided.type?.name, 'table lamp');
  assert.deepEqual(decided.suggestion_phrases, before.suggestion_phrases);
  await importProducts(shop, [lamp('walnut', 'Walnut lamp with a shade of linen')]);
  await waitUntil('what was generated since', async () => (await phrasesOf('walnut')).proposed !== null);
  assert.deepEqual((await phrasesOf('walnut')).type, decided.type);
  await page.reload();
  await page.getByRole('heading', { name: 'Walnut lamp with a shade of linen' }).waitFor();
  await page.getByText('table lamp', { exact: true }).first().waitFor();
  await page.getByText('Certain', { exact: true }).waitFor();
});

test('a type is locked with its phrases through imports', async () => {
  const { page } = owner;
  await page.goto(`${pages}/products/brass`);
  await page.getByRole('button', { name: 'Lock: Brass table lamp' }).click();
  await page.getByText('Locked', { exact: true }).waitFor();
  await importProducts(shop, [lamp('brass', 'Brass stand')]);
  const { type, state, enrichment } = await phrasesOf('brass');
  assert.deepEqual([type?.name, state, enrichment.status], ['lamp', 'locked', 'done']);
});

test('a store’s types are listed, searched and lead to products', async () => {
  const { page } = owner;
  await page.goto(`${pages}/phrases`);
  await page.getByRole('link', { name: 'Types of products' }).click();
  await page.getByRole('link', { name: '1 product of the type table lamp' }).waitFor();
  await assertFitForAll(page, 'the types of a store');
  await page.getByRole('searchbox', { name: 'Search types by name' }).fill('Table');
  await page.getByRole('link', { name: '1 product of the type lamp' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: '1 product of the type table lamp' }).click();
  await page.getByRole('link', { name: 'Walnut lamp with a shade of linen' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Brass stand' }).count(), 0);
  await assertFitForAll(page, 'products of a type');
  await page.getByRole('button', { name: 'Type: table lamp' }).click();
  await page.getByRole('link', { name: 'Brass stand' }).waitFor();
  await page.goto(`${pages}/phrases/types?q=sofa`);
  await page.getByText('No type of the store has a name like “sofa”.').waitFor();
  assert.deepEqual(owner.faults, []);
});
