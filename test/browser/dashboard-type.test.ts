/**
 * The type of the dashboard in a real browser: a font of its own with figures of one width, six sizes of text, and the styles of all
 * components of Mantine that it uses.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { browseAs, buildDashboard, type Person } from '../support/dashboard-browser.ts';
import { sharedOperator } from '../support/dashboard-visitor.ts';
import { anyEngine } from '../support/engines.ts';
import { startTestService, type TestService } from '../support/start-test-service.ts';
import { importProducts, productInput } from '../support/store-calls.ts';

const root = new URL('../../', import.meta.url);
let service: TestService;
let person: Person;
/** The address of the store's pages. */
let store: string;

before(async () => {
  buildDashboard();
  service = await startTestService(anyEngine);
  const shop = await service.createStore();
  await importProducts(shop, [productInput('a', { title: 'Wanderschuh žluťoučký' })]);
  person = await browseAs(await sharedBrowser(), service.origin, await sharedOperator(service));
  store = `${service.origin}/dashboard/stores/${shop.store.id}`;
});

after(async () => {
  await closePages(await sharedBrowser());
  await service.stop();
});

test('the dashboard brings its own font with even figures', async () => {
  const { page, faults } = person;
  await page.goto(store);
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  assert.ok(
    await page.evaluate<boolean>(
      `document.fonts.ready.then(() => document.fonts.check('14px "Figtree Variable"'))`,
    ),
  );
  const loaded = await page.evaluate<string[]>(
    `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ unicodeRange }) => unicodeRange)`,
  );
  assert.equal(loaded.length, 1, 'other letters are fetched where they stand');
  const widths = await page.evaluate<
    number[]
  >(`['tabular-nums', 'normal'].flatMap((numeric) => ['1111', '0000'].map((text) => {
    const element = document.createElement('span');
    Object.assign(element, { textContent: text });
    element.style.cssText = 'position: absolute; font-variant-numeric: ' + numeric;
    document.body.append(element);
    return element.getBoundingClientRect().width;
  }))`);
  assert.equal(widths[0], widths[1], 'figures of one width');
  assert.notEqual(widths[2], widths[3], 'which the font has beside others');
  await page.goto(`${store}/products`);
  await page.getByText('žluťoučký').waitFor();
  await page.waitForFunction(`[...document.fonts].filter(({ status }) => status === 'loaded').length === 2`);
  assert.deepEqual(faults, []);
});

/** The sizes of all text on the page, each with an element of this size. */
const sizesOfText = `Object.fromEntries([...document.querySelectorAll('body *')].filter((element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') && element.checkVisibility())
  .map((element) => [getComputedStyle(element).fontSize, element.outerHTML.slice(0, 200)]))`;

test('all text of the dashboard has one of six sizes', async () => {
  const { page } = person;
  const scale = ['13px', '14px', '15px', '17px', '20px', '24px'];
  const paths = [
    '',
    '/service',
    '/searches',
    '/searches/boot',
    '/synonyms',
    '/rules',
    '/new-rule',
    '/phrases',
    '/phrases/types',
  ];
  paths.push(
    '/products',
    '/products/a',
    '/imports',
    '/imports/new',
    '/feeds',
    '/feeds/new',
    '/collections',
    '/collections/new',
  );
  paths.push(
    '/install',
    '/install?part=keys',
    '/start',
    '/settings',
    '/settings/team',
    '/settings/webhooks',
    '/settings/audit',
    '/account',
  );
  for (const path of paths) {
    await page.goto(`${store}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await page.evaluate<Record<string, string>>(sizesOfText);
    const others = Object.entries(sizes).filter(([size]) => !scale.includes(size));
    assert.deepEqual(others, [], path);
  }
});

test('every component of Mantine in use has its styles', () => {
  const assets = new URL('dashboard/dist/assets/', root);
  const built = (ending: string) =>
    readdirSync(assets)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(new URL(name, assets), 'utf8'))
      .join('\n');
  const all = readFileSync(new URL('node_modules/@mantine/core/styles.css', root), 'utf8');
  const styles = built('.css');
  const named = new Set(built('.js').match(/\bm_[0-9a-f]{6,8}\b/g));
  assert.ok(named.size > 100);
  const missing = [...named].filter((name) => all.includes(`.${name}`) && !styles.includes(`.${name}`));
  assert.deepEqual(missing, [], 'dashboard/src/mantine.css lacks the styles of a component');
});
