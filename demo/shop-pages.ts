/**
 * The pages of the demo shop: the front with its departments, the results of a search, a product, and the shop on a phone. Returns
 * markup and reads nothing: cards and products are passed in. A search that finds nothing gives a page that says so. Prices are
 * decimal texts in their own currency, pictures' sizes CSS pixels. A product without a picture or description is shown without it.
 */
// Tests: ./storefront.test.ts.
import { type Choices, shopLink } from './choices.ts';
import { departments, tries } from './departments.ts';
import { type Html, html } from './html.ts';
import { renderPage, type ShopFrame } from './shop-page.ts';
import { shopWords } from './shop-words.ts';

/** A product as autocomplete gives it (§2.5). */
export interface ShopCard {
  readonly title: string;
  readonly category: string | null;
  readonly url: string;
  readonly image_url: string | null;
  readonly price: string;
  /** Only where it is above the price. */
  readonly compare_at_price?: string;
  readonly currency: string;
  readonly in_stock: boolean;
}

/** A product as its page tells it. */
export interface ShopProduct extends ShopCard {
  readonly description: string | null;
  readonly brand: string | null;
  readonly compareAtPrice: string | null;
  readonly attributes: readonly (readonly [label: string, value: string])[];
}

/** The front of the shop. */
export function renderFront(frame: ShopFrame, cards: readonly ShopCard[]): Html {
  const { choices } = frame;
  const words = shopWords[choices.lang];
  const chips = tries.map(
    ({ text, lang }) =>
      html`<button class="chip" type="button" data-try="${text}" lang="${lang}" dir="auto">${text}</button>`,
  );
  const aisles = departments.map(
    ({ name, picture }) =>
      html`<a href="${shopLink('/demo/search', choices, { q: name })}"><img src="/demo/pictures/${picture}" alt="" width="72" height="72"><span lang="en">${name}</span></a>`,
  );
  return renderPage(
    frame,
    frame.storeName,
    html`<section class="hero">
<h1>${words.headline}</h1>
<p class="lead">${words.lead}</p>
<div class="tries"><span>${words.tries}</span>${chips}</div>
</section>
<section class="shelf" aria-labelledby="departments-title">
<h2 id="departments-title">${words.departments}</h2>
<div class="departments">${aisles}</div>
</section>
${shelf(words.fresh, cards, choices)}`,
  );
}

/** The shop with a search box made with React. */
export function renderReact(frame: ShopFrame, cards: readonly ShopCard[]): Html {
  return renderPage(
    { ...frame, isReact: true },
    `React · ${frame.storeName}`,
    html`<section class="plain" lang="en" dir="ltr"><h1>This search box is made with React.</h1>
<p class="lead">The packages @foretype/react and @foretype/client draw it, in the styles of this page. Type as in the <a href="${shopLink('/demo', frame.choices)}">shop with the widget</a>.</p></section>
${shelf(shopWords[frame.choices.lang].fresh, cards, frame.choices)}`,
  );
}

/** Renders the results of a search. */
export function renderResults(frame: ShopFrame, cards: readonly ShopCard[]): Html {
  const { choices, query } = frame;
  const words = shopWords[choices.lang];
  return renderPage(
    frame,
    `${query} · ${frame.storeName}`,
    cards.length > 0
      ? shelf(html`${words.results} “<bdi>${query}</bdi>”`, cards, choices, true)
      : html`<section class="plain"><h1>${words.results} “<bdi>${query}</bdi>”</h1><p class="lead">${words.nothing}</p></section>`,
  );
}

/** The page of one product, with others like it. */
export function renderProduct(frame: ShopFrame, product: ShopProduct, related: readonly ShopCard[]): Html {
  const { choices } = frame;
  const words = shopWords[choices.lang];
  const path = (product.category ?? '').split('>').map((part) => part.trim());
  const crumbs = path
    .filter((part) => part !== '')
    .map(
      (part) =>
        html`<li><a href="${shopLink('/demo/search', choices, { q: part })}" dir="auto">${part}</a></li>`,
    );
  const facts = product.attributes.map(
    ([label, value]) => html`<div><dt dir="auto">${label}</dt><dd dir="auto">${value}</dd></div>`,
  );
  return renderPage(
    frame,
    `${product.title} · ${frame.storeName}`,
    html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="${shopLink('/demo', choices)}">${words.home}</a></li>${crumbs}</ol></nav>
<article class="product">
${picture(product, 480)}
<div class="about">
${product.brand !== null && html`<p class="brand" dir="auto">${product.brand}</p>`}
<h1 dir="auto">${product.title}</h1>
<p class="cost"><span class="price">${money(product.price, product.currency, choices)}</span>${product.compareAtPrice !== null && html` <s>${money(product.compareAtPrice, product.currency, choices)}</s>`}</p>
<p>${stock(product, choices)}</p>
${product.description !== null && html`<p class="lead" dir="auto">${product.description}</p>`}
${facts.length > 0 && html`<h2>${words.details}</h2><dl class="facts">${facts}</dl>`}
</div>
</article>
${related.length > 0 && shelf(words.related, related, choices)}`,
  );
}

/** The shop on a phone: the same pages in a frame as wide as one. */
export function renderPhone(frame: ShopFrame): Html {
  const { choices, path, query } = frame;
  const others = query === '' ? {} : { q: query };
  const inside = shopLink(path, { ...choices, device: 'desktop', framed: true }, others);
  return renderPage(
    frame,
    frame.storeName,
    html`<section class="stage">
<div class="phone"><iframe src="${inside}" title="The shop on a phone" width="390" height="760"></iframe></div>
<div class="beside" lang="en" dir="ltr">
<h1>As on a phone.</h1>
<p class="lead">Below 640 pixels the panel leaves the search box and stands at the bottom of the screen, above the keyboard, where a thumb reaches it. It scrolls by itself; the page stays where it is.</p>
<p class="lead">Rows are at least 44 pixels high, and putting the keyboard away leaves the panel open.</p>
</div>
</section>`,
  );
}

function shelf(title: Html | string, cards: readonly ShopCard[], choices: Choices, isPage = false): Html {
  const heading = isPage
    ? html`<h1 id="shelf-title" class="shelf-title">${title}</h1>`
    : html`<h2 id="shelf-title">${title}</h2>`;
  return html`<section class="shelf" aria-labelledby="shelf-title">
${heading}
<ul class="cards">${cards.map((card) => html`<li>${cardLink(card, choices)}</li>`)}</ul>
</section>`;
}

function cardLink(card: ShopCard, choices: Choices): Html {
  const { title, category } = card;
  const aisle = (category ?? '').split('>').at(-1)?.trim() ?? '';
  return html`<a class="card" href="${ownAddress(card.url, choices)}">
${picture(card, 240)}
<span class="title" dir="auto">${title}</span>
<span class="detail"><bdi>${aisle}</bdi>${stock(card, choices)}</span>
<span class="price">${money(card.price, card.currency, choices)}${card.compare_at_price !== undefined && html` <s>${money(card.compare_at_price, card.currency, choices)}</s>`}</span>
</a>`;
}

/** Pages of the shop are at this host, even if it had another name when the catalog was filled. */
function ownAddress(address: string, choices: Choices): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return shopLink('/demo', choices);
  return url.pathname.startsWith('/demo/') ? shopLink(url.pathname, choices) : url.href;
}

function picture({ image_url: address }: ShopCard, size: number): Html {
  const url = address === null ? null : URL.parse(address);
  if (url === null) return html`<span class="picture"></span>`;
  const source = url.pathname.startsWith('/demo/pictures/') ? url.pathname : url.href;
  return html`<img class="picture" src="${source}" alt="" width="${size}" height="${size}" loading="lazy">`;
}

function stock({ in_stock: isThere }: ShopCard, { lang }: Choices): Html {
  const words = shopWords[lang];
  return isThere
    ? html`<span class="in">${words.inStock}</span>`
    : html`<span class="out">${words.outOfStock}</span>`;
}

function money(price: string, currency: string, { lang }: Choices): string {
  try {
    return new Intl.NumberFormat(lang, { style: 'currency', currency }).format(Number(price));
  } catch {
    return `${price} ${currency}`;
  }
}
