/**
 * `npm run record:trees`: records what a screen reader gets of every page of the dashboard and of the widget's panel, to be compared
 * with from then on. For changes that are meant to change it: read the difference as somebody who hears it, and commit it with the
 * change. It never decides whether a tree is good. A page that does not come to show its words throws, and trees recorded before stay.
 */
// Tests: none; its own run shows whether it works.
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard, newPerson } from '../test/support/dashboard-browser.ts';
import { ofEverywhere, readTree, recordTree } from '../test/support/reader-trees.ts';
import { openScenes, watchRest } from './dashboard-scenes.ts';

buildDashboard();
const browser = await launchBrowser();
const dashboard = await openScenes();
try {
  const { page, context } = await newPerson(browser, ofEverywhere);
  await dashboard.prepare(context);
  const rest = watchRest(page);
  for (const scene of dashboard.scenes) {
    await scene.show(page);
    await rest();
    recordTree(scene.name, await readTree(page, scene));
  }
  console.log(`${dashboard.scenes.length} trees recorded.`);
} finally {
  await browser.close();
  await dashboard.close();
}
