// Tests: test/browser/dashboard.test.ts.
import classes from './stock-mark.module.css';

/** Whether a product is in stock, by a dot and in words. */
export function StockMark({ inStock }: { readonly inStock: boolean }) {
  return <span className={inStock ? classes.in : classes.out}>{inStock ? 'In stock' : 'Out of stock'}</span>;
}
