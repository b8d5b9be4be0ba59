/**
 * The demo shop's pages as text: that they live under their strict content security policy, that whatever products say
 * is escaped, that the widget is bound by its script tag alone, and that pages and demo catalog name the same things.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Choices,
  choiceParameters,
  displays,
  readChoices,
  schemes,
  shopLink,
  themes,
} from './choices.ts';
import { loadDemoCatalog, placeInShop } from './demo-catalog.ts';
import { departments, tries } from './departments.ts';
import { html } from './html.ts';
import { drawPicture } from './product-pictures.ts';
import { renderNoStore, type ShopFrame } from './shop-page.ts';
import { renderFront, renderPhone, renderProduct, renderResults, type ShopProduct } from './shop-pages.ts';
import { languages, shopWords } from './shop-words.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const [css, script] = [read('./storefront.css'), read('./storefront.js')];

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>' onclick='alert(1)`;

function frameOf(chosen: Partial<Choices> = {}, query = ''): ShopFrame {
  return {
    choices: { ...readChoices({}), ...chosen },
    path: '/demo',
    query,
    storeName: 'Demo & Sons',
    apiKey: 'ft_pk_demo',
    origin: 'https://search.example',
  };
}

function productOf(text: string, address = 'https://search.example/demo/p/A-1'): ShopProduct {
  return {
    title: text,
    category: `${text} > ${text}`,
    url: address,
    image_url: address,
    price: '12.30',
    currency: 'EUR',
    in_stock: false,
    description: text,
    brand: text,
    compareAtPrice: '15.00',
    attributes: [[text, text]],
  };
}

/** Every page there is, with the same text wherever a stranger's can stand. */
function pagesWith(text: string): readonly string[] {
  const product = productOf(text);
  const frame = frameOf({}, text);
  return [
    renderFront(frame, [product]),
    renderResults(frame, [product]),
    renderResults(frame, []),
    renderProduct(frame, product, [product]),
    renderPhone(frame),
    renderNoStore(),
  ].map((page) => page.text);
}

/** The first group of every match. */
const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), (hit) => hit[1] ?? '');

test('demo shop pages hold no inline script, style or handler', () => {
  for (const page of [...pagesWith('Lamp'), ...pagesWith(hostile)]) {
    assert.ok(all(page, /<script[^>]*>([^<]*)<\/script>/g).every((inside) => inside === ''));
    const tags = all(page, /<([a-z][^>"]*(?:"[^"]*"[^>"]*)*)>/g).map((tag) => tag.replace(/"[^"]*"/g, '""'));
    assert.ok(tags.length > 5);
    for (const tag of tags) assert.doesNotMatch(tag, /^style|\sstyle=|\son[a-z]+=/i);
  }
});

test('demo shop pages load only their files and the widget', () => {
  for (const page of pagesWith('Lamp').slice(0, -1)) {
    const loaded = [
      ...all(page, /<script[^>]*\ssrc="([^"]+)"/g),
      ...all(page, /"stylesheet" href="([^"]+)"/g),
    ];
    assert.deepEqual(loaded, ['/demo/storefront.js', '/widget.js', '/demo/storefront.css']);
  }
  assert.doesNotMatch(css, /@import|url\(/);
});

test('§4.9 the demo shop shows the one script tag that it uses', () => {
  for (const theme of themes) {
    for (const display of displays) {
      const page = renderFront(frameOf({ theme, display }), []).text;
      const [, tag = ''] = /(<script async [^>]*>)/.exec(page) ?? [];
      assert.match(tag, /data-api-key="ft_pk_demo"/);
      assert.equal(/data-theme="([^"]+)"/.exec(tag)?.[1] ?? 'rounded', theme);
      assert.equal(/data-product-display="([^"]+)"/.exec(tag)?.[1] ?? 'line', display);
      const shown = html`${`${tag}</script>`.replace('/widget.js', 'https://search.example/widget.js')}`.text;
      assert.ok(page.includes(`<code id="tag">${shown}</code>`), shown);
    }
  }
  assert.doesNotMatch(script, /fetch\(|\boption\b|aria-/);
});

test('escaped text cannot end a text or an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ab ') }), (text) => {
      const escaped = html`${text}`.text;
      assert.doesNotMatch(escaped, /[<>"']/);
      const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
      assert.equal(
        escaped.replace(/&(\w+|#39);/g, (_, name: string) => entities[name] ?? ''),
        text,
      );
    }),
  );
});

test('product links stay in the demo shop, others lead outside', () => {
  const linkOf = (address: string) =>
    /class="card" href="([^"]+)"/.exec(
      renderFront(frameOf({ theme: 'sharp' }), [productOf('a', address)]).text,
    )?.[1];
  assert.equal(linkOf('http://127.0.0.1:3000/demo/p/SH-1022'), '/demo/p/SH-1022?theme=sharp');
  assert.equal(linkOf('https://shop.example/lamp'), 'https://shop.example/lamp');
  assert.equal(linkOf('javascript:alert(1)'), '/demo?theme=sharp');
});

test('choices are written to the address and read back', () => {
  const choices = fc.record({
    theme: fc.constantFrom(...themes),
    display: fc.constantFrom(...displays),
    scheme: fc.constantFrom(...schemes),
    device: fc.constantFrom('desktop' as const, 'phone' as const),
    lang: fc.constantFrom(...languages),
    framed: fc.boolean(),
  });
  fc.assert(
    fc.property(choices, (chosen) => {
      const query = Object.fromEntries(new URL(shopLink('/demo', chosen), 'http://a').searchParams);
      assert.deepEqual(readChoices(query), { ...chosen });
    }),
  );
  assert.deepEqual(choiceParameters(readChoices({ theme: ['sharp', 'sharp'], lang: 'xx', display: 7 })), []);
});

test('the demo shop’s script writes text, never markup or code', () => {
  assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
  assert.doesNotMatch(script, /setAttribute\('style'|\.srcdoc/);
});

test('the demo shop’s script finds every element it seeks', () => {
  const ids = new Set(pagesWith('Lamp').flatMap((page) => all(page, /\sid="([^"]+)"/g)));
  const sought = all(script, /find\('([^']+)'\)/g);
  assert.ok(sought.length >= 4, `${sought.length} ids`);
  for (const id of sought) assert.ok(ids.has(id), id);
});

test('every class of the demo shop’s pages is styled', () => {
  const names = new Set(
    pagesWith('Lamp').flatMap((page) => all(page, /\sclass="([^"]+)"/g).flatMap((value) => value.split(' '))),
  );
  for (const name of names) {
    if (!/^switch-(?!device)/.test(name)) assert.match(css, new RegExp(`\\.${name}\\b`), name);
  }
});

test('the demo shop speaks every language of its catalog', () => {
  assert.deepEqual(Object.keys(shopWords).sort(), [...languages].sort());
  for (const words of Object.values(shopWords)) {
    for (const [name, text] of Object.entries(words)) assert.ok(text.trim() !== '', name);
  }
});

test('every department of the demo catalog has a link and a picture', async () => {
  const products = await loadDemoCatalog();
  const inCatalog = new Set(products.map((product) => String(product.category).split(' > ')[0]));
  assert.deepEqual(departments.map(({ name }) => name).sort(), [...inCatalog].sort());
  for (const { picture } of departments) assert.ok(drawPicture(picture)?.startsWith('<svg'), picture);
});

test('every demo product has a page and a drawable picture', async () => {
  const placed = placeInShop(await loadDemoCatalog(), 'https://search.example');
  const shapes = new Set<string>();
  for (const product of placed) {
    assert.equal(product.url, `https://search.example/demo/p/${String(product.external_id)}`);
    const name = String(product.image_url).replace('https://search.example/demo/pictures/', '');
    assert.ok(drawPicture(name)?.startsWith('<svg'), name);
    shapes.add(name.split('-')[0] ?? '');
  }
  assert.ok(shapes.size >= 50, `${shapes.size} shapes`);
  for (const name of [
    'lamp-.svg',
    'x-red.svg',
    'constructor-red.svg',
    'lamp-toString.svg',
    '../lamp-red.svg',
    '',
  ]) {
    assert.equal(drawPicture(name), null, name);
  }
});

test('every thing to try finds words of the demo catalog', async () => {
  const text = JSON.stringify(await loadDemoCatalog()).toLowerCase();
  // One is misspelled on purpose, to show the correction.
  for (const { text: word } of tries) assert.ok(text.includes(word.replace('runing', 'running')), word);
  assert.ok(tries.length >= 5);
});
