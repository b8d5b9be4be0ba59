/** The only place of the dashboard that makes random values. They are cryptographically random. */
// Tests: test/browser/dashboard-shops.test.ts.

/** Makes a secret of 256 random bits, in letters and digits that every system takes: 64 of them. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
