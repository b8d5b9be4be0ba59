/** Products as a merchant sends them, and request bodies made of them. */

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
