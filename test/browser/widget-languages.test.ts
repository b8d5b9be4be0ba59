/**
 * Labels of other languages in the widget: loaded once, beside the script, with the first question; every language has all of them,
 * and a page whose labels do not come has English. Each test starts on a fresh page.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { card, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { panelSelector, setUpWidgetShop, shownOptions, waitOpen } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

const strictPolicy = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
};

const headings = (page: Page) => page.locator('[part=heading]').allInnerTexts();

test('a Thai page under a strict policy has Thai labels', async () => {
  shop.put('/thai', shopPage({ html: 'lang="th-TH"' }), strictPolicy);
  shop.answer = (query) => ({
    ...usualAnswer(query),
    products: [card(1, 'รองเท้าผ้าใบสำหรับวิ่ง', { compare_at_price: '199', currency: 'THB' })],
    meta: { query, corrected_query: 'รองเท้าวิ่ง' },
  });
  const { page, faults } = await openPage('/thai', {});
  assert.deepEqual(shop.labels, [], 'nothing is loaded before a shopper comes near');
  await page.locator('input').pressSequentially('รองเท้าวิง');
  await waitOpen(page, 'รองเท้าวิง');
  assert.deepEqual(await headings(page), ['คำแนะนำ', 'หมวดหมู่', 'สินค้า']);
  assert.equal(await page.locator('[part=note]').innerText(), 'แสดงผลลัพธ์สำหรับ รองเท้าวิ่ง');
  assert.match((await page.locator('[part=before]').textContent()) ?? '', /^ราคาเดิม ฿199/);
  assert.deepEqual(await page.locator('[slot=products] b').allInnerTexts(), ['รองเท้า', 'วิ่ง']);
  assert.equal((await shownOptions(page)).at(-1), 'ดูผลลัพธ์ทั้งหมด');
  assert.deepEqual(shop.labels, ['th']);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('the file that fits a language and its script is loaded', async () => {
  const cases = [
    ['zh_TW', 'zh-Hant'],
    ['zh-CN', 'zh-Hans'],
    ['nb-NO', 'nb'],
    ['iw', 'he'],
    ['en-GB', null],
    ['sw', null],
    ['no such language', null],
  ] as const;
  for (const [lang, file] of cases) {
    shop.put('/tongue', shopPage({ html: `lang="${lang}"` }));
    shop.labels.length = 0;
    const { page, faults } = await openPage('/tongue', {});
    await page.focus('input');
    await waitOpen(page, '');
    assert.deepEqual([...shop.labels], file === null ? [] : [file], lang);
    assert.deepEqual(faults, []);
    await page.context().close();
  }
});

test('Arabic labels stand from right to left', async () => {
  shop.put('/arabic', shopPage({ html: 'lang="ar" dir="rtl"', script: 'data-label-all="الكل"' }));
  const { page } = await openPage('/arabic', {});
  await page.locator('input').fill('run');
  await waitOpen(page, 'run');
  assert.equal((await headings(page))[0], 'اقتراحات');
  assert.equal((await shownOptions(page)).at(-1), 'الكل');
  const direction = `getComputedStyle(document.querySelector('${panelSelector}')).direction`;
  assert.equal(await page.evaluate<string>(direction), 'rtl');
  await page.context().close();
});

test('labels that fail or hang leave the panel English', async () => {
  shop.put('/german', shopPage({ html: 'lang="de"' }));
  shop.labelsStatus = 404;
  const missing = await openPage('/german', {});
  await missing.page.focus('input');
  await waitOpen(missing.page, '');
  assert.equal((await headings(missing.page))[0], 'Popular');
  await missing.page.context().close();
  shop.labelsStatus = 200;
  shop.holdLabels = () => new Promise(() => {});
  const { page } = await openPage('/german', {});
  await page.clock.install();
  await page.hover('input');
  await page.clock.fastForward(1_000);
  await page.focus('input');
  await waitOpen(page, '');
  assert.equal((await headings(page))[0], 'Popular');
  await page.context().close();
});

test('a page that changes its language changes the labels', async () => {
  shop.put('/changing', shopPage());
  const { page } = await openPage('/changing', {});
  await page.locator('input').fill('run');
  await waitOpen(page, 'run');
  await page.evaluate('document.documentElement.lang = "de"; renders.length = 0');
  await page.locator('input').fill('');
  await waitOpen(page, '');
  await page.locator('input').fill('run');
  await waitOpen(page, 'run');
  await page.waitForFunction(
    `document.querySelector('${panelSelector}').shadowRoot.querySelector('[part=heading]').textContent === 'Vorschläge'`,
  );
  await page.context().close();
});

test('each language has every label in 400 bytes', () => {
  const folder = fileURLToPath(new URL('../../widget/dist/labels', import.meta.url));
  const files = readdirSync(folder);
  for (const language of ['ar', 'de', 'es', 'fr', 'it', 'pt', 'th', 'tr', 'ja', 'zh-Hans', 'no'])
    assert.ok(files.includes(`${language}.json`), language);
  for (const file of files) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const labels: string[] = JSON.parse(text);
    assert.equal(labels.length, 12, file);
    for (const [place, label] of labels.entries())
      assert.equal(
        label.trim() === label && label !== '' && label.includes('{query}'),
        place === 10,
        `${file}: ${label}`,
      );
    assert.ok(gzipSync(text, { level: 9 }).length <= 400, file);
  }
});
