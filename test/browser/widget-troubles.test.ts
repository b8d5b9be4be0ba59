/**
 * The widget before a service in trouble: it is left alone for a while, clicks wait for it, and the page hears nothing.
 * The page's clock stands still and is moved by hand.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { usualAnswer } from '../support/answering-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import { setUpWidgetShop, waitOpen } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

/** A page whose widget shows discovery, after which time stands still. */
async function openStill(): Promise<Page> {
  const { page } = await openPage('/', {});
  await page.clock.install();
  await page.evaluate(
    `window.errors = []; addEventListener('foretype:error', ({ detail }) => errors.push(detail.status ?? 0))`,
  );
  await page.focus('input');
  await waitOpen(page, '');
  await page.clock.pauseAt(Date.now() + 60_000);
  shop.asked.length = 0;
  return page;
}

async function type(page: Page, text: string): Promise<void> {
  await page.evaluate(
    `(() => { const input = document.querySelector('input'); input.value = ${JSON.stringify(text)}; input.dispatchEvent(new InputEvent('input', { bubbles: true })); })()`,
  );
  // Longer than the pause after a keystroke.
  await page.clock.runFor(25);
}

const asked = () => shop.asked.map(({ query }) => query);
const waiting = (page: Page) =>
  page.evaluate<number>('JSON.parse(sessionStorage["foretype-outbox-ft_pk_test"] ?? "[]").length');

test('a service that asks for time is left alone until then', async () => {
  const page = await openStill();
  await page.evaluate(
    `window.sent = []; addEventListener('foretype:request', ({ detail }) => sent.push(detail.query))`,
  );
  shop.answer = () => 429;
  shop.retryAfter = '30';
  await type(page, 'first');
  await waitUntil('the refusal', async () => (await page.evaluate<number[]>('errors')).length === 1);
  await page.clock.runFor(29_000);
  shop.answer = usualAnswer;
  await type(page, 'too early');
  await waitUntil('the pause', async () => (await page.evaluate<number[]>('errors')).length === 2);
  assert.deepEqual(asked(), ['first']);
  await page.clock.runFor(1_000);
  await type(page, 'in time');
  await waitOpen(page, 'in time');
  assert.deepEqual(await page.evaluate<number[]>('errors'), [429, 0]);
  // Nothing was sent in the rest, and nobody told that it was.
  assert.deepEqual(await page.evaluate<string[]>('sent'), ['first', 'in time']);
  await page.context().close();
});

test('a service that keeps failing is asked ever less often', async () => {
  const page = await openStill();
  shop.answer = () => 503;
  for (let count = 1; count <= 60; count += 1) {
    await type(page, `word ${count}`);
    await waitUntil('the failure', async () => (await page.evaluate<number[]>('errors')).length === count);
    await page.clock.runFor(75);
  }
  // Six seconds: after rests of 50, 100, 200, 400, 800, 1,600 and 3,200 milliseconds.
  assert.ok(asked().length >= 6 && asked().length <= 8, asked().join(', '));
  await page.clock.runFor(10_000);
  shop.answer = usualAnswer;
  await type(page, 'well again');
  await waitOpen(page, 'well again');
  await page.context().close();
});

test('an unconfirmed click is kept and resent under one name', async () => {
  const page = await openStill();
  shop.holdEvents = () => new Promise(() => {});
  await page.locator('[role=option]').first().click();
  await waitUntil('the click', () => shop.events.length === 1);
  await page.clock.runFor(1);
  await waitOpen(page, 'running shoes');
  await page.clock.runFor(9_000);
  assert.equal(shop.events.length, 1);
  shop.holdEvents = async () => {};
  // One to give up, ten until it is tried again.
  await page.clock.runFor(1_500);
  await page.locator('[role=option]').nth(1).click();
  assert.equal(await waiting(page), 2);
  await waitUntil('both clicks', async () => {
    await page.clock.runFor(1_000);
    return shop.events.length === 2;
  });
  const [first, second] = shop.events.map(({ events }) => events.map(({ event_id: id }) => id));
  assert.equal(second?.length, 2);
  assert.equal(second?.[0], first?.[0]);
  await waitUntil('an empty outbox', async () => (await waiting(page)) === 0);
  await page.context().close();
});

test('clicks refused for room are retried ever less often', async () => {
  const page = await openStill();
  shop.eventsStatus = 429;
  await page.locator('[role=option]').first().click();
  for (let second = 0; second < 120; second += 1) {
    await page.clock.runFor(1_000);
    await page.evaluate('0');
  }
  assert.ok(shop.events.length >= 5 && shop.events.length <= 12, `${shop.events.length} requests`);
  assert.equal(await waiting(page), 1);
  await page.context().close();
});

test('clicks that the service refuses for good are dropped', async () => {
  const page = await openStill();
  shop.eventsStatus = 403;
  await page.locator('[role=option]').first().click();
  await waitUntil('the refused click', () => shop.events.length === 1);
  await waitUntil('the outbox without it', async () => (await waiting(page)) === 0);
  await page.context().close();
});
