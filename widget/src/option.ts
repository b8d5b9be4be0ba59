/**
 * One choice as an element: an option in the page's own tree, so that `aria-activedescendant` reaches it, whose looks
 * are shut in a shadow root of its own. A product's option is the link itself.
 */
import type { Choice, Product } from './answer.ts';
import { drawIcon, make, openShadow } from './element.ts';
import { splitByQuery } from './highlight.ts';
import type { Wording } from './labels.ts';

const glass = 'M10.7 10.7 14.2 14.2M12.2 7.2a5 5 0 1 1-10 0 5 5 0 0 1 10 0Z';
const parcel = 'M2.2 4.8 8 1.8l5.8 3v6.4L8 14.2l-5.8-3ZM2.2 4.8 8 7.8l5.8-3M8 7.8v6.4';

export interface Looks {
  /** What is marked in texts. */
  readonly query: string;
  readonly display: string;
  readonly wording: Wording;
  /** Pictures by address: one that was loaded for the last answer is shown again without loading. */
  readonly pictures: Map<string, HTMLElement>;
}

export function createOption(choice: Choice, looks: Looks): HTMLElement {
  const { region, product } = choice;
  const item = make('span', {
    'data-foretype-item': product ? looks.display : region === 'categories' ? 'category' : 'suggestion',
  });
  const attributes = { role: 'option', slot: region, 'aria-selected': 'false' };
  if (!product) {
    openShadow(item, ...drawPhrase(choice, looks.query));
    return make('div', attributes, item);
  }
  openShadow(item, ...drawProduct(choice.label, product, looks));
  return make(
    'a',
    {
      ...attributes,
      href: product.url,
      tabindex: '-1',
      'aria-label': nameProduct(choice.label, product, looks),
    },
    item,
  );
}

/** Of a suggestion what was added stands out; a category is a chip. */
function drawPhrase({ region, label }: Choice, query: string): Node[] {
  if (region === 'categories') return [make('bdi', { part: 'chip' }, label)];
  const pieces = splitByQuery(label, query);
  const isCompleted = pieces.some(({ isMarked }) => isMarked);
  const parts = pieces.map(({ text, isMarked }) =>
    isMarked || !isCompleted ? text : make('b', { part: 'completion' }, text),
  );
  return [drawIcon(glass), make('bdi', { part: 'suggestion' }, ...parts)];
}

function drawProduct(title: string, product: Product, looks: Looks): Node[] {
  const pieces = splitByQuery(title, looks.query).map(({ text, isMarked }) =>
    isMarked ? make('b', { part: 'match' }, text) : text,
  );
  const heading = make('span', { part: 'title', dir: 'auto' }, ...pieces);
  if (looks.display === 'card') return [drawPicture(product, looks), heading];
  const detail = make(
    'span',
    { part: 'detail' },
    ...describe(product, looks).map(([part, text]) => make('bdi', { part }, text)),
  );
  return [drawPicture(product, looks), make('span', {}, heading, detail)];
}

/** Category, price and stock, each with the part that it is drawn as; what a product has not is left out. */
function describe({ category, price, currency, isInStock }: Product, { wording }: Looks): [string, string][] {
  const parts: [string, string][] = [
    ['category', category.split('>').pop()?.trim() ?? ''],
    ['price', price && wording.formatPrice(price, currency)],
    isInStock ? ['stock', wording.say('in-stock')] : ['stock out-of-stock', wording.say('out-of-stock')],
  ];
  return parts.filter(([, text]) => text);
}

/** Says what a product is without its surroundings, which many screen readers keep to themselves. */
function nameProduct(title: string, product: Product, looks: Looks): string {
  return [title, ...describe(product, looks).map(([, text]) => text)].join(', ');
}

/** A box of fixed shape, so that nothing moves when the picture comes; a drawing where none does. */
function drawPicture({ imageUrl }: Product, { pictures }: Looks): HTMLElement {
  const loaded = pictures.get(imageUrl);
  if (loaded && !loaded.isConnected) return loaded;
  const box = make('span', { part: 'image' });
  if (!imageUrl) {
    box.append(drawIcon(parcel));
    return box;
  }
  const image = make('img', { alt: '', decoding: 'async' });
  image.onerror = () => image.replaceWith(drawIcon(parcel));
  image.src = imageUrl;
  box.append(image);
  pictures.set(imageUrl, box);
  return box;
}
