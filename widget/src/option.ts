/**
 * One choice as an element: an option in the page's own tree, so that `aria-activedescendant` reaches it, whose looks
 * are shut in a shadow root of its own. A product's option is the link itself.
 */
import type { Choice } from './answer.ts';
import { splitByQuery } from './highlight.ts';
import { inStock, outOfStock, type Wording } from './labels.ts';
import { make, openShadow } from './make.ts';

/** `query`: what is marked in texts. */
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
  // Of a suggestion what was added stands out, of a title what was found.
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

/** Category, price and stock, each with the part that it is drawn as; empty what a product has not. */
function describe(choice: Choice, { say, formatPrice }: Wording): [string, string][] {
  const { category, price, currencyCode, isInStock } = choice;
  return [
    ['category', category.replace(/.*> */, '')],
    ['price', price && formatPrice(price, currencyCode)],
    isInStock ? ['stock', say(inStock)] : ['no-stock', say(outOfStock)],
  ];
}

/** A box of fixed shape, so that nothing moves when the picture comes; the title's first letter where none does. */
function drawPicture({ imageUrl, label }: Choice): HTMLElement {
  const image = make('img', { alt: '', src: imageUrl });
  image.onerror = () => image.remove();
  return make('span', { part: 'image', 'aria-hidden': 'true' }, [...label][0], imageUrl && image);
}
