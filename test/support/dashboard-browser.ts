/**
 * Opens the dashboard in a real browser: pages that keep a list of everything that went wrong on them, and checks of what a page must
 * be. Widths are CSS pixels. It passes over no fault: the tests read the list. A build that fails, or a missing browser, fails the
 * file.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Visitor } from './dashboard-visitor.ts';
import { waitUntil } from './wait-until.ts';

/** Sources do not change while the tests of a process run. */
let isBuilt = false;

/** Builds the dashboard where its sources have changed; otherwise this costs nothing. */
export function buildDashboard(): void {
  if (isBuilt) return;
  const script = fileURLToPath(new URL('../../bin/build.ts', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
  isBuilt = true;
}

/** Somebody's browser, with one page. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts and of the page's policy. A call that is refused is no fault of the page. */
  readonly faults: readonly string[];
}

/** A browser that was never here. */
export async function newPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    const isFault = message.type() === 'error' && !message.text().startsWith('Failed to load resource');
    if (isFault || /Content Security Policy/i.test(message.text())) faults.push(message.text());
  });
  return { page, context, faults };
}

/** A person whose browser holds the session of a visitor who is signed in. */
export async function browseAs(browser: Browser, origin: string, visitor: Visitor): Promise<Person> {
  const person = await newPerson(browser);
  await signIn(person.context, origin, visitor);
  return person;
}

/** Gives a browser the session of a visitor. */
export async function signIn(context: BrowserContext, origin: string, { cookie }: Visitor): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
}

/** Every width and scheme once: each of the four pairs would take twice as long and find the same. */
const looks = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

/** Colours on their way from one scheme to the other would be measured as neither. */
const atRest = 'document.getAnimations().every(({ playState }) => playState !== "running")';

/**
 * The elements that one must scroll sideways to see, be it within a region of their own. Those hidden but read aloud are a
 * pixel wide.
 */
const beyondTheEdge = `[...document.querySelectorAll('main *')].filter((element) => {
  const { width, right } = element.getBoundingClientRect();
  return width > 1 && right > innerWidth + 1;
}).map((element) => element.outerHTML.slice(0, 120))`;

/** Returns what axe finds twice in a row: a colour that is on its way from one to another is found once. */
async function findBarriers(page: Page): Promise<string[]> {
  let found: string[] = [];
  await waitUntil('axe to find nothing, or the same again', async () => {
    await waitUntil('the colours to settle', () => page.evaluate<boolean>(atRest));
    const before = found;
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    return found.length === 0 || isDeepStrictEqual(found, before);
  });
  return found;
}

/** Checks both schemes, wide and narrow: axe finds nothing, and nothing stands beyond the edge or scrolls sideways. */
export async function assertFitForAll(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findBarriers(page), [], `${name}, ${width} px, ${colorScheme}`);
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(scrollWidth <= width, `${name} scrolls sideways at ${width} px: ${scrollWidth}`);
    const beyond = await page.evaluate<string[]>(beyondTheEdge);
    assert.deepEqual(beyond, [], `${name} holds what is beyond its edge at ${width} px`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
