/** Keys in a real browser: a key with an end, its rotation with an overlap, and the warning on the first page. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { createSystemClock } from '../../server/clock.ts';
import { createKey } from '../../server/stores/create-key.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { setUpOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

let service: TestService;
let browser: Browser;
let shop: TestStore;
let owner: Person;
const clock = createSystemClock();

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  browser = await sharedBrowser();
  const operator = await setUpOperator(service);
  shop = await service.createStore({ name: 'Nordlicht' });
  await importProducts(shop, [productInput('a', { title: 'Desk lamp' })]);
  owner = await browseAs(browser, service.origin, operator);
});

after(async () => {
  await closePages(browser);
  await service.stop();
});

const addressOf = (part: string) => `${service.origin}/dashboard/stores/${shop.store.id}${part}`;

test('a key with an end is made, then rotated with an overlap', async () => {
  const { page } = owner;
  await page.goto(addressOf('/install?part=keys'));
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('radio', { name: 'Manage' }).check();
  await page.getByLabel('Name').fill('Vault');
  await page.getByLabel('End', { exact: true }).fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Create the key' }).click();
  await page.getByText('takes a time in the future').waitFor();
  const year = new Date().getFullYear() + 2;
  await page.getByLabel('End', { exact: true }).fill(`${year}-01-01T00:00`);
  await assertFitForAll(page, 'the dialog of a new key');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const first = await page.getByRole('textbox', { name: 'Vault' }).inputValue();
  assert.match(first, /^ft_mk_\w{38}$/);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Vault' });
  await row
    .getByText(`Ends 1 Jan ${year}`)
    .or(row.getByText(`Ends Jan 1, ${year}`))
    .waitFor();
  await page.getByRole('button', { name: 'Rotate Vault' }).click();
  await page.getByLabel('The old key works on').selectOption('For a week');
  await assertFitForAll(page, 'the dialog of a rotation');
  await page.getByRole('button', { name: 'Create the new key' }).click();
  const second = await page.getByRole('textbox', { name: 'Vault' }).inputValue();
  assert.notEqual(second, first);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText('Replaced, ends in 7 days').waitFor();
  for (const key of [first, second]) {
    assert.equal((await service.request('GET', '/api/v1/keys', { key })).status, 200);
    assert.ok(!(await page.content()).includes(key), 'a key is shown once');
  }
  await assertFitForAll(page, 'keys with ends');
  await page.getByRole('button', { name: 'Revoke Vault' }).last().click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText('Ended (1)').click();
  await page.getByText('Revoked just now').waitFor();
  assert.deepEqual(owner.faults, []);
});

test('the first page names a key that ends soon', async () => {
  const { page } = owner;
  const settings = { kind: 'secret', name: 'Nightly sync', allowedOrigins: [] } as const;
  const end = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const { record } = await createKey(service.storage, clock, shop.store.id, { ...settings, expiresAt: end });
  await service.storage.directory.touchApiKeys(new Map([[record.id, clock.nowMicros()]]));
  await page.goto(addressOf(''));
  await page.getByText(`The key Nightly sync ends on ${end.slice(0, 10)}.`).waitFor();
  await page
    .getByRole('link', { name: 'Rotate it with an overlap, and put the new key in its place.' })
    .click();
  await page.getByText('Ends in 5 days').waitFor();
  assert.deepEqual(owner.faults, []);
});

/** Holds back what the page does a moment later, as a busy page does, until `releaseTimers` is called. */
const holdTimers = `(() => {
  const held = [];
  const { setTimeout: later } = window;
  window.setTimeout = (act, ms, ...rest) => (ms ? later(act, ms, ...rest) : held.push(act));
  window.releaseTimers = () => {
    window.setTimeout = later;
    for (const act of held) act();
  };
})()`;

test('the Tab key held down passes an input for time once', async () => {
  const { page } = owner;
  await page.goto(addressOf('/install?part=keys'));
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.locator('input:focus').waitFor();
  await dialog.getByLabel('End', { exact: true }).focus();
  await page.evaluate(holdTimers);
  const send = dialog.getByRole('button', { name: 'Create the key' });
  // The input has a stop for each part of the time.
  for (let step = 0; step < 12 && !(await send.evaluate((one) => one.matches(':focus'))); step += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Tab');
  await page.evaluate('releaseTimers()');
  const focused = 'document.activeElement.ariaLabel ?? document.activeElement.textContent';
  assert.equal(await page.evaluate(focused), 'Close');
});
