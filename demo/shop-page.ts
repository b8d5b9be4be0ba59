/**
 * The frame of every page of the demo shop: the bar that switches the widget's look, the search box, and the one line that a merchant
 * would add, the widget's script tag. Returns markup; texts are escaped by html.ts. It reads no catalog and sends nothing. Without a
 * demo store there is a page that says so; choices were checked before. Sizes are CSS pixels.
 */
// Tests: ./storefront.test.ts.
import { type Choices, choiceParameters, devices, displays, schemes, shopLink, themes } from './choices.ts';
import { type Html, html } from './html.ts';
import { directionOf, languages, shopWords } from './shop-words.ts';

/** Pages frame themselves: the phone. Pictures may come from wherever the products of a store say. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** The headers of every page, by names in lower case. */
export const shopPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-cache',
};

/** The parts that every page needs. */
export interface ShopFrame {
  readonly choices: Choices;
  /** The page's own path, which switches lead back to. */
  readonly path: string;
  /** The text in the search box at first. */
  readonly query: string;
  readonly storeName: string;
  readonly apiKey: string;
  /** The origin under which the shop is seen, for the line to copy. */
  readonly origin: string;
  /** The search box is React's instead of the widget's. */
  readonly isReact?: boolean;
}

/** A whole page around its content. */
export function renderPage(frame: ShopFrame, title: string, content: Html): Html {
  const { choices, storeName } = frame;
  const bar = choices.framed ? null : switchBar(frame);
  return html`<!doctype html>
<html lang="${choices.lang}" dir="${directionOf(choices.lang)}" data-scheme="${choices.scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="A demo shop that shows Foretype answering a search box while you type.">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/demo/storefront.css">
<script type="module" src="/demo/storefront.js"></script>
${frame.isReact === true ? html`<script type="module" src="/demo/react.js"></script>` : scriptTag(frame, '')}
</head>
<body>
${bar}
<header class="masthead">
<a class="wordmark" href="${shopLink('/demo', choices)}"><span class="caret" aria-hidden="true"></span>${storeName}</a>
${choices.device === 'phone' ? null : frame.isReact === true ? reactBox(frame) : searchBox(frame)}
<nav aria-label="Service"><a href="/docs">API</a><a href="/dashboard">Dashboard</a></nav>
</header>
<main>
${content}
</main>
<footer><p>Nothing here is for sale: products, brands, authors and prices were invented for this demo.</p></footer>
<p class="toast" id="notice" role="status"></p>
</body>
</html>`;
}

/** The page of a service without a demo store. */
export function renderNoStore(): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>No demo shop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/demo/storefront.css">
</head>
<body>
<main class="plain">
<h1>There is no demo shop yet.</h1>
<p class="lead">Start the service with <code>FORETYPE_DEMO=on</code> on an empty data folder, or make a store of your own with <code>foretype store create</code>.</p>
</main>
</body>
</html>`;
}

/** The line that binds the widget. `origin` is empty on the shop's own pages. */
function scriptTag({ choices, apiKey }: ShopFrame, origin: string): Html {
  const theme = choices.theme !== 'rounded' && html` data-theme="${choices.theme}"`;
  const display = choices.display !== 'line' && html` data-product-display="${choices.display}"`;
  return html`<script async src="${origin}/widget.js" data-api-key="${apiKey}"${theme}${display} data-anchor=".search"></script>`;
}

/** The place of React's box, and what it has to know. */
function reactBox({ choices, query, apiKey }: ShopFrame): Html {
  const results = shopLink('/demo/search', choices, { q: '{query}' }).replace('%7Bquery%7D', '{query}');
  return html`<form class="search" role="search" action="/demo/search">
<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="6.5" /><path d="m16 16 5 5" /></svg>
<div id="react-search" data-api-key="${apiKey}" data-placeholder="${shopWords[choices.lang].search}" data-results-url="${results}" data-initial-text="${query}"></div>
</form>`;
}

function searchBox({ choices, query }: ShopFrame): Html {
  const words = shopWords[choices.lang];
  const kept = choiceParameters(choices).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="search" role="search" action="/demo/search">
<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="6.5" /><path d="m16 16 5 5" /></svg>
<input type="search" name="q" id="query" maxlength="100" value="${query}" placeholder="${words.search}" aria-label="${words.search}">
${kept}
</form>`;
}

function switchBar(frame: ShopFrame): Html {
  const { choices, origin } = frame;
  const tongues = languages.map((lang) => ({ value: lang, label: shopWords[lang].name }));
  return html`<aside class="bar" aria-label="How the widget looks" lang="en" dir="ltr">
<div class="switches">
${switchOf(frame, 'theme', 'Theme', themes.map(capitalized))}
${switchOf(frame, 'display', 'Products', displays.map(capitalized))}
${switchOf(frame, 'scheme', 'Colours', schemes.map(capitalized))}
${switchOf(frame, 'device', 'Screen', devices.map(capitalized))}
<details>
<summary>Language: ${shopWords[choices.lang].name}</summary>
<div class="sheet">${linksOf(frame, 'lang', tongues)}</div>
</details>
</div>
<details>
<summary>The line in this page</summary>
<div class="sheet">
<p>This is all that binds the widget to the search box:</p>
<div class="curl"><code id="tag">${scriptTag(frame, origin).text}</code><button type="button" class="copy" data-copies="tag">Copy</button></div>
<p>The same question from a terminal:</p>
<div class="curl"><code id="curl">curl -H 'X-Api-Key: ${frame.apiKey}' '${origin}/api/v1/autocomplete?q=head'</code><button type="button" class="copy" data-copies="curl">Copy</button></div>
</div>
</details>
<p class="live" id="live" aria-hidden="true"></p>
</aside>`;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function capitalized(value: string): Option {
  return { value, label: value.charAt(0).toUpperCase() + value.slice(1) };
}

type Switched = 'theme' | 'display' | 'scheme' | 'device' | 'lang';

function switchOf(frame: ShopFrame, name: Switched, title: string, options: readonly Option[]): Html {
  return html`<div class="switch switch-${name}" role="group" aria-label="${title}"><span aria-hidden="true">${title}</span>${linksOf(frame, name, options)}</div>`;
}

/** Links, not buttons: every view has an address of its own, and works without scripts. */
function linksOf(
  { choices, path, query }: ShopFrame,
  name: Switched,
  options: readonly Option[],
): readonly Html[] {
  return options.map(({ value, label }) => {
    const href = shopLink(path, { ...choices, [name]: value }, query === '' ? {} : { q: query });
    const current = choices[name] === value && html` aria-current="true"`;
    const lang = name === 'lang' && html` lang="${value}"`;
    return html`<a href="${href}" data-switch${current}${lang}>${label}</a>`;
  });
}
