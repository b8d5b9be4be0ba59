/** The only place of the widget that makes random values. `randomUUID` is missing on pages without https. */
export function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');
}
