/**
 * Reads values of a shop's answers, which may have any shape. Pure; no function throws. A value of another type is read as absent.
 */
// Tests: ./json-values.test.ts.

import { decodeReferences } from '../../catalog/html-text.ts';
import { formatTimestamp } from '../../clock.ts';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The object; an empty one for any other value. */
export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The objects of a list; an empty list for any other value. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** Text, or a number as its decimal text; undefined for an empty text and any other value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A finite number, or a text that is one. */
export function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text !== undefined && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** The texts of a list, without absent ones. */
export function textsOf(values: readonly unknown[]): string[] {
  return values.flatMap((value) => textOf(value) ?? []);
}

/** A name that a shop gives as HTML, such as `Bags &amp; Belts`, as text. */
export function plainText(html: string): string {
  return decodeReferences(html);
}

/** Categories inside one another that a path follows; a longer chain is none that shoppers click through. Chosen. */
const levelsMax = 32;

/** The categories from the top to the deepest one, by the identifiers of a product's categories; undefined without any. */
export function deepestPath(
  ids: readonly string[],
  parts: ReadonlyMap<string, { readonly name: string; readonly parent: string | null }>,
): string[] | undefined {
  let deepest: string[] = [];
  for (const id of ids) {
    const path: string[] = [];
    const seen = new Set<string>();
    // A shop may name a category as its own ancestor.
    for (
      let at: string | null = id;
      at !== null && !seen.has(at) && seen.size < levelsMax;
      at = parts.get(at)?.parent ?? null
    ) {
      seen.add(at);
      const part = parts.get(at);
      if (part !== undefined) path.unshift(part.name);
    }
    if (path.length > deepest.length) deepest = path;
  }
  return deepest.length === 0 ? undefined : deepest;
}

/** A moment in UTC, to the second before it, as APIs take it: `2026-11-29T01:00:00`. */
export function secondOf(ms: number): string {
  return formatTimestamp(Math.floor(ms) * 1_000).slice(0, 19);
}

/** A quantity in stock as products have it: a whole number from 0 on. */
export function stockQuantityOf(quantity: number): number {
  return Math.max(0, Math.floor(quantity));
}
