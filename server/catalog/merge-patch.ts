/**
 * JSON merge patch (RFC 7396) on a merchant's raw row: PATCH /api/v1/products applies it before the row is parsed again (Contract §4).
 * Neither argument is changed, and a key such as `__proto__` is an ordinary key. Pure; it checks no field: parse-product.ts does so
 * afterwards. 32 levels are merged, deeper objects replaced as a whole; any JSON object is accepted, nothing throws.
 */
// Tests: ./merge-patch.test.ts.
import { fieldAliases } from '../../contract/words/product.ts';
import type { RawProduct } from './product.ts';

/** Levels of objects that are merged; deeper objects are replaced as a whole (chosen: no attribute is that deep). */
const mergeDepth = 32;

/**
 * The row after a patch: null removes a key, an object is merged, anything else replaces. A field of the stored row goes with the
 * name that it has there if the patch gives it by its other name (`title` and `name`): otherwise `title: null` would bring an old
 * name back, and `availability` beside a stored `in_stock` would be an attribute.
 */
export function mergePatch(target: RawProduct, patch: RawProduct): RawProduct {
  const superseded = new Set<string>();
  for (const [alias, field] of Object.entries(fieldAliases)) {
    if (Object.hasOwn(patch, field)) superseded.add(alias);
    // The id of a product stays: `id` beside it is an attribute.
    else if (field !== 'external_id' && Object.hasOwn(patch, alias)) {
      superseded.add(field);
      for (const other of aliasesOf(field)) if (!Object.hasOwn(patch, other)) superseded.add(other);
    }
  }
  const kept = Object.entries(target).filter(([key]) => !superseded.has(key));
  return mergeObjects(kept, patch, 1);
}

function aliasesOf(field: string): string[] {
  return Object.entries(fieldAliases).flatMap(([alias, named]) => (named === field ? [alias] : []));
}

function mergeObjects(target: readonly [string, unknown][], patch: object, depth: number): RawProduct {
  const merged = new Map(target);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (isObject(value) && depth < mergeDepth) {
      const below = merged.get(key);
      merged.set(key, mergeObjects(isObject(below) ? Object.entries(below) : [], value, depth + 1));
    } else merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
