/**
 * A page of a shop whose search box is React's: the packed packages, installed in a folder of their own, bundled as a shop bundles them,
 * in development mode so that React says what is wrong. The service behind it is `answering-shop.ts`. The bundle is made once a process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { AnsweringShop } from './answering-shop.ts';
import { atEnd } from './at-end.ts';
import { installPackages, packPackage } from './packages.ts';
import { readPanelTree } from './widget-scenes.ts';

/** The packages of a consumer with React. */
const lentPackages = ['react', 'react-dom', 'scheduler', '@types/react', '@types/react-dom', 'csstype'];

const usualScript = `
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '@foretype/client';
import { SearchBox } from '@foretype/react';
Object.assign(window, { selected: [], failures: [], keeps: false });
const client = createClient({ url: location.origin, key: 'ft_pk_test', keyIn: 'query' });
function onSelect(choice, event) {
  selected.push(choice.label);
  if (keeps) event.preventDefault();
}
const own = JSON.parse(document.body.dataset.props);
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <SearchBox name="s" aria-label="Search" client={client} debounceMs={20} onSelect={onSelect}
      onError={(error) => failures.push(error.code)} {...own} />
  </StrictMode>,
);
`;

/** Packs and installs both packages. */
export async function installReact() {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-react-'));
  try {
    const packed = [await packPackage('client', folder), await packPackage('react', folder)];
    return { packed, consumer: await installPackages(packed, lentPackages) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let usual: Promise<string> | undefined;
let installed: ReturnType<typeof installReact> | undefined;
atEnd(async () => {
  if (installed !== undefined) rmSync((await installed).consumer.folder, { recursive: true });
});

/** Bundles a module of JSX as a shop does that has installed both packages. */
export async function bundleForReact(contents: string): Promise<string> {
  installed ??= installReact();
  const { consumer } = await installed;
  const { outputFiles } = await build({
    stdin: { contents, loader: 'jsx', resolveDir: consumer.folder },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** How a page differs from the usual one. */
export interface ReactPageOptions {
  /** Properties of the box. */
  readonly props?: Readonly<Record<string, unknown>>;
  /** Attributes of the page. */
  readonly html?: string;
  readonly context?: BrowserContextOptions;
  /** The module of the page; absent: one with the usual box. */
  readonly script?: string;
}

/** Opens the page in a context of its own and collects its errors. */
export async function openReactPage(
  browser: Browser,
  shop: AnsweringShop,
  { props = {}, html = 'lang="en"', context: own = {}, script }: ReactPageOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  usual ??= bundleForReact(usualScript);
  shop.put('/react.js', script ?? (await usual), { 'content-type': 'text/javascript; charset=utf-8' });
  shop.put(
    '/react',
    `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Shop</title><meta name="viewport" content="width=device-width"></head>
<body data-props='${JSON.stringify(props)}'><header><form action="/searched" id="root"></form></header><main><h1>Shop</h1><p>Text</p></main>
<script type="module" src="/react.js"></script></body></html>`,
  );
  const context = await browser.newContext({
    viewport: { width: 1_000, height: 900 },
    locale: 'en-US',
    ...own,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  shop.asked.length = 0;
  shop.events.length = 0;
  await page.goto(`${shop.origin}/react`);
  await page.getByRole('combobox').waitFor();
  return { page, faults };
}

/** What a reader of the screen gets of the open box. */
export async function readReactTree(browser: Browser, shop: AnsweringShop): Promise<string> {
  const { page } = await openReactPage(browser, shop);
  await page.getByRole('combobox').pressSequentially('shoe');
  await page.getByRole('option', { name: 'shoe shoes' }).waitFor();
  return await readPanelTree(page);
}
