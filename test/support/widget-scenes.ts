/**
 * The states of the widget's panel for people who hear it, in a page with one search box: each is brought about by the keys of a
 * shopper. The answers are the shop's own (answering-shop.ts), so that the trees stay the same.
 */
import type { Page } from 'playwright-core';
import { type AnsweringShop, card, emptyAnswer, usualAnswer, type WidgetAnswer } from './answering-shop.ts';
import { steadyTree } from './reader-trees.ts';
import { waitUntil } from './wait-until.ts';
import { waitOpen } from './widget-page.ts';

/** A state of the panel. */
export interface WidgetScene {
  readonly name: string;
  readonly answer: (query: string) => WidgetAnswer;
  /** What the shopper types; with `first` before it, chosen by Enter. */
  readonly typed: string;
  readonly first?: string;
}

const onSale = (query: string) => ({
  ...usualAnswer(query),
  products: [card(1, 'Trail shoe', { compare_at_price: '159.90' }), card(2, 'Old shoe', { in_stock: false })],
});

/** All states. */
export const widgetScenes: readonly WidgetScene[] = [
  { name: 'widget-results', answer: onSale, typed: 'shoe' },
  { name: 'widget-discovery', answer: usualAnswer, typed: '' },
  { name: 'widget-nothing', answer: () => emptyAnswer, typed: 'zzqq' },
  {
    name: 'widget-corrected',
    answer: (query) => ({ ...usualAnswer(query), meta: { query, corrected_query: 'iphone' } }),
    typed: 'iphnoe',
  },
  { name: 'widget-recent', answer: usualAnswer, first: 'shoe', typed: '' },
];

/** Brings the panel of a fresh page into the state. */
export async function showWidgetScene(page: Page, shop: AnsweringShop, scene: WidgetScene): Promise<void> {
  shop.answer = scene.answer;
  const box = page.getByRole('combobox');
  await box.focus();
  if (scene.first !== undefined) {
    await box.pressSequentially(scene.first);
    await waitOpen(page, scene.first);
    await box.press('ArrowDown');
    await box.press('Enter');
    await box.fill('');
    await page.goto(shop.origin);
    await box.focus();
  }
  if (scene.typed === '') {
    // A key before the panel is open would open it, and choose nothing.
    await waitOpen(page, '');
    await box.press('ArrowDown');
  }
  await box.pressSequentially(scene.typed);
  await waitOpen(page, scene.typed);
}

/** Longer than the pause before an announcement (widget/src/live-region.ts): one that has stood so long is the last. */
const announcedMs = 900;

/** What a reader of the screen gets of the open panel, and the announcement of its results. */
export async function readPanelTree(page: Page): Promise<string> {
  const region = page.locator('[data-foretype-live]');
  let [heard, since] = ['', performance.now()];
  await waitUntil('the last announcement', async () => {
    const before = heard;
    heard = (await region.textContent()) ?? '';
    if (heard !== before) since = performance.now();
    return heard !== '' && performance.now() - since > announcedMs;
  });
  return steadyTree(await page.locator('body').ariaSnapshot());
}
