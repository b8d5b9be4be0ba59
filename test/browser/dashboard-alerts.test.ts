/**
 * Alerts as a merchant meets them in a real browser on a real service: what goes wrong now with the way to it, what is over, and mails
 * that a member chooses and tries, with a mail server that speaks SMTP, and without one.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard } from '../support/dashboard-browser.ts';
import { setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { feedProducts, newAddress, privateFeeds, registerAndRun, runFeed } from '../support/feeds.ts';
import { importCsv } from '../support/file-imports.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { waitUntil } from '../support/wait-until.ts';

let browser: Browser;
let mail: MailServer;
let feeds: HostileFeedServer;
let service: TestService;
let owner: Visitor;

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  feeds = await startHostileFeedServer();
  mail = await startMailServer('a-secret-of-mail');
  service = await startTestService(anyEngine, {
    ...privateFeeds,
    FORETYPE_SMTP_URL: mail.url,
    FORETYPE_MAIL_FROM: 'Foretype <alerts@search.example>',
  });
  owner = await setUpOperator(service);
});

after(async () => {
  await closePages(browser);
  await service.stop();
  await mail.close();
  await feeds.close();
});

/** Opens the page of alerts of a store, and a list of what goes wrong on it. */
async function openAlerts({ origin }: TestService, visitor: Visitor, storeId: string) {
  const person = await browseAs(browser, origin, visitor);
  const address = `${origin}/dashboard/stores/${storeId}/settings/alerts`;
  await person.page.goto(address);
  await person.page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
  return { ...person, address };
}

/** Saves the choice by the keyboard, and waits for the answer. */
async function saveChoice(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText(words).waitFor();
}

test('open alerts lead to their cause until it is over', async () => {
  const shop = await service.createStore();
  const { id } = shop.store;
  const document = newAddress(feeds);
  document.serveProducts(feedProducts(1, 3));
  const { feed } = await registerAndRun(shop, document.url, { name: 'Lamps' });
  document.serve({ status: 503, body: '' });
  await runFeed(shop, feed.id);
  await importCsv(owner, id, 'no,columns\n1,2\n', { name: 'lamps.csv' });
  const { page, faults, address } = await openAlerts(service, owner, id);
  const open = page.getByRole('table', { name: 'Going wrong now' });
  await open.getByText('The file “lamps.csv” was not imported').waitFor();
  await open.getByText('The feed “Lamps” fails').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Over' }).count(), 0);
  await open.getByRole('link', { name: 'Open the feed: Lamps' }).click();
  await page.waitForURL(`${service.origin}/dashboard/stores/${id}/feeds/${feed.id}`);
  await page.goto(address);
  await open.getByRole('link', { name: 'Open the import: lamps.csv' }).press('Enter');
  await page.waitForURL(/\/imports\/[^/]+$/);
  document.serveProducts(feedProducts(1, 4));
  await runFeed(shop, feed.id);
  await page.goto(address);
  const over = page.getByRole('table', { name: 'Over' });
  await over.getByText('The feed “Lamps” works again').waitFor();
  await open.getByText('The file “lamps.csv” was not imported').waitFor();
  assert.equal(await open.getByText('The feed “Lamps” fails').count(), 0);
  await assertFitForAll(page, 'alerts');
  assert.deepEqual(faults, []);
});

test('a member chooses mails and tries them by keyboard', async () => {
  const { store } = await service.createStore();
  const { page, faults } = await openAlerts(service, owner, store.id);
  await page.getByText('Nothing goes wrong').waitFor();
  const panel = page.getByRole('region', { name: 'Mails to you' });
  const test = panel.getByRole('button', { name: 'Send a test mail' });
  await panel.getByText('Choose an alert and save, then try it.').waitFor();
  assert.equal(await test.isDisabled(), true);
  await panel.getByRole('checkbox', { name: 'A feed fails' }).press('Space');
  await saveChoice(page, 'Your choice was saved.');
  await test.press('Enter');
  const result = panel.getByRole('status');
  await result.getByText(/^The test mail to .* was taken by the mail server\.$/).waitFor();
  await waitUntil('the mail', () => mail.mails.length === 1);
  assert.match(mail.mails[0]?.text ?? '', /^Subject: .*This is a test of alerts$/m);
  mail.refuse(true);
  await test.press('Enter');
  await result.getByText(/could not be sent\. .*no such person/).waitFor();
  mail.refuse(false);
  await assertFitForAll(page, 'mails of alerts');
  await page.reload();
  const kept = panel.getByRole('checkbox', { name: 'A feed fails' });
  await kept.waitFor();
  assert.equal(await kept.isChecked(), true);
  await kept.press('Space');
  await saveChoice(page, 'You get no mails of alerts.');
  assert.deepEqual(faults, []);
});

test('without a mail server it says what to set', async () => {
  const quiet = await startTestService(anyEngine);
  try {
    const operator = await setUpOperator(quiet);
    const { store } = await quiet.createStore();
    const { page } = await openAlerts(quiet, operator, store.id);
    const note = page.getByRole('alert', { name: 'This service sends no mails yet' });
    await note.getByText('FORETYPE_SMTP_URL').waitFor();
    await note.getByText('FORETYPE_MAIL_FROM').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send a test mail' }).count(), 0);
    await assertFitForAll(page, 'no mail server');
    await page.getByRole('checkbox', { name: 'A file cannot be imported' }).press('Space');
    await saveChoice(page, 'Your choice was saved.');
    await note.getByRole('link', { name: 'webhook' }).press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  } finally {
    await closePages(browser);
    await quiet.stop();
  }
});
