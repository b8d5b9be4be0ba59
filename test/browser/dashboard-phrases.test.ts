/**
 * Phrases as people use them in the dashboard, in a real browser on a real service that writes them by its own rules:
 * reviewed, edited, refused, locked and blocked, and a queue that is paused while something in it failed. One walk.
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
import { importProducts, productInput, putProduct } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A service with a shop, and its owner in front of the page of phrases. */
interface Scene {
  readonly service: TestService;
  readonly shop: TestStore;
  readonly owner: Person;
  readonly pages: string;
}

let browser: Browser;
let scene: Scene;

const shoe = (kind: string, color: string) =>
  productInput(kind, {
    title: `${kind} running shoes`,
    category: 'Shoes',
    brand: 'Nordkap',
    attributes: { Color: color, Gender: 'Women' },
  });

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  const service = await startTestService(anyEngine, { FORETYPE_ENRICHMENT_PROVIDER: 'offline' });
  const operator = await setUpOperator(service);
  const shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  const owner = await browseAs(browser, service.origin, operator);
  scene = { service, shop, owner, pages: `${service.origin}/dashboard/stores/${shop.store.id}` };
  await importProducts(scene.shop, [shoe('Trail', 'red'), shoe('Road', 'blue'), shoe('Track', 'green')]);
});

after(async () => {
  await closePages(browser);
  await scene.service.stop();
});

async function find({ shop }: Scene, externalId: string): Promise<PhrasesBody> {
  const answer = await shop.request('GET', `/api/v1/products/${externalId}/phrases`);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

test('phrases are approved, refused, locked and edited where they stand', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/phrases?list=generated`);
  await page.getByText('Up to date').waitFor();
  await page.getByRole('button', { name: 'Approve: Trail running shoes' }).waitFor();
  await assertFitForAll(page, 'phrases to review');
  await page.getByRole('button', { name: 'Approve: Trail running shoes' }).click();
  await page.getByRole('button', { name: 'Approve: Trail running shoes' }).waitFor({ state: 'detached' });
  assert.equal((await find(scene, 'Trail')).state, 'approved');
  await page.getByRole('button', { name: 'Refuse: Road running shoes' }).click();
  await page.getByRole('button', { name: 'Edit type and phrases of Track running shoes' }).click();
  const shown = page.getByRole('combobox', { name: 'Shown as suggestions' });
  await shown.fill('the very best shoes that there are for the track');
  await shown.press('Enter');
  await assertFitForAll(page, 'the editor of phrases');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 to 6 words').waitFor();
  await shown.press('Backspace');
  await shown.fill('spikes for women');
  await shown.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('no person has reviewed yet').waitFor();
  assert.equal((await find(scene, 'Track')).suggestion_phrases.at(-1), 'spikes for women');
  await page.getByLabel('Which products').selectOption('edited');
  await page.getByRole('button', { name: 'Lock: Track running shoes' }).click();
  await page.getByLabel('Which products').selectOption('rejected');
  await page.getByRole('button', { name: 'Use them after all: Road running shoes' }).waitFor();
  assert.deepEqual((await find(scene, 'Road')).suggestion_phrases, []);
  await page.getByLabel('Which products').selectOption('locked');
  await page.getByRole('button', { name: 'Unlock: Track running shoes' }).waitFor();
  assert.equal((await find(scene, 'Track')).state, 'locked');
});

test('a product’s page shows its phrases and restores refused ones', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/products/Road`);
  await page.getByText('Refused', { exact: true }).waitFor();
  await page.getByText('Generated, not used: suggestions').waitFor();
  await page.getByRole('button', { name: 'Use them after all: Road running shoes' }).click();
  await page.getByText('Not reviewed').waitFor();
  await page.getByText('blue shoes').waitFor();
  await assertFitForAll(page, 'the phrases of a product');
});

test('a blocked word leaves all phrases but the locked ones', async () => {
  const { page } = scene.owner;
  await page.goto(`${scene.pages}/phrases`);
  const words = page.getByRole('combobox', { name: 'Blocked words' });
  await words.fill('blue');
  await words.press('Enter');
  await words.fill('women');
  await words.press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('leave the index within seconds').waitFor();
  await waitUntil('the phrases to be gone', async () => {
    const { suggestion_phrases: phrases } = await find(scene, 'Road');
    return !phrases.some((phrase) => phrase.includes('blue'));
  });
  assert.equal((await find(scene, 'Track')).suggestion_phrases.at(-1), 'spikes for women');
});

/** The product's turn came to nothing, as with a provider that answers nonsense; offline rules never fail. */
async function failAsAProviderDoes({ service: { storage }, shop }: Scene, externalId: string): Promise<void> {
  await storage.write(shop.store.id, async (writer) => {
    const product = await writer.enrichment.queueable(externalId);
    assert.ok(product);
    const { id: productId, sourceHash } = product;
    await writer.enrichment.putOff([
      {
        productId,
        sourceHash,
        state: 'failed',
        attempts: 3,
        delayMs: 0,
        error: 'The AI provider (m) answered without phrases for the product.',
        errorCode: 'unusable',
      },
    ]);
  });
}

test('failures in a paused queue are listed and retried once resumed', async () => {
  const { page } = scene.owner;
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused').waitFor();
  await putProduct(scene.shop, 'Late', shoe('Late', 'black'));
  await failAsAProviderDoes(scene, 'Late');
  await page.reload();
  await page.getByRole('link', { name: 'see why' }).click();
  await page.getByText('The AI provider (m) answered without phrases').waitFor();
  await page.getByText('3 attempts').waitFor();
  await assertFitForAll(page, 'phrases that failed');
  await page.getByRole('button', { name: 'Try all 1 again' }).click();
  await page.getByText('could be written, with the reason').waitFor();
  await page.getByLabel('Which products').selectOption('waiting');
  await page.getByRole('link', { name: 'Late running shoes' }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Up to date').waitFor();
  await page.getByText('wait for their phrases').waitFor();
  assert.equal((await find(scene, 'Late')).state, 'generated');
  assert.deepEqual(scene.owner.faults, []);
});
