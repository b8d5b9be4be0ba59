/**
 * Every page of the dashboard for people who hear it: what a screen reader gets of it is what was recorded, so that no change of it
 * goes by unread. The pages are those of the pictures (bin/dashboard-scenes.ts).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type DashboardScenes, openScenes, watchRest } from '../../bin/dashboard-scenes.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { buildDashboard, newPerson, type Person } from '../support/dashboard-browser.ts';
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

test('each page reads aloud as it was recorded', async (t) => {
  for (const scene of dashboard.scenes) {
    await t.test(scene.name, async () => {
      await scene.show(owner.page);
      await rest();
      assertTree(scene.name, await readTree(owner.page, scene));
    });
  }
  assert.deepEqual(owner.faults, []);
});
