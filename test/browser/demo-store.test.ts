/**
 * The dashboard of a new service in a real browser: the person who used the printed link sees that the store is a demo, that it is safe
 * to try things in it, and the way to a store of their own. The service is real, with the demo store that an empty folder gets.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, buildDashboard, newPerson } from '../support/dashboard-browser.ts';
import { goodPassword } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';

let service: TestService;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine, { FORETYPE_DEMO: 'on' });
});

after(async () => {
  await closePages(await sharedBrowser());
  await service.stop();
});

test('the printed link leads to a store named a demo', async () => {
  const { page, faults } = await newPerson(await sharedBrowser());
  await page.goto(service.running.setupLink ?? '');
  await page.getByLabel('E-mail').fill('ada@shop.example');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByText('This is a demo store').waitFor();
  await page.getByRole('button', { name: /Foretype demo shop *Demo ·/ }).waitFor();
  await assertFitForAll(page, 'the home page of the demo store');
  assert.equal(await page.getByRole('link', { name: 'Open the demo shop' }).getAttribute('href'), '/demo');
  await page.getByRole('link', { name: 'Create your own store' }).click();
  await page.getByRole('heading', { name: 'Create a store' }).waitFor();
  await page.getByLabel('Name').fill('Nordlicht');
  await page.getByRole('button', { name: 'Create the store' }).click();
  await page.getByRole('button', { name: 'Open the store' }).click();
  await page.getByRole('heading', { name: 'Bring Nordlicht to life' }).waitFor();
  assert.equal(await page.getByText('This is a demo store').count(), 0);
  assert.deepEqual(faults, []);
});
