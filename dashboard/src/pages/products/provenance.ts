/**
 * Finds which key of a merchant's data a field came from. The service does not store it; it follows from the rules of
 * the catalog: a standard name in any case feeds its field, an alias only if the field itself is absent, and any other
 * key becomes an attribute. Pure.
 */
// Tests: ./provenance.test.ts.
import { fieldAliases, type StandardField, standardFields } from '../../../../contract/words/product.ts';

/** A key as the rules compare it: without case, outer space and byte order mark; spaces and hyphens as underscores. */
function foldKey(key: string): string {
  return key
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

export type RawObject = Readonly<Record<string, unknown>>;

/** The first object of a snapshot (a product of several rows of a file has them all); null for anything else. */
export function rawObjectOf(raw: unknown): RawObject | null {
  const first: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof first === 'object' && first !== null ? (first as RawObject) : null;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** The key whose value a standard field has; null for a field that was derived or is absent. */
export function keyOfField(raw: RawObject | null, field: string): string | null {
  if (raw === null) return null;
  const present = Object.keys(raw).filter((key) => isPresent(raw[key]));
  const own = present.find((key) => key === field) ?? present.find((key) => foldKey(key) === field);
  if (own !== undefined) return own;
  const aliases = Object.entries(fieldAliases).filter(([, target]) => target === field);
  return present.find((key) => aliases.some(([alias]) => alias === foldKey(key))) ?? null;
}

/** The key that an attribute came from: its own name, or the `attributes` that held it. */
export function keyOfAttribute(raw: RawObject | null, label: string): string | null {
  if (raw === null) return null;
  const [outer = label] = label.split('.');
  const own = Object.keys(raw).find((key) => !isStandard(key) && (key === label || key === outer));
  return own ?? keyOfField(raw, 'attributes');
}

function isStandard(key: string): key is StandardField {
  return standardFields.some((field) => field === key);
}
