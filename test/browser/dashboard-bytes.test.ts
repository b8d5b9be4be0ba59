/**
 * What the dashboard costs on a slow line: the bytes of files for the first page and for each page after it, as they are sent. Answers
 * of the API are not counted: they grow with the shop, not with the dashboard.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { buildDashboard, newPerson } from '../support/dashboard-browser.ts';
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

/** The dashboard's own files only: the frame with the widget is a page of its own, and answers grow with the shop. */
function assertAtMost(sent: ReadonlyMap<string, number>, most: number): void {
  const own = [...sent].filter(
    ([path]) => path.startsWith('/dashboard/') && !path.startsWith('/dashboard/api/'),
  );
  const sum = own.reduce((bytes, [, size]) => bytes + size, 0);
  assert.ok(own.length > 0 && sum <= most, `${sum} of ${most} bytes: ${JSON.stringify(own)}`);
}

/** Runs something on a page, waits for quiet, and returns the bytes of all that was sent meanwhile, by address. */
async function countBytes(page: Page, act: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const finished: Request[] = [];
  const note = (request: Request) => finished.push(request);
  page.on('requestfinished', note);
  await act();
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', note);
  const sizes = finished.map(async (request): Promise<[string, number]> => {
    const { responseBodySize } = await request.sizes();
    // What comes from the browser's cache counts as less than nothing.
    return [new URL(request.url()).pathname, Math.max(0, responseBodySize)];
  });
  return new Map(await Promise.all(sizes));
}

test('a first page weighs 200 kB, each further page 60 kB', async () => {
  const { page, context } = await newPerson(await sharedBrowser());
  const entrance = await countBytes(page, () => page.goto(service.running.setupLink ?? ''));
  assertAtMost(entrance, 200_000);
  const home = await countBytes(page, async () => {
    await page.getByLabel('E-mail').fill('anna@nordlicht.example');
    await page.getByLabel('Your name').fill('Anna Berg');
    await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  });
  assertAtMost(home, 60_000);
  const store = page.url();
  const other = await newPerson(await sharedBrowser());
  await other.context.addCookies(await context.cookies());
  assertAtMost(await countBytes(other.page, () => other.page.goto(store)), 200_000);
  const paths = [
    '/searches',
    '/searches/coffee',
    '/service',
    '/ranking',
    '/start',
    '/products',
    '/imports/new',
    '/feeds/new',
  ];
  paths.push('/collections/new', '/rules/new', '/phrases', '/install', '/settings', '/settings/team');
  for (const path of paths) {
    const sent = await countBytes(other.page, () => other.page.goto(`${store}${path}`));
    // A link within the dashboard does not fetch the document again.
    assertAtMost(new Map([...sent].filter(([address]) => address.includes('/assets/'))), 60_000);
  }
});
