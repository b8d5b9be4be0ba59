/**
 * Files that a merchant drops by mistake or in malice, in a real browser: each is shown or refused with words, and the page goes on.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sharedBrowser } from '../support/browser.ts';
import { assertFitForAll, browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { hostileFiles } from '../support/hostile-files.ts';
import { useSharedService } from '../support/use-service.ts';

describe('files that are no catalog', () => {
  const service = useSharedService(anyEngine);
  let owner: Person;
  before(async () => {
    buildDashboard();
    const { origin } = service.current();
    owner = await browseAs(await sharedBrowser(), origin, await sharedOperator(service.current()));
  });

  test('each hostile file is shown or refused, and the page goes on', async () => {
    const { page } = owner;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('dialog', (dialog) => {
      // The page asks before a chosen file is lost.
      if (dialog.type() !== 'beforeunload') errors.push(`a dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    const { store } = await service.createStore();
    for (const at of ['imports/new', 'start']) {
      for (const { name, content, refusal } of hostileFiles) {
        await page.goto(`${service.current().origin}/dashboard/stores/${store.id}/${at}`);
        await page
          .getByLabel('File to import')
          .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: content });
        if (refusal === null) await page.getByText('The first rows, as products').waitFor();
        else await page.getByRole('alert').filter({ hasText: refusal }).waitFor();
        const button = page.getByRole('button', { name: /^Accept and/ });
        assert.equal(await button.count(), refusal === null ? 1 : 0, name);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(width <= 1_280, `${name} makes the page ${width} px wide`);
      }
    }
    await assertFitForAll(page, 'a refused file');
    assert.deepEqual(errors, []);
  });
});
