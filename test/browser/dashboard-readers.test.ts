/**
 * Every page of the dashboard for people who hear it, and for people without a pointer: what a screen reader gets of it is what was
 * recorded, so that no change of it goes by unread, and the Tab key alone comes to everything, once around. The pages are those of the
 * pictures (bin/dashboard-scenes.ts).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type DashboardScenes, openScenes, type Scene, watchRest } from '../../bin/dashboard-scenes.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { buildDashboard, newPerson, type Person } from '../support/dashboard-browser.ts';
import { assertEscapeReturns, walkByTab } from '../support/keyboard-walk.ts';
import { assertTree, ofEverywhere, readTree } from '../support/reader-trees.ts';

let browser: Browser;
let dashboard: DashboardScenes;
let owner: Person;
let rest: () => Promise<void>;

before(async () => {
  buildDashboard();
  browser = await sharedBrowser();
  dashboard = await openScenes();
  owner = await newPerson(browser, ofEverywhere);
  await dashboard.prepare(owner.context);
  rest = watchRest(owner.page);
});

after(async () => {
  await closePages(browser);
  await dashboard.close();
});

/** Shows a page of the owner. */
async function show(name: string): Promise<void> {
  const scene = dashboard.scenes.find((one) => one.name === name);
  assert.ok(scene !== undefined, name);
  await scene.show(owner.page);
  await rest();
}

async function assertReadAndReached({ page }: Person, scene: Scene): Promise<void> {
  assertTree(scene.name, await readTree(page, scene));
  assert.deepEqual(await walkByTab(page), []);
}

test('each page reads aloud as recorded and needs no pointer', async (t) => {
  for (const scene of dashboard.scenes) {
    await t.test(scene.name, async () => {
      await show(scene.name);
      await assertReadAndReached(owner, scene);
      if (scene.opensRoom !== true) return;
      await owner.page.setViewportSize({ width: 360, height: 740 });
      assert.deepEqual(await walkByTab(owner.page), []);
      await owner.page.setViewportSize({ width: 1280, height: 900 });
    });
  }
  assert.deepEqual(owner.faults, []);
});

test('each entrance reads aloud as recorded and needs no pointer', async (t) => {
  const stranger = await newPerson(browser, ofEverywhere);
  const restOfStranger = watchRest(stranger.page);
  for (const scene of dashboard.entrances) {
    await t.test(scene.name, async () => {
      await scene.show(stranger.page);
      await restOfStranger();
      await assertReadAndReached(stranger, scene);
    });
  }
  assert.deepEqual(stranger.faults, []);
});

/** Buttons that open a dialog, by page. */
const openers: Readonly<Record<string, readonly string[]>> = {
  account: ['Go to …'],
  collection: ['Delete'],
  feed: ['Edit', 'Delete'],
  import: ['Undo this import'],
  'install-keys': ['New key', 'Edit First secret key', 'Rotate First secret key', 'Revoke First secret key'],
  phrases: ['Refuse all: Type'],
  product: ['Edit type and phrases of Fjällby Wanderschuh 1'],
  query: ['Never suggest rain jacket', 'Add as a phrase of a product'],
  rule: ['Delete'],
  settings: ['Delete the store'],
  types: ['Rename: down jacket'],
  webhook: ['Edit', 'Delete'],
  webhooks: ['New webhook'],
};

test('each dialog has a name, holds the focus and returns it', async (t) => {
  for (const [name, buttons] of Object.entries(openers)) {
    await t.test(name, async () => {
      await show(name);
      for (const button of buttons) {
        await assertEscapeReturns(owner.page, owner.page.getByRole('button', { name: button, exact: true }));
      }
    });
  }
});

test('files, numbers of charts and new rows need no pointer', async () => {
  const { page } = owner;
  await show('import-preview');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File to import' }).press('Enter');
  await choosing;
  await show('searches');
  await page.getByRole('button', { name: 'Show as a table: Letters typed' }).press('Enter');
  await page.getByText('5 letters: Searches 284').filter({ visible: true }).waitFor();
  await page.getByRole('button', { name: 'Show as a table: Searches a day' }).press('Enter');
  await page.getByRole('table', { name: 'Searches a day' }).waitFor();
  await show('synonyms');
  await page.getByRole('button', { name: 'New synonym' }).press('Enter');
  await page.locator('form :focus').waitFor();
});

/** A page on which somebody without a pointer is lost. */
const hostilePage = `<style>.quiet:focus { outline: none }</style>
  <a href="#one">One</a><button tabindex="-1">Skipped</button><button class="quiet">Unseen</button>
  <button style="position: fixed; top: -900px">Outside</button>
  <button onkeydown="event.preventDefault()">Trap</button><button>Behind the trap</button>`;

test('the walk finds what the keyboard cannot do', async () => {
  const { page } = await newPerson(browser);
  await page.setContent(hostilePage);
  assert.deepEqual(await walkByTab(page), [
    'the focus is not seen on button "Unseen"',
    'the focus is out of sight on button "Outside"',
    'the focus does not come around; it ends at button "Trap"',
    'the focus never comes to button "Skipped"',
    'the focus never comes to button "Behind the trap"',
  ]);
});
