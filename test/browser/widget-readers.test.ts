/** The widget's panel for people who hear it: what a screen reader gets of each state is what was recorded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertTree } from '../support/reader-trees.ts';
import { setUpWidgetShop } from '../support/widget-page.ts';
import { readPanelTree, showWidgetScene, widgetScenes } from '../support/widget-scenes.ts';

const { shop, openPage } = setUpWidgetShop();

test('each state of the panel reads aloud as recorded', async (t) => {
  for (const scene of widgetScenes) {
    await t.test(scene.name, async () => {
      const { page, faults } = await openPage();
      await showWidgetScene(page, shop, scene);
      assertTree(scene.name, await readPanelTree(page));
      assert.deepEqual(faults, []);
    });
  }
});
