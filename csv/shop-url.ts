/** The address of a shop, as its owner types it. */

/** `https://shop.example` for `shop.example/`; null where it is no address, or blank. */
export function normalizeShopUrl(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!/^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/i.test(address) || !URL.canParse(address)) return null;
  return address.replace(/\/+$/, '');
}
