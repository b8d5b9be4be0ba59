/**
 * The places that a typed text leads to: the page of the query itself, frequent searches, products and pages whose names hold every
 * typed word. Pure. Without a text it offers the pages.
 */
// Tests: ./palette-jumps.test.ts.
import type { LinkProps } from '@tanstack/react-router';
import type { ProductRow } from '../../../contract/products.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import type { IconName } from '../parts/icon.tsx';
import { searchAddress } from '../words/search-address.ts';
import { rooms } from './rooms.ts';

/** One place to go to. */
export interface Jump {
  readonly kind: 'query' | 'search' | 'product' | 'page';
  /** The icon; a product has its picture instead. */
  readonly icon?: IconName;
  /** The address of a product's picture, if it has one. */
  readonly imageUrl?: string | null;
  readonly label: string;
  /** What it is, in a word or two. */
  readonly detail: string;
  readonly link: Pick<LinkProps, 'to' | 'params'>;
}

interface Known {
  /** Frequent searches, the most frequent first. */
  readonly searches: readonly string[];
  /** Products that the service found for the text. */
  readonly products: readonly Pick<ProductRow, 'external_id' | 'title' | 'image_url'>[];
}

/** The most entries of each kind. Chosen: all fit without scrolling. */
const most = { search: 4, product: 4, page: 4 } as const;

export function jumpsTo(storeId: string, text: string, { searches, products }: Known): readonly Jump[] {
  const typed = text.trim();
  const words = typed.toLowerCase().split(/\s+/);
  const holds = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  const pages = rooms.flatMap((room) =>
    room.pages.map(({ to, label }): Jump => {
      const detail = room.pages.length > 1 ? room.label : 'Page';
      return { kind: 'page', icon: room.icon, label, detail, link: { to, params: { storeId } } };
    }),
  );
  if (typed === '') return pages;
  const query: Jump = {
    ...{ kind: 'query', icon: 'search', label: `“${visibleText(typed)}”`, detail: 'What shoppers see' },
    link: searchAddress(storeId, typed),
  };
  const frequent = searches
    .filter((search) => search !== typed.toLowerCase() && holds(search))
    .slice(0, most.search)
    .map((search): Jump => {
      const link = searchAddress(storeId, search);
      return { kind: 'search', icon: 'analytics', label: visibleText(search), detail: 'Search', link };
    });
  const found = products
    .slice(0, most.product)
    .map(({ external_id: externalId, title, image_url: imageUrl }): Jump => {
      const link = { to: '/stores/$storeId/products/$externalId', params: { storeId, externalId } } as const;
      return { kind: 'product', imageUrl, label: title, detail: `Product ${externalId}`, link };
    });
  return [query, ...frequent, ...found, ...pages.filter(({ label }) => holds(label)).slice(0, most.page)];
}
