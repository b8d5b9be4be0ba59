/**
 * `npm run record:trees`: records what a screen reader gets of every page of the dashboard, of the widget's panel and of React's, to be compared
 * with from then on. For changes that are meant to change it: read the difference as somebody who hears it, and commit it with the
 * change. It never decides whether a tree is good. A page that does not come to show its words throws, and trees recorded before stay.
 */
// Tests: none; its own run shows whether it works.
import type { Page } from 'playwright-core';
import { createAnsweringShop } from '../test/support/answering-shop.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard, newPerson } from '../test/support/dashboard-browser.ts';
import { readReactTree } from '../test/support/react-page.ts';
import { ofEverywhere, readTree, recordTree } from '../test/support/reader-trees.ts';
import { openWidgetPage } from '../test/support/widget-page.ts';
import { readPanelTree, showWidgetScene, widgetScenes } from '../test/support/widget-scenes.ts';
import { openScenes, type Scene, watchRest } from './dashboard-scenes.ts';

buildDashboard();
const browser = await launchBrowser();
const dashboard = await openScenes();
const shop = createAnsweringShop();
try {
  await recordPanels();
  const owner = await newPerson(browser, ofEverywhere);
  await dashboard.prepare(owner.context);
  const stranger = await newPerson(browser, ofEverywhere);
  const visits = [
    [owner, dashboard.scenes],
    [stranger, dashboard.entrances],
  ] as const;
  for (const [{ page }, scenes] of visits) await recordAll(page, scenes);
} finally {
  await browser.close();
  await dashboard.close();
  await shop.stop();
}

async function recordPanels(): Promise<void> {
  await shop.start();
  for (const scene of widgetScenes) {
    const { page } = await openWidgetPage(browser, shop);
    await showWidgetScene(page, shop, scene);
    recordTree(scene.name, await readPanelTree(page));
  }
  shop.reset();
  recordTree('react-results', await readReactTree(browser, shop));
}

async function recordAll(page: Page, scenes: readonly Scene[]): Promise<void> {
  const rest = watchRest(page);
  for (const scene of scenes) {
    await scene.show(page);
    await rest();
    recordTree(scene.name, await readTree(page, scene));
  }
  console.log(`${scenes.length} trees recorded.`);
}
