/**
 * The widget among what pages of shops are like: late answers, dead services, hostile styles and catalogs, strict
 * policies, input methods, clicks that lead away. Each test starts on a fresh page.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { card, emptyAnswer, shopPage, usualAnswer } from '../support/answering-shop.ts';
import { waitUntil } from '../support/wait-until.ts';
import { panelSelector, setUpWidgetShop, shownOptions, waitOpen } from '../support/widget-page.ts';

const { shop, openPage } = setUpWidgetShop();

const isOpen = `document.querySelector('${panelSelector}')?.matches(':popover-open') ?? false`;
const setValue = (text: string) =>
  `(() => { const input = document.querySelector('input'); input.value = ${JSON.stringify(text)}; input.dispatchEvent(new InputEvent('input', { bubbles: true })); })()`;

test('§4.9.1 focus on an empty input asks for discovery by key', async () => {
  shop.put('/cookie', shopPage({ script: 'data-limit="3"' }), { 'Set-Cookie': 'a=b' });
  const { page, faults } = await openPage('/cookie');
  assert.deepEqual(shop.asked, []);
  await page.focus('input');
  await waitOpen(page, '');
  assert.deepEqual(
    shop.asked.map(({ path, key, cookie }) => [path, key, cookie]),
    [['/api/v1/autocomplete?q=&limit=3&compare_at_price=1', 'ft_pk_test', undefined]],
  );
  assert.equal(await page.locator('[part=heading]').first().textContent(), 'Popular');
  assert.deepEqual(faults, []);
});

test('a near pointer fetches discovery before the focus', async () => {
  const { page } = await openPage();
  await page.hover('input');
  await waitUntil('the prefetch', () => shop.asked.length === 1);
  await page.waitForTimeout(50);
  await page.evaluate(`document.querySelector('input').focus(); window.atOnce = renders.length`);
  assert.equal(await page.evaluate<number>('atOnce'), 1);
});

test('§4.9 data-min-chars: one letter closes discovery, and the debounce joins keystrokes', async () => {
  shop.put('/slow-typing', shopPage({ script: 'data-debounce="300"' }));
  const { page } = await openPage('/slow-typing');
  await page.focus('input');
  await waitOpen(page, '');
  await page.keyboard.type('r');
  assert.equal(await page.evaluate<boolean>(isOpen), false);
  await page.keyboard.type('unning');
  await waitOpen(page, 'running');
  assert.deepEqual(
    shop.asked.map(({ query }) => query),
    ['', 'running'],
  );
});

test('§4.9 data-key-in="query" puts the key into the address only', async () => {
  shop.put('/key', shopPage({ script: 'data-key-in="query" data-endpoint="/api/v1/autocomplete?v=1"' }));
  const { page } = await openPage('/key');
  await page.focus('input');
  await waitOpen(page, '');
  assert.equal(shop.asked[0]?.path, '/api/v1/autocomplete?v=1&q=&limit=5&compare_at_price=1&key=ft_pk_test');
  assert.equal(shop.asked[0]?.key, undefined);
});

test('§4.9.3 only the answer asked for is painted after any delay', async () => {
  const { page } = await openPage();
  await page.focus('input');
  const words = ['shoe', 'shoes', 'belt', 'run', 'running', 'trail'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ word: fc.constantFrom(...words), answerMs: fc.nat(60), pauseMs: fc.nat(60) }), {
        minLength: 2,
        maxLength: 8,
      }),
      async (keystrokes) => {
        const delays = new Map(keystrokes.map(({ word, answerMs }) => [word, answerMs]));
        shop.hold = (query) => new Promise((resolve) => setTimeout(resolve, delays.get(query) ?? 0));
        // Each paint is recorded with what the input held just then.
        const history = await page.evaluate<[string, string][]>(`(async () => {
          const input = document.querySelector('input'), history = [];
          const note = ({ detail }) => history.push([detail.query, input.value]);
          input.addEventListener('foretype:render', note);
          for (const { word, pauseMs } of ${JSON.stringify(keystrokes)}) {
            input.value = word; input.dispatchEvent(new InputEvent('input', { bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve, pauseMs));
          }
          await new Promise((resolve) => setTimeout(resolve, 130));
          input.removeEventListener('foretype:render', note);
          return history;
        })()`);
        for (const [painted, typed] of history) assert.equal(painted, typed);
        const last = `${keystrokes.at(-1)?.word} shoes`;
        await waitUntil(`"${last}"`, async () => (await shownOptions(page))[0] === last);
      },
    ),
    { numRuns: 12 },
  );
});

test('§4.9.3 a superseded question is aborted and opens nothing', async () => {
  const { page } = await openPage();
  let release = () => {};
  shop.hold = (query) =>
    query === 'slow'
      ? new Promise((resolve) => {
          release = resolve;
        })
      : Promise.resolve();
  await page.focus('input');
  await waitOpen(page, '');
  await page.evaluate(setValue('slow'));
  await waitUntil('the question', () => shop.asked.some(({ query }) => query === 'slow'));
  await page.keyboard.press('Escape');
  await waitUntil('the abort', () =>
    shop.asked.some(({ query, isAborted }) => query === 'slow' && isAborted),
  );
  release();
  shop.hold = async () => {};
  await page.evaluate(setValue('fast'));
  await waitOpen(page, 'fast');
  assert.ok(!(await page.evaluate<string[]>('renders')).includes('slow'));
});

test('§4.9.7 an earlier answer is repainted at once and asked again', async () => {
  const { page } = await openPage();
  await page.focus('input');
  for (const word of ['run', 'belt']) {
    await page.evaluate(setValue(word));
    await waitOpen(page, word);
  }
  shop.asked.length = 0;
  const atOnce = await page.evaluate<string>(
    `${setValue(' run')}, window.first = document.querySelector('[role=option]'), first.firstChild.shadowRoot.textContent`,
  );
  assert.equal(atOnce, 'run shoes');
  await page.waitForFunction(`!document.querySelector('[data-busy]')`);
  assert.deepEqual(
    shop.asked.map(({ query }) => query),
    ['run'],
  );
  assert.equal(await page.evaluate<boolean>('first.isConnected'), true);
});

test('§4.9.5 refusals, errors, nonsense and silence close without a word', async () => {
  const { page, faults } = await openPage('/', {});
  await page.clock.install();
  await page.evaluate(
    `window.errors = []; addEventListener('foretype:error', ({ detail }) => errors.push(detail.status))`,
  );
  await page.focus('input');
  await waitOpen(page, '');
  const failures: (number | string)[] = [
    401,
    403,
    422,
    429,
    500,
    503,
    'not json',
    '<html>',
    '[]',
    'null',
    '{"suggestions":[]}',
  ];
  for (const failure of failures) {
    await page.evaluate(setValue('good'));
    await waitOpen(page, 'good');
    shop.answer = (query) => (query.startsWith('bad') ? failure : usualAnswer(query));
    await page.evaluate(setValue(`bad${failure}`));
    await waitUntil(`closing after ${failure}`, async () => !(await page.evaluate<boolean>(isOpen)));
    // A rest after trouble, see widget-troubles.test.ts.
    await page.clock.fastForward(60_000);
  }
  shop.answer = usualAnswer;
  await page.context().setOffline(true);
  await page.evaluate(setValue('offline'));
  await waitUntil('closing offline', async () => !(await page.evaluate<boolean>(isOpen)));
  await page.context().setOffline(false);
  assert.deepEqual((await page.evaluate<number[]>('errors')).slice(0, 6), [401, 403, 422, 429, 500, 503]);
  // The browser itself tells of refused requests; nothing else was thrown or logged.
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith('Failed to load resource')),
    [],
  );
  await page.context().close();
});

test('a hostile catalog runs no script and links only http', async () => {
  shop.answer = (query) => ({
    ...emptyAnswer,
    suggestions: ['<img src=x onerror=alert(1)>', 7, null, { title: {} }, '\u202eevil'],
    categories: [{ title: '<b>x</b>' }, null, 'no object'],
    products: [
      card(1, 'script', { url: 'javascript:alert(1)' }),
      card(2, 'data', { url: 'data:text/html,x' }),
      card(3, '<svg onload=alert(1)>', {
        image_url: 'javascript:alert(1)',
        price: '<i>',
        currency: 'NOPE',
        category: '__proto__',
      }),
      card(4, 'x'.repeat(10_000)),
      { __proto__: { url: '/x' }, title: 'no url' },
      'no object',
    ],
    meta: { query, mode: 'search' },
  });
  shop.put('/policy', shopPage(), {
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  });
  const { page, faults } = await openPage('/policy');
  page.on('dialog', () => assert.fail('a script ran'));
  await page.locator('input').pressSequentially('xx');
  await waitOpen(page, 'xx');
  const options = await shownOptions(page);
  assert.deepEqual(options.slice(0, 3), ['<img src=x onerror=alert(1)>', '\u202eevil', '<b>x</b>']);
  assert.equal(options.at(-2)?.length, 300);
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[role=option]')].map((link) => link.pathname)`,
  );
  assert.deepEqual(links, ['/product-3', '/product-4', '/searched']);
  assert.equal(
    await page.evaluate<string>(`getComputedStyle(document.querySelector('${panelSelector}')).position`),
    'fixed',
  );
  assert.deepEqual(faults, []);
});

const hostileStyles = `<style>*{color:red!important;font-size:40px!important;letter-spacing:9px!important}
a,div,span{display:inline!important;border:5px solid lime!important;padding:30px!important;position:static!important}
a::before,div::before{content:"X"!important;display:block!important}a{pointer-events:none!important}
[role=listbox]{display:none!important;opacity:0!important}:last-child{margin:9px!important}</style>`;

test('a page’s hostile styles change nothing in the panel', async () => {
  const look = `(() => { const seen = []; const walk = (node) => { const style = getComputedStyle(node); const box = node.getBoundingClientRect();
    seen.push([node.localName, node.getAttribute('part'), style.color, style.fontSize, style.display, style.padding, style.borderWidth, style.opacity, style.pointerEvents, style.letterSpacing, Math.round(box.width), Math.round(box.height)].join());
    for (const child of [...(node.shadowRoot?.children ?? []), ...node.children]) walk(child); };
    walk(document.querySelector('${panelSelector}')); return seen; })()`;
  const body =
    '<header><input type="search" aria-label="Search" style="all:revert!important;width:400px!important;font-size:16px!important"></header>';
  const looks: string[][] = [];
  for (const [path, head] of [
    ['/plain', ''],
    ['/hostile', hostileStyles],
  ] as const) {
    shop.put(path, shopPage({ body, head }));
    const { page } = await openPage(path);
    await page.locator('input').pressSequentially('run');
    await waitOpen(page, 'run');
    looks.push(await page.evaluate<string[]>(look));
  }
  assert.deepEqual(looks[1], looks[0]);
});

test('only a category with a web address leads there, once written', async () => {
  const { page } = await openPage('/', {});
  shop.answer = (query) => ({
    ...usualAnswer(query),
    categories: [
      { title: 'Sale', url: `${shop.origin}/sale` },
      { title: 'Trap', url: 'javascript:document.body.remove()' },
    ],
  });
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  await page.locator('[role=option][slot=categories]').nth(1).click();
  await waitOpen(page, 'Trap');
  await page.evaluate(
    `addEventListener('input', (event) => sessionStorage.setItem('written', event.target.value))`,
  );
  await page.locator('[role=option][slot=categories]').first().click();
  await page.waitForURL('**/sale');
  assert.equal(await page.evaluate('sessionStorage.getItem("written")'), 'Sale');
});

test('§6 clicks use session storage only and repeat on the next page', async () => {
  const { page } = await openPage('/', {});
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  await page.locator('[role=option][slot=categories]').first().click();
  await waitUntil('the report', () => shop.events.length === 1);
  const [report] = shop.events;
  assert.match(report?.session_id ?? '', /^[\w-]{8,64}$/);
  const { event_id: id, ...event } = report?.events[0] ?? {};
  assert.match(String(id), /^[\w-]{8,64}$/);
  assert.deepEqual(event, {
    type: 'suggestion_click',
    phrase: 'Running',
    region: 'categories',
    position: 1,
    query: 'run',
  });
  shop.eventsStatus = null;
  await waitOpen(page, 'Running');
  await page.locator('a[role=option]').nth(1).click();
  await page.waitForURL('**/product-2');
  shop.eventsStatus = 200;
  await page.goto(`${shop.origin}/again`);
  await waitUntil('the report of the click that led away', () => shop.events.length >= 2);
  const sent = shop.events.at(-1);
  assert.equal(sent?.session_id, report?.session_id);
  assert.equal(sent?.events[0]?.product_id, '00000000-0000-4000-8000-000000000002');
  await page.waitForFunction('JSON.parse(sessionStorage["foretype-outbox-ft_pk_test"]).length === 0');
  assert.deepEqual(
    await page.evaluate<unknown>(
      '[Object.keys(sessionStorage).sort(), localStorage.length, document.cookie]',
    ),
    [['foretype-outbox-ft_pk_test', 'foretype-recent-ft_pk_test', 'foretype-session'], 0, ''],
  );
  await page.context().close();
});

test('§6 a leaving click is delivered unless data-tracking="off"', async () => {
  shop.put('/untracked', shopPage({ script: 'data-tracking="off"' }));
  for (const [path, count] of [
    ['/', 1],
    ['/untracked', 0],
  ] as const) {
    const { page } = await openPage(path, {});
    await page.locator('input').pressSequentially('run');
    await waitOpen(page, 'run');
    await page.locator('a[role=option]').first().click();
    await page.waitForURL('**/product-1');
    await waitUntil('what was clicked', () => shop.events.length >= count);
    // The next page may send it again, under the same id.
    const ids = shop.events.flatMap(({ events }) => events.map(({ event_id: id }) => id));
    assert.equal(new Set(ids).size, count);
    if (count === 0) assert.equal(await page.evaluate<number>('sessionStorage.length'), 0);
    await page.context().close();
  }
});

test('a page may keep a choice for itself', async () => {
  const { page } = await openPage();
  await page.evaluate(
    `window.chosen = []; addEventListener('foretype:select', (event) => { event.preventDefault(); chosen.push(event.detail.value); })`,
  );
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  await page.locator('[role=option]').first().click();
  await page.locator('a[role=option]').first().click();
  assert.deepEqual(await page.evaluate<string[]>('chosen'), [
    'run shoes',
    '00000000-0000-4000-8000-000000000001',
  ]);
  assert.equal(await page.inputValue('input'), 'run');
  assert.equal(new URL(page.url()).pathname, '/');
});

test('data-query-id keeps the search of a cart as guides say', async () => {
  const id = 'Zr0mAAAAAAAAAAAAAAAAAA';
  shop.put('/query-id', shopPage({ script: 'data-query-id="on"' }));
  shop.answer = (query) => {
    const answer = usualAnswer(query);
    return { ...answer, meta: { ...answer.meta, query_id: query === '' ? 'of the empty box' : id } };
  };
  const { page } = await openPage('/query-id');
  await page.route('**/cart/update.js', (route) => route.fulfill({ json: {} }));
  await page.evaluate(`addEventListener('foretype:select', (event) => event.preventDefault())`);
  for (const guide of ['connect-shopify', 'connect-woocommerce']) {
    const text = readFileSync(new URL(`../../docs/${guide}.md`, import.meta.url), 'utf8');
    await page.evaluate(/<script>(.*foretype_query_id.*)<\/script>/.exec(text)?.[1] ?? assert.fail(guide));
  }
  await page.locator('input').pressSequentially('run');
  await waitOpen(page, 'run');
  const kept = page.waitForRequest('**/cart/update.js');
  await page.locator('a[role=option]').first().click();
  assert.deepEqual((await kept).postDataJSON(), { attributes: { foretype_query_id: id } });
  assert.match(
    await page.evaluate<string>('document.cookie'),
    new RegExp(`(^|; )foretype_query_id=${id}(;|$)`),
  );
  assert.ok(shop.asked.every(({ path }) => path.includes('&query_id=1')));
});
