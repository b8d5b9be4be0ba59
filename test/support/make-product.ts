/**
 * Makes products as a merchant sends them, and request bodies of them. It checks nothing: a field that a test gives is sent as it is,
 * also a wrong one. Prices are decimal numbers in the store's currency; sizes are bytes.
 */

type Fields = Readonly<Record<string, unknown>>;

/** A complete and valid row; what a test is about is given on top. */
export function makeProduct(externalId: string, fields: Fields = {}): Record<string, unknown> {
  return {
    external_id: externalId,
    title: `Title of ${externalId}`,
    price: 12.9,
    url: `https://shop.example/${encodeURIComponent(externalId)}`,
    ...fields,
  };
}

/** The same without an id, as PUT takes it. */
export function makeProductBody(fields: Fields = {}): Record<string, unknown> {
  return { title: 'Title of body', price: 12.9, url: 'https://shop.example/body', ...fields };
}

/** A value as the bytes of a JSON request body. */
export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** JSON text of arrays in arrays, far deeper than the stack. */
export function nestedJson(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
