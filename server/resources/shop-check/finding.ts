/** Makes findings about a page. Pure. */
// Tests: ./judge-page.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { ShopFinding } from '../../../contract/shop-check.ts';

const lengthMax = limits.shopCheckTextMaxLength;

/** A finding; `fix` is text to copy. Both may hold text of the page: a long sentence is cut, and a long `fix` left out. */
export function finding(
  level: ShopFinding['level'],
  code: string,
  message: string,
  fix: string | null = null,
): ShopFinding {
  return {
    level,
    code,
    message: message.length > lengthMax ? `${message.slice(0, lengthMax - 1)}…` : message,
    fix: fix !== null && fix.length > lengthMax ? null : fix,
  };
}
