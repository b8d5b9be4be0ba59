/**
 * The page of ranking settings in a real browser on a real service: a boost is written beside what it moves, holds once it is published,
 * and is taken back; what a colleague changed meanwhile stays; settings that cannot be read are replaced with none.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { RankingBody } from '../../contract/ranking.ts';
import type { StoreBoost } from '../../contract/words/ranking.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { runSql, servedTarget } from '../support/damage.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, titlesFor } from '../support/store-calls.ts';

let browser: Browser;
let service: TestService;
let operator: Visitor;
let owner: Person;
let damage: (storeId: string) => Promise<unknown>;

const raiseAcme: StoreBoost = { when: { field: 'brand', op: 'is', value: 'Acme' }, strength: 'raise' };

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  const database = await anyEngine.open();
  service = await startTestService({ ...anyEngine, open: async () => database });
  damage = (storeId) =>
    runSql(
      servedTarget(database.target),
      storeId,
      `update ranking_sets set boosts = '{' where store_id = '${storeId}'`,
    );
  operator = await setUpOperator(service);
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

/** A shop of three lamps that differ in nothing but their brands, and one that is out of stock; its page is opened. */
async function openShop(boosts: readonly StoreBoost[] = []): Promise<TestStore> {
  const shop = await service.createStore({ name: 'Nordlicht', currency: 'EUR' });
  await importProducts(shop, [
    productInput('a', { title: 'Lamp ka', brand: 'Cole' }),
    productInput('b', { title: 'Lamp kb', brand: 'Borg' }),
    productInput('c', { title: 'Lamp kc', brand: 'Acme' }),
    productInput('d', { title: 'Lamp kd', brand: 'Borg', in_stock: false }),
  ]);
  await replace(shop, boosts);
  await owner.page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/ranking`);
  return shop;
}

async function replace(shop: TestStore, boosts: readonly StoreBoost[]): Promise<void> {
  const answer = await shop.request('PUT', '/api/v1/ranking', { body: { boosts } });
  assert.equal(answer.status, 200, answer.text);
}

async function readSettings(shop: TestStore): Promise<RankingBody> {
  return (await shop.request('GET', '/api/v1/ranking')).as<RankingBody>();
}

test('a boost is written beside its moves, published, taken back', async () => {
  const shop = await openShop();
  const { page } = owner;
  await page.getByText('No boost yet').waitFor();
  await assertFitForAll(page, 'no boosts');
  await page.getByRole('button', { name: 'Add a boost' }).press('Enter');
  await page.getByText('1 boost unfinished.').waitFor();
  await page.locator('select:focus').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Say what to compare with.').waitFor();
  const value = page.getByLabel('Boost 1: value');
  await page.locator('datalist option[value="Cole"]').waitFor({ state: 'attached' });
  await value.fill('Acme');
  await page.getByLabel('Boost 1: strength').selectOption({ label: 'rise a lot' });
  const boosts = page.getByRole('region', { name: 'Boosts' });
  await boosts.getByText('Products whose brand is “Acme” rise a lot. 1 product.').waitFor();
  await page.getByLabel('Hide them from shoppers').check();
  const moves = page.getByRole('region', { name: 'What moves' });
  const search = moves
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '“Lamp ka”' }) });
  await search.getByRole('listitem').filter({ hasText: 'Lamp kc' }).getByText('Up from 3').waitFor();
  await search.getByRole('listitem').filter({ hasText: 'Lamp kb' }).getByText('Down from 2').waitFor();
  // Variants of one title differ by their ids.
  await search
    .getByRole('listitem')
    .filter({ hasText: /Lamp kd.* · d · Out/ })
    .getByText('Leaves')
    .waitFor();
  await assertFitForAll(page, 'a draft of the ranking');
  assert.deepEqual((await titlesFor(shop, 'lam'))[0], 'Lamp ka', 'nothing is published yet');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published. Shoppers see it now.').waitFor();
  assert.deepEqual(await titlesFor(shop, 'lam'), ['Lamp kc', 'Lamp ka', 'Lamp kb']);
  await assertFitForAll(page, 'a published ranking');
  await page.reload();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('No boost yet').waitFor();
  await page.getByText('The change was undone.', { exact: false }).waitFor();
  assert.deepEqual(await titlesFor(shop, 'lam'), ['Lamp ka', 'Lamp kb', 'Lamp kc', 'Lamp kd']);
  assert.deepEqual(owner.faults, []);
});

test('a ranking that a colleague changed is not overwritten', async () => {
  const shop = await openShop([raiseAcme]);
  const { page } = owner;
  await page.getByRole('button', { name: 'Change boost 1' }).click();
  await page.getByLabel('Boost 1: value').fill('Borg');
  const theirs: StoreBoost = { ...raiseAcme, strength: 'lower' };
  await replace(shop, [theirs]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Somebody has changed the ranking since you began.', { exact: false }).waitFor();
  assert.deepEqual((await readSettings(shop)).boosts, [theirs]);
  await assertFitForAll(page, 'a ranking that was changed meanwhile');
  await page.getByRole('button', { name: 'Show the present settings' }).click();
  await page.getByText('Products whose brand is “Acme” sink a little.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0);
});

test('two boosts that ask the same are marked before publishing', async () => {
  await openShop([raiseAcme]);
  const { page } = owner;
  await page.getByRole('button', { name: 'Add a boost' }).click();
  await page.getByLabel('Boost 2: value').fill('Acme');
  const second = page.getByRole('region', { name: 'Boosts' }).getByRole('listitem').nth(1);
  await second.getByRole('alert').waitFor();
  await page.getByText('see what is marked at the boosts', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Remove boost 2' }).click();
  await second.waitFor({ state: 'detached' });
  assert.equal(await page.locator(':focus').textContent(), 'Add a boost');
  assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0);
});

test('a ranking that cannot be read is replaced with none', async () => {
  const shop = await openShop([raiseAcme]);
  await damage(shop.store.id);
  const { page } = owner;
  await page.reload();
  await page.getByText('The ranking settings of the store cannot be read').waitFor();
  await assertFitForAll(page, 'a damaged ranking');
  await page.getByRole('button', { name: 'Start again with none: ranking settings' }).click();
  await page.getByRole('button', { name: 'Start again', exact: true }).click();
  await page.getByText('No boost yet').waitFor();
  assert.deepEqual((await readSettings(shop)).boosts, []);
});

test('a viewer reads the ranking without any offered change', async () => {
  const shop = await openShop([raiseAcme]);
  const visitor = await joinAs(service, operator, shop.store.id, {
    email: 'vic@shop.example',
    role: 'viewer',
  });
  const { page, context } = await browseAs(browser, service.origin, visitor);
  await page.goto(owner.page.url());
  await page.getByText('Products whose brand is “Acme” rise a little.').waitFor();
  await page.getByText('They come last.').waitFor();
  assert.equal(await page.getByRole('button', { name: /boost|Publish/ }).count(), 0);
  await context.close();
});
