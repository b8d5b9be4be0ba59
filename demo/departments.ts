/**
 * Lists the departments of the demo shop with their pictures, and example queries in several languages. Data only: nothing is checked
 * here. A name must be the first level of categories of the catalog and a picture a file of demo/, else the page links to nothing.
 */
// Tests: ./storefront.test.ts.
import type { Language } from './shop-words.ts';

export interface Department {
  /** The first level of the catalog's categories. */
  readonly name: string;
  readonly picture: string;
}

export const departments: readonly Department[] = [
  { name: 'Electronics', picture: 'headphones-navy.svg' },
  { name: 'Kitchen', picture: 'pot-coral.svg' },
  { name: 'Home', picture: 'sofa-mustard.svg' },
  { name: 'Garden', picture: 'plant-brown.svg' },
  { name: 'Outdoor', picture: 'tent-teal.svg' },
  { name: 'Clothing', picture: 'shirt-violet.svg' },
  { name: 'Shoes', picture: 'shoe-red.svg' },
  { name: 'Sports', picture: 'ball-coral.svg' },
  { name: 'Toys', picture: 'bear-brown.svg' },
  { name: 'Books', picture: 'book-green.svg' },
  { name: 'Beauty', picture: 'lipstick-rose.svg' },
  { name: 'Office', picture: 'notebook-blue.svg' },
  { name: 'Pets', picture: 'paw-sage.svg' },
  { name: 'Groceries', picture: 'bag-brown.svg' },
];

/** Beginnings that lead to something, in several languages; one is misspelled to show the correction. */
export const tries: readonly { readonly text: string; readonly lang: Language }[] = [
  { text: 'head', lang: 'en' },
  { text: 'runing shoe', lang: 'en' },
  { text: 'kaffee', lang: 'de' },
  { text: 'çay', lang: 'tr' },
  { text: 'หู', lang: 'th' },
  { text: 'お茶', lang: 'ja' },
  { text: 'قهوة', lang: 'ar' },
];
