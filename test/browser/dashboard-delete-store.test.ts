/** An owner deletes a store in a real browser: what goes stands there in words, and the name has to be typed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard } from '../support/dashboard-browser.ts';
import {
  goodPassword,
  joinAs,
  newVisitor,
  setUpOperator,
  signInAs,
  type Visitor,
} from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

let service: TestService;
let browser: Browser;
let operator: Visitor;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  operator = await setUpOperator(service);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

test('only an owner who types its name deletes a store', async () => {
  const { store, keys } = await service.createStore({ name: 'Small shop' });
  const path = `/stores/${store.id}`;
  const editor = await joinAs(service, operator, store.id, { email: 'ed@shop.example', role: 'editor' });
  expectError(await editor.call('DELETE', path, { name: 'Small shop' }), 'insufficient_role');
  expectError(await editor.call('GET', `${path}/deletion`), 'insufficient_role');
  expectError(await newVisitor(service).call('DELETE', path, { name: 'Small shop' }), 'signed_out');
  const wrong = await operator.call('DELETE', path, { name: 'small' });
  expectError(wrong, 'validation_failed');
  assert.match(wrong.text, /"code":"name_differs"/);
  const ask = () => service.request('GET', '/api/v1/autocomplete?q=a', { key: keys.storefront });
  assert.equal((await ask()).status, 200);
  const gone = await operator.call('DELETE', path, { name: 'Small shop' });
  assert.equal(gone.status, 200, gone.text);
  const { deleted } = gone.as<{ deleted: Record<string, unknown> }>();
  assert.deepEqual([deleted.store, deleted.products, deleted.api_keys], [store.id, 0, 2]);
  expectError(await ask(), 'invalid_api_key');
  expectError(await operator.call('GET', `${path}/settings`), 'not_found');
  expectError(await editor.call('GET', `${path}/settings`), 'not_found');
  await waitUntil('the rows to be gone', async () => {
    const deletion = await service.storage.deletions.find(store.id);
    return deletion?.finishedAt !== null;
  });
  assert.deepEqual(await service.storage.deletions.count(store.id), {});
});

test('the page names the losses and leads on', async () => {
  const shop = await service.createStore({ name: 'Nordlicht' });
  const other = await service.createStore({ name: 'Other shop' });
  await importProducts(shop, [productInput('a', { title: 'Lamp' }), productInput('b', { title: 'Tent' })]);
  const { page, faults } = await browseAs(
    browser,
    service.origin,
    await signInAs(service, 'ada@shop.example', goodPassword),
  );
  await page.goto(`${service.origin}/dashboard/stores/${shop.store.id}/settings`);
  const panel = page.getByRole('region', { name: 'Delete this store' });
  await panel.getByRole('button', { name: 'Delete the store' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 products').waitFor();
  await dialog.getByText('2 keys').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete the store for good' });
  await dialog.getByLabel('Type Nordlicht to confirm').fill('Nord');
  assert.ok(await confirm.isDisabled());
  await assertFitForAll(page, 'deleting a store');
  await dialog.getByLabel('Type Nordlicht to confirm').fill('Nordlicht');
  await confirm.click();
  await page.getByText(/^Nordlicht was deleted, with 2 products, .*2 keys, /).waitFor();
  await waitUntil('another page', async () => !page.url().includes(shop.store.id));
  assert.equal(await service.storage.directory.findStore(shop.store.id), null);
  assert.notEqual(await service.storage.directory.findStore(other.store.id), null);
  assert.deepEqual(faults, []);
});
