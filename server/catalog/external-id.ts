/**
 * The merchant's own id of a product (§2.1 external_id; Contract §4). It never changes letters or case, and never throws: a missing,
 * wrong or too long id (over 255 characters) is a `Problem`.
 */
// Tests: ./external-id.test.ts.
import { limits } from '../../contract/limits.ts';
import { codeText } from './decimal.ts';
import { nameType, type Problem, problem, quote } from './problem.ts';
import { hasForbiddenCharacters, isLongerThan, isPresent, toOneLine } from './text.ts';

export type ParsedExternalId =
  | { readonly ok: true; readonly externalId: string }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Reads an external id from a row or a path: text keeps its leading zeros, a JSON number becomes its decimal text. An integer
 * beyond 2^53 is refused, since it has already lost digits and could name another product. `path` is the JSON pointer of
 * the value.
 */
export function parseExternalId(value: unknown, path = '/external_id'): ParsedExternalId {
  const refuse = (code: Problem['code'], message: string): ParsedExternalId => ({
    ok: false,
    problem: problem(path, code, message, value),
  });
  if (!isPresent(value)) {
    return refuse('external_id_missing', 'The product has no external_id; give your own id or SKU of it.');
  }
  const text = typeof value === 'number' ? codeText(value) : value;
  if (typeof text !== 'string') {
    const found = typeof value === 'number' ? `${quote(value)}, a number that lost digits` : nameType(value);
    return refuse('external_id_invalid', `The external_id is ${found}; give it as text.`);
  }
  if (hasForbiddenCharacters(text)) {
    return refuse('text_invalid', 'The external_id holds control characters or broken Unicode; remove them.');
  }
  const externalId = toOneLine(text);
  if (isLongerThan(externalId, limits.externalIdMaxLength)) {
    const message = `The external_id is longer than ${limits.externalIdMaxLength} characters; shorten it.`;
    return refuse('external_id_invalid', message);
  }
  return { ok: true, externalId };
}
