import { parseExternalId } from '../catalog/external-id.ts';
import { validationFailed } from '../errors.ts';

/** The id of a product in a path. Throws `validation_failed` for what can be none. */
export function pathExternalId(request: { readonly params: unknown }): string {
  const parsed = parseExternalId((request.params as { readonly external_id?: string }).external_id);
  if (parsed.ok) return parsed.externalId;
  const { code, message } = parsed.problem;
  throw validationFailed([{ path: 'external_id', code, message }]);
}

/** Whether a text can be the id of a product: where a list goes on. */
export function isExternalId(text: string): boolean {
  const parsed = parseExternalId(text);
  return parsed.ok && parsed.externalId === text;
}
