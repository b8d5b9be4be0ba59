/** Makes findings about a page. Pure. */
// Tests: ./judge-page.test.ts.
import type { ShopFinding } from '../../../contract/shop-check.ts';

/** A finding; `fix` is text to copy. */
export function finding(
  level: ShopFinding['level'],
  code: string,
  message: string,
  fix: string | null = null,
): ShopFinding {
  return { level, code, message, fix };
}
