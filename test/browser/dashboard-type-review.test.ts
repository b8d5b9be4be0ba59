/**
 * Types as people decide about them in the dashboard, in a real browser on a real service: the riskiest first, merged, refused by the
 * keyboard alone, accepted together, and taken back. One walk.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { PhrasesBody } from '../../contract/enrichment.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { typeRow } from '../support/storage-rows.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

let browser: Browser;
let service: TestService;
let shop: TestStore;
let owner: Person;
let viewer: Person;
let types: string;

/** Products by the type that they get. */
const typed = { walnut: 'lamp', brass: 'lamp', oak: 'lamp', steel: 'lamps', big: 'nordkap' };

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  service = await startTestService(anyEngine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  owner = await browseAs(browser, service.origin, operator);
  const member = { email: 'vic@shop.example', role: 'viewer' } as const;
  viewer = await browseAs(browser, service.origin, await joinAs(service, operator, shop.store.id, member));
  types = `${service.origin}/dashboard/stores/${shop.store.id}/phrases/types`;
  await importProducts(
    shop,
    Object.keys(typed).map((id) => productInput(id, { title: `Nordkap ${id} lamp`, brand: 'Nordkap' })),
  );
  for (const [id, name] of Object.entries(typed)) {
    await waitUntil('the phrases', async () => (await phrasesOf(id)).generated_at !== null);
    await writeType(id, name);
  }
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

async function phrasesOf(externalId: string): Promise<PhrasesBody> {
  const answer = await shop.request('GET', `/api/v1/products/${externalId}/phrases`);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

const typeOf = async (externalId: string) => (await phrasesOf(externalId)).type?.name ?? null;

/** As a generator writes it. */
async function writeType(externalId: string, name: string): Promise<void> {
  await service.storage.write(shop.store.id, async (writer) => {
    const product = (await writer.products.find(externalId)) ?? assert.fail('no product');
    const { suggestionPhrases, searchPhrases } = product;
    const lists = { suggestionPhrases, searchPhrases, type: typeRow(name) };
    await writer.phrases.write(
      [{ productId: product.id, sourceHash: null, ...lists }],
      writer.store.changeNumber,
    );
  });
}

const headings = () => owner.page.getByRole('heading', { level: 3 }).allTextContents();

test('the riskiest type stands first and says why', async () => {
  const { page } = owner;
  await page.goto(types);
  await page.getByText('“Nordkap” is a brand of its products, not what they are.').waitFor();
  await page.getByText('It is another form of “lamp”, which 3 products have.').waitFor();
  assert.deepEqual(await headings(), ['nordkap', 'lamps', 'lamp']);
  await page.getByRole('list', { name: 'Some products of lamps' }).getByText('Nordkap steel lamp').waitFor();
  await assertFitForAll(page, 'types, the riskiest first');
  await page.getByText('Most products first').click();
  await waitUntil('the other order', async () => (await headings())[0] === 'lamp');
  await page.getByText('Riskiest first').click();
  await waitUntil('the order by risk', async () => (await headings())[0] === 'nordkap');
});

test('a type is merged into another and taken back', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Rename: lamps' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 product will have the new name.').waitFor();
  await assertFitForAll(page, 'the dialog of a rename');
  await dialog.getByRole('combobox', { name: 'New name' }).fill('lamp');
  await dialog.getByText('1 product will have the type “lamp”.').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await waitUntil('the new name', async () => (await typeOf('steel')) === 'lamp');
  await page.getByText('Ada Operator chose this name in place of “lamps”.').waitFor();
  await page.getByText('100 % decided').waitFor();
  await assertFitForAll(page, 'decisions on types');
  await page.getByRole('button', { name: 'Take back: Renamed “lamps” to “lamp”' }).click();
  await waitUntil('the type of before', async () => (await typeOf('steel')) === 'lamps');
  await page.getByRole('heading', { name: 'lamps', exact: true }).waitFor();
});

test('types are refused and accepted by the keyboard alone', async () => {
  const { page } = owner;
  await page.getByRole('button', { name: 'Refuse: nordkap' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('1 product will have no type.').waitFor();
  await waitUntil('the focus', async () => (await page.locator(':focus').textContent()) === 'Cancel');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').textContent(), 'Refuse');
  await page.keyboard.press('Enter');
  await waitUntil('the refusal', async () => (await typeOf('big')) === null);
  await page.getByRole('heading', { name: 'nordkap', exact: true }).waitFor({ state: 'detached' });
  // A dialog that closes gives the focus back, which would take it from the checkbox.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Choose all' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Accept 2', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').textContent(), 'Accept 2');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing changes for 4 products.').waitFor();
  await waitUntil('the focus', async () => (await page.locator(':focus').textContent()) === 'Cancel');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').textContent(), 'Accept');
  await page.keyboard.press('Enter');
  await page.getByText('Ada Operator accepted it.').nth(1).waitFor();
  assert.deepEqual(owner.faults, []);
});

test('a viewer reads types and decides about none', async () => {
  const { page } = viewer;
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(types);
  await page.getByRole('heading', { name: 'Decisions that stand' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /Accept|Rename|Refuse|Take back/ }).count(), 0);
  await assertFitForAll(page, 'types on a phone');
  assert.deepEqual(viewer.faults, []);
});
