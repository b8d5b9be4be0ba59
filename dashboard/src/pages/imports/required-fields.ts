import type { StandardField } from '../../../../contract/words/product.ts';

/** What a row must have to become a product (§2.2), in the words of the page. */
export const requiredFields: readonly { readonly field: StandardField; readonly words: string }[] = [
  { field: 'external_id', words: 'a product id' },
  { field: 'title', words: 'a title' },
  { field: 'price', words: 'a price' },
  { field: 'url', words: 'a link to its page' },
];
