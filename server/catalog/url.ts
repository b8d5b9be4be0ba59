/**
 * Addresses of products and images (§2.1 url, image_url; Contract §4). It resolves and fetches nothing, and says nothing about whether
 * a network address is allowed (server/outbound/ does). An address has at most 2,048 characters; anything else than an absolute http
 * or https address without user name is null, never an error.
 */
// Tests: ./url.test.ts.
import { limits } from '../../contract/limits.ts';
import { isLongerThan, toOneLine } from './text.ts';

/** `https://` and then at once a host: WHATWG parsers would skip further slashes, people and other programs do not. */
const absolute = /^https?:\/\/[^/?#]/i;
/** White space and controls are silently dropped or encoded by parsers; a backslash is read as a slash by some. */
const unsafe = /[\s\p{Cc}\\]/u;
/** A user name before the host: it makes an address look like another shop's. */
const userInfo = /^https?:\/\/[^/?#]*@/i;

/**
 * The address as the merchant wrote it, without blanks around it, if it is an absolute http or https address of
 * at most 2,048 characters that the WHATWG URL parser accepts; else null. Its spelling is not normalized.
 */
export function parseUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const url = toOneLine(value);
  if (isLongerThan(url, limits.urlMaxLength)) return null;
  if (!absolute.test(url) || unsafe.test(url) || userInfo.test(url)) return null;
  return URL.canParse(url) ? url : null;
}
