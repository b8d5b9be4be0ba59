/**
 * Reads and checks the parameters of `GET /api/v1/autocomplete`. Faults throw `validation_failed` that names the parameter; the fast
 * reader of addresses returns null instead, and leaves the request to the route. A text has at most 100 characters (code points),
 * `limit` is 1 to 20 and 5 if absent. It searches nothing.
 */
// Tests: ./keystroke-query.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { AutocompleteQuery } from '../../autocomplete/answering/autocomplete.ts';
import { AppError } from '../../errors.ts';
import type { KeyGrant } from '../../stores/key-ring.ts';
import { type QueryReader, readQuery } from '../query.ts';

/** The path of the endpoint. */
export const autocompletePath = '/api/v1/autocomplete';

const { queryMaxLength, autocompleteLimitDefault, autocompleteLimitMax } = limits;

/** Checks the parsed query of a request (§4.7). Throws `validation_failed` or `insufficient_scope`. */
export function readKeystroke(parameters: unknown, grant: KeyGrant): AutocompleteQuery {
  const reader = readQuery(parameters);
  const { query, limit } = readSearch(reader);
  const explain = reader.flag('explain');
  const salePrices = reader.flag('compare_at_price');
  const withId = reader.flag('query_id');
  reader.finish();
  if (explain && grant.kind !== 'secret') {
    throw new AppError(
      'insufficient_scope',
      '"explain" needs a secret key: it shows how products are ranked.',
    );
  }
  return { storeId: grant.storeId, query, limit, explain, salePrices, withId };
}

/** Reads the typed text, and how many of each group it asks for. */
export function readSearch(reader: QueryReader): Pick<AutocompleteQuery, 'query' | 'limit'> {
  const query = reader.text('q', '');
  if (query.length > queryMaxLength && Array.from(query).length > queryMaxLength) {
    reader.fault('q', 'too_long', `"q" takes at most ${queryMaxLength} characters.`);
  }
  const limit = reader.integer('limit', {
    min: 1,
    max: autocompleteLimitMax,
    fallback: autocompleteLimitDefault,
  });
  return { query, limit };
}

/** Parameters of an address, decoded and unchecked. */
export interface KeystrokeParameters {
  q?: string;
  limit?: string;
  compare_at_price?: string;
  query_id?: string;
  key?: string;
}

/**
 * Reads the address of a usual keystroke: the path as it is documented, and each of `q`, `limit`, `compare_at_price`, `query_id`
 * and `key` once at most. It gives the same as the framework's parser, and null for every other query, which is left to that parser.
 */
export function readKeystrokeAddress(url: string): KeystrokeParameters | null {
  if (!url.startsWith(autocompletePath)) return null;
  const parameters: KeystrokeParameters = {};
  if (url.length === autocompletePath.length) return parameters;
  if (url[autocompletePath.length] !== '?') return null;
  let start = autocompletePath.length + 1;
  while (start < url.length) {
    const next = url.indexOf('&', start);
    const end = next === -1 ? url.length : next;
    const name = nameAt(url, start);
    if (name === null || parameters[name] !== undefined) return null;
    const value = decode(url.slice(start + name.length + 1, end));
    if (value === null) return null;
    parameters[name] = value;
    start = end + 1;
  }
  return parameters;
}

function nameAt(url: string, start: number): keyof KeystrokeParameters | null {
  if (url.startsWith('q=', start)) return 'q';
  if (url.startsWith('limit=', start)) return 'limit';
  if (url.startsWith('compare_at_price=', start)) return 'compare_at_price';
  if (url.startsWith('query_id=', start)) return 'query_id';
  return url.startsWith('key=', start) ? 'key' : null;
}

/** The text that was percent-encoded, or null where the encoding is broken. */
function decode(value: string): string | null {
  const spaced = value.includes('+') ? value.replaceAll('+', ' ') : value;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return null;
  }
}
