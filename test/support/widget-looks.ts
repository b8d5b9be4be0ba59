/**
 * A shop on another origin than the service, with nothing in it but a search box to which the widget is bound by its script tag, under
 * a strict policy: for pictures of the widget and for accessibility checks of all its looks. Sizes are CSS pixels. It needs a demo
 * store that was just made, else it throws; nothing is ever typed into a real shop.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { TestService } from './start-test-service.ts';
import { waitUntil } from './wait-until.ts';

/** The look of the widget, and the query. */
export interface WidgetLook {
  readonly theme: (typeof widgetThemes)[number];
  readonly display: (typeof widgetDisplays)[number];
  readonly dir: 'ltr' | 'rtl';
  readonly scheme: 'light' | 'dark';
  readonly state: WidgetState;
}

export const widgetThemes = ['rounded', 'sharp', 'compact'] as const;
export const widgetDisplays = ['line', 'card'] as const;

/** The text that brings the panel into a state; some texts are longer than a panel is wide. */
const queries = {
  discovery: { ltr: '', rtl: '' },
  results: { ltr: 'coffee', rtl: 'قهوة' },
  nothing: { ltr: 'zzqqxx', rtl: 'ظظغغ' },
  /** Nothing is found, and the shop has nothing else. */
  bare: { ltr: 'zzqqxx', rtl: 'ظظغغ' },
  long: { ltr: 'extraordinarily', rtl: 'الاستثنائية' },
} as const;

export type WidgetState = keyof typeof queries;

export const widgetStates = Object.keys(queries) as readonly WidgetState[];

export interface LooksShop {
  readonly address: (look: WidgetLook) => string;
  /** The page of many looks at once, each in a frame with its panel open. */
  readonly sheetAddress: (theme: WidgetLook['theme']) => string;
  close(): Promise<void>;
}

/** Products whose texts are longer than any panel is wide. */
function longProducts(): readonly object[] {
  const latin =
    'Extraordinarily Comprehensive Stainless-Steel Thermally Insulated Expedition Beverage Container';
  const arabic = 'الحاوية الاستثنائية المعزولة حراريًا للمشروبات الساخنة والباردة في الرحلات الطويلة جدًا';
  return [
    [
      'LONG-1',
      `${latin} with Interchangeable Lids, 1 l`,
      'Outdoor > Poles, Bottles, Flasks & Drinking Systems',
      'bottle-teal',
    ],
    ['LONG-2', `${latin.replaceAll(' ', '')}WithoutAnySpaces`, 'Outdoor', 'bottle-coral'],
    [
      'LONG-3',
      `${latin} for Children`,
      'Outdoor > Donaudampfschifffahrtsgesellschaftskapitänsbedarf',
      'kettle-green',
    ],
    ['LONG-4', arabic, 'خارجي > زجاجات وحافظات وأنظمة الشرب للرحلات', 'bottle-navy'],
  ].map(([id, title, category, picture], index) => ({
    external_id: id,
    title,
    category,
    price: '1234567.89',
    currency: index === 3 ? 'AED' : 'EUR',
    url: `https://shop.example/${id}`,
    in_stock: false,
    image_url: `/demo/pictures/${picture}.svg`,
  }));
}

/** Starts the shop on the demo store of `service`, which gets some products with long texts. */
export async function startLooksShop(service: TestService): Promise<LooksShop> {
  const { createdDemo } = service.running;
  if (createdDemo === null) throw new Error('the service needs a demo store that it has just made');
  const { secret, storefront } = createdDemo.keys;
  const products = longProducts().map((product) => ({
    ...product,
    image_url: `${service.origin}${(product as { image_url: string }).image_url}`,
  }));
  const answer = await service.request('POST', '/api/v1/product-imports', {
    key: secret,
    body: { products },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${service.origin}`,
    "style-src 'self'",
    `connect-src 'self' ${service.origin}`,
    `img-src ${service.origin}`,
    "frame-src 'self'",
  ].join('; ');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop');
    const [type, body] = fileOf(url, (look, isOpen) => shopPage(look, isOpen, service.origin, storefront));
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: (look) => `${origin}/?${lookParameters(look)}`,
    sheetAddress: (theme) => `${origin}/sheet?theme=${theme}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Brings the panel of the page into the look's state, as a shopper would. */
export async function showPanel(page: Page, { state, dir }: WidgetLook): Promise<void> {
  const box = page.getByRole('combobox');
  await box.focus();
  const query = queries[state][dir];
  if (query !== '') await box.fill(query);
  // Asked from outside: the page's policy forbids the script that would wait within it.
  await waitUntil(`the panel to show ${state}`, () =>
    page.evaluate<boolean>(`(() => {
      const panel = document.querySelector('[data-foretype]');
      const isShown = panel?.matches(':popover-open') && (panel.querySelector('[role=option]') !== null) === ${state !== 'bare'};
      return isShown && (${JSON.stringify(query)} === '' || window.rendered === ${JSON.stringify(query)});
    })()`),
  );
}

function lookParameters({ theme, display, dir, scheme, state }: WidgetLook): URLSearchParams {
  return new URLSearchParams({ theme, display, dir, scheme, state });
}

function readLook(parameters: URLSearchParams): WidgetLook {
  const choose = <Choice extends string>(name: string, choices: readonly Choice[], initial: Choice): Choice =>
    choices.find((choice) => choice === parameters.get(name)) ?? initial;
  return {
    theme: choose('theme', widgetThemes, 'rounded'),
    display: choose('display', widgetDisplays, 'line'),
    dir: choose('dir', ['ltr', 'rtl'], 'ltr'),
    scheme: choose('scheme', ['light', 'dark'], 'light'),
    state: choose('state', widgetStates, 'discovery'),
  };
}

function fileOf(
  url: URL,
  page: (look: WidgetLook, isOpen: boolean) => string,
): readonly [type: string, body: string] {
  if (url.pathname === '/shop.css') return ['text/css; charset=utf-8', shopCss];
  if (url.pathname === '/shop.js') return ['text/javascript; charset=utf-8', shopScript];
  if (url.pathname === '/empty')
    return ['application/json', '{"suggestions":[],"categories":[],"products":[]}'];
  const given = readLook(url.searchParams);
  if (url.pathname === '/sheet') return ['text/html; charset=utf-8', sheetPage(given.theme)];
  return ['text/html; charset=utf-8', page(given, url.searchParams.has('open'))];
}

function shopPage(look: WidgetLook, isOpen: boolean, service: string, key: string): string {
  const { theme, display, dir, scheme, state } = look;
  const endpoint = state === 'bare' ? ' data-endpoint="/empty"' : '';
  const query = isOpen ? ` data-query="${queries[state][dir]}"` : '';
  return `<!doctype html>
<html lang="${dir === 'rtl' ? 'ar' : 'en'}" dir="${dir}" class="${scheme} ${theme}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/shop.css"><script src="/shop.js"${query}></script>
<script async src="${service}/widget.js" data-api-key="${key}" data-theme="${theme}" data-product-display="${display}"
 data-limit="4" data-tracking="off" data-results-url="/?q={query}"${endpoint}></script></head>
<body><header><input type="search" aria-label="${dir === 'rtl' ? 'بحث' : 'Search'}"></header><main><h1>Shop</h1></main></body></html>`;
}

/** The contents and the size of a frame of the sheet. */
interface Cell {
  readonly look: Omit<WidgetLook, 'theme'>;
  readonly width: number;
  readonly height: number;
}

const wide = { width: 700, height: 620 };
const narrow = { width: 360, height: 620 };
const look = (
  display: 'line' | 'card',
  dir: 'ltr' | 'rtl',
  scheme: 'light' | 'dark',
  state: WidgetState,
) => ({
  look: { display, dir, scheme, state },
});

/** The frames by column of the sheet; all columns have the same height. */
const columns: readonly (readonly Cell[])[] = [
  [
    { ...look('line', 'ltr', 'light', 'results'), ...wide },
    { ...look('line', 'rtl', 'dark', 'results'), ...wide },
    { ...look('line', 'ltr', 'light', 'long'), ...wide },
  ],
  [
    { ...look('card', 'ltr', 'light', 'discovery'), ...wide },
    { ...look('card', 'rtl', 'light', 'results'), ...wide },
    { ...look('line', 'ltr', 'dark', 'nothing'), ...wide },
  ],
  [
    { ...look('line', 'ltr', 'light', 'results'), ...narrow },
    { ...look('card', 'rtl', 'dark', 'discovery'), ...narrow },
    { ...look('line', 'ltr', 'dark', 'long'), ...narrow },
  ],
];

function sheetPage(theme: WidgetLook['theme']): string {
  const frameOf = ({ look: shown, width, height }: Cell) => {
    const address = `/?${lookParameters({ ...shown, theme })}&open`.replaceAll('&', '&amp;');
    return `<iframe src="${address}" width="${width}" height="${height}" title="${shown.state}"></iframe>`;
  };
  const frames = columns.map((cells) => `<div>${cells.map(frameOf).join('')}</div>`);
  return `<!doctype html>
<html lang="en" class="sheet"><head><meta charset="utf-8"><title>${theme}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css"></head><body>${frames.join('')}</body></html>`;
}

/** The box is a plain one, as a theme that knows nothing of the widget has it. */
const shopCss = `
.light { color-scheme: light; background: #fff; color: #17191c; }
.dark { color-scheme: dark; background: #131416; color: #ecedf0; }
body { margin: 0; font: 16px/1.5 system-ui, "Noto Sans", sans-serif; }
header, main { padding: 16px; }
h1 { font-size: 20px; }
input { box-sizing: border-box; width: 100%; height: 44px; padding: 0 14px; border: 1px solid #888; font: inherit; }
.rounded input { border-radius: 12px; }
.compact input[aria-expanded=true] { border-radius: 10px 10px 0 0; }
.compact input { border-radius: 10px; }
.sheet body { display: flex; gap: 20px; padding: 20px; background: #d9dce1; width: max-content; }
.sheet div { display: grid; gap: 20px; align-content: start; }
iframe { display: block; border: 0; border-radius: 10px; }
`;

/** Notes what was painted last, and opens the panel of a frame without taking the focus from its neighbours. */
const shopScript = `
document.addEventListener('foretype:render', ({ detail }) => { window.rendered = detail.query; });
const { query } = document.currentScript.dataset;
if (query !== undefined) addEventListener('load', () => {
  const box = document.querySelector('input');
  // Discovery comes first, as it does where a shopper goes to the box.
  if (query !== '') addEventListener('foretype:render', () => {
    box.value = query;
    box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, { once: true });
  box.dispatchEvent(new MouseEvent('click'));
});
`;
