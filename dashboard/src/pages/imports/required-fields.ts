// Tests: test/browser/dashboard.test.ts.
import type { StandardField } from '../../../../contract/words/product.ts';

/** The fields that each row must have to become a product (§2.2), with the words that the page uses. */
export const requiredFields: readonly { readonly field: StandardField; readonly words: string }[] = [
  { field: 'external_id', words: 'a product id' },
  { field: 'title', words: 'a title' },
  { field: 'price', words: 'a price' },
  { field: 'url', words: 'a link to its page' },
];
