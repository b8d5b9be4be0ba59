/** Reads answers that are not those of a shop’s API: pages of other programs before it, and refusals of any system. Pure. */
// Tests: test/api/woocommerce.test.ts, test/api/magento.test.ts.

/** Characters of an answer that are parsed without counting its values first. Chosen. */
export const shortLength = 64 * 1024;

/** Whether a text is a page for people, which holds no JSON. */
export function isWebPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** The JSON of a refusal; null for any other. A refusal is short: a long page of another program says nothing. */
export function parseOrNull(bytes: Buffer): unknown {
  if (bytes.length > shortLength) return null;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** What a refusal means that says nothing of the API of the system `name`, as a sentence; null for one in the words of the API. */
export function refusalBeforeApi(name: string, status: number, bytes: Buffer): string | null {
  if (status === 429) return `${name} is asked too often. Choose a longer interval.`;
  if (status >= 500)
    return `${name} answered ${status}, a fault of its own. If it stays, ask the operator of the shop.`;
  // The API answers in JSON, so the credentials may be right.
  if ((status !== 401 && status !== 403) || !isWebPage(bytes.toString('utf8'))) return null;
  return `A web page of a firewall or a login answered ${status} in place of ${name}. Ask the operator of the shop to let the user agent Foretype through to its API.`;
}
