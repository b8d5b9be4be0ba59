/**
 * One choice as an element: an option in the page's own tree, so `aria-activedescendant` can reference it, with its styling in a
 * shadow root. An option that leads to an address is the link itself.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { type Choice, regions } from './answer.ts';
import type { Split } from './highlight.ts';
import { before, inStock, outOfStock, type Wording } from './labels.ts';
import { make, openShadow } from './make.ts';

/** Creates an option; parts that match the query of `split` are highlighted. */
export function createOption(
  choice: Choice,
  id: string,
  split: Split,
  display: string,
  wording: Wording,
): HTMLElement {
  const { group: region, label, link } = choice;
  const isProduct = region === 'products';
  const item = make('span', { 'data-foretype-item': isProduct ? display : region });
  const isRecent = region === 'recent';
  const attributes = {
    ...{ id, role: 'option', slot: region },
    ...(isRecent && { 'aria-keyshortcuts': 'Delete' }),
  };
  const text = label || wording.say(regions.indexOf(region));
  const pieces = region === 'suggestions' || isProduct ? split(text) : [text];
  // A suggestion highlights the added part, a title the matched part.
  const texts = pieces.map((piece, index) =>
    pieces[1] && !(index % 2) !== isProduct ? make('b', { part: 'strong' }, piece) : piece,
  );
  const title = make('bdi', { part: 'title' }, ...texts);
  if (isProduct) openShadow(item, drawPicture(choice), make('div', {}, title, describe(choice, wording)));
  else openShadow(item, title);
  // For pointers; the keyboard removes by a key of its own.
  if (isRecent) item.shadowRoot?.append(make('span', { part: 'remove', 'aria-hidden': 'true' }, '×'));
  if (region === 'categories' || !link) return make('div', attributes, item);
  return make('a', { ...attributes, href: link, tabindex: '-1' }, item);
}

/** Category, price and stock; absent values are left out. A price before a reduction is read out as such. */
function describe(choice: Choice, { say, formatPrice }: Wording): HTMLElement {
  const { category, price, priceBefore, currencyCode, isInStock } = choice;
  const spoken = make('span', {}, `${say(before)} `);
  const struck = priceBefore && make('s', { part: 'before' }, spoken, formatPrice(priceBefore, currencyCode));
  return make(
    'span',
    { part: 'detail' },
    category && make('bdi', { part: 'category' }, category.replace(/.*> */, '')),
    price && make('bdi', { part: 'price' }, formatPrice(price, currencyCode), struck && ' ', struck),
    make('bdi', { part: isInStock ? 'stock' : 'no-stock' }, say(isInStock ? inStock : outOfStock)),
  );
}

/** A box of fixed shape, so nothing moves when the picture loads; the title's first letter if there is none. */
function drawPicture({ imageUrl, label }: Choice): HTMLElement {
  const image = make('img', { alt: '', src: imageUrl });
  image.onerror = () => image.remove();
  return make('span', { part: 'image', 'aria-hidden': 'true' }, [...label][0], imageUrl && image);
}
