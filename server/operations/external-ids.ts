/**
 * Checks ids of products in paths and cursors: 1 to 255 characters, as imports take them. It looks up no product. A text that no
 * product can have as its id throws `validation_failed` with its code, or is false.
 */
// Tests: server/http/query.test.ts.
import { parseExternalId } from '../catalog/external-id.ts';
import { validationFailed } from '../errors.ts';

/** The id of the product that a path names. Throws `validation_failed` for a text that no product can have as its id. */
export function pathExternalId({ params }: { readonly params: unknown }): string {
  const parsed = parseExternalId((params as { readonly external_id?: string }).external_id);
  if (parsed.ok) return parsed.externalId;
  const { code, message } = parsed.problem;
  throw validationFailed([{ path: 'external_id', code, message }]);
}

/** Whether a text can be the id of a product, and so the place in a list. */
export function isExternalId(text: string): boolean {
  const parsed = parseExternalId(text);
  return parsed.ok && parsed.externalId === text;
}
