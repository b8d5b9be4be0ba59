/**
 * One choice as an element: an option in the page's own tree, so `aria-activedescendant` can reference it, with its styling in a
 * shadow root. A product's option is the link itself.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import type { Choice } from './answer.ts';
import { splitByQuery } from './highlight.ts';
import { inStock, outOfStock, type Wording } from './labels.ts';
import { make, openShadow } from './make.ts';

/** Creates an option; parts that match `query` are highlighted. */
export function createOption(
  choice: Choice,
  id: string,
  query: string,
  display: string,
  wording: Wording,
): HTMLElement {
  const { group: region, label, link } = choice;
  const isProduct = region === 'products';
  const item = make('span', { 'data-foretype-item': isProduct ? display : region });
  const attributes = { id, role: 'option', slot: region };
  const pieces = splitByQuery(label, region === 'categories' ? '' : query);
  // A suggestion highlights the added part, a title the matched part.
  const texts = pieces.map((piece, index) =>
    pieces[1] && !(index % 2) !== isProduct ? make('b', { part: 'strong' }, piece) : piece,
  );
  const title = make('bdi', { part: 'title' }, ...texts);
  if (!isProduct) {
    openShadow(item, title);
    return make('div', attributes, item);
  }
  const details = describe(choice, wording).map(([part, text]) => text && make('bdi', { part }, text));
  const detail = make('span', { part: 'detail' }, ...details);
  openShadow(item, drawPicture(choice), make('div', {}, title, detail));
  return make('a', { ...attributes, href: link, tabindex: '-1' }, item);
}

/** Category, price and stock, each with its part name; empty for absent values. */
function describe(choice: Choice, { say, formatPrice }: Wording): [string, string][] {
  const { category, price, currencyCode, isInStock } = choice;
  return [
    ['category', category.replace(/.*> */, '')],
    ['price', price && formatPrice(price, currencyCode)],
    isInStock ? ['stock', say(inStock)] : ['no-stock', say(outOfStock)],
  ];
}

/** A box of fixed shape, so nothing moves when the picture loads; the title's first letter if there is none. */
function drawPicture({ imageUrl, label }: Choice): HTMLElement {
  const image = make('img', { alt: '', src: imageUrl });
  image.onerror = () => image.remove();
  return make('span', { part: 'image', 'aria-hidden': 'true' }, [...label][0], imageUrl && image);
}
