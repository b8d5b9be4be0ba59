/** The images of a row: `image_url` and `images` (§2.1; Contract §4). */
import { limits } from '../../contract/limits.ts';
import { nameType, pointerTo, problem, quote } from './problem.ts';
import type { Row } from './row.ts';
import { isPresent } from './text.ts';
import { parseUrl } from './url.ts';

export interface ProductImages {
  readonly imageUrl: string | null;
  /** Further images in the order given, without the first and without repetitions. */
  readonly imageUrls: readonly string[];
}

const advice = 'give an absolute http or https address of at most 2,048 characters';

/** Reads both fields; where `image_url` is absent, the first of `images` takes its place. */
export function readImages(row: Row): ProductImages {
  const mainKey = row.keyOf('image_url');
  const main = mainKey === null ? null : readImageUrl(row, mainKey);
  const listKey = row.keyOf('images');
  if (listKey === null) return { imageUrl: main, imageUrls: [] };
  const images = readList(row, listKey);
  const imageUrl = main ?? images.values().next().value ?? null;
  if (imageUrl !== null) images.delete(imageUrl);
  return { imageUrl, imageUrls: [...images] };
}

function readImageUrl(row: Row, key: string): string | null {
  const value = row.raw[key];
  const url = parseUrl(value);
  if (url === null) {
    row.failKey(
      key,
      'image_url_invalid',
      `The image address ${quote(value)} is not valid; ${advice}.`,
      value,
    );
  }
  return url;
}

function readList(row: Row, key: string): Set<string> {
  const value = row.raw[key];
  const urls = new Set<string>();
  const elements = typeof value === 'string' ? splitImages(value) : value;
  if (!Array.isArray(elements)) {
    const message = `The images are ${nameType(value)}; give a list of addresses.`;
    row.failKey(key, 'image_url_invalid', message, value);
    return urls;
  }
  for (const [index, element] of elements.slice(0, limits.imagesPerProduct).entries()) {
    if (!isPresent(element)) continue;
    const url = parseUrl(element);
    if (url !== null) urls.add(url);
    else {
      const message = `The image address ${quote(element)} is not valid; ${advice}.`;
      row.fail(problem(pointerTo(pointerTo('', key), String(index)), 'image_url_invalid', message, element));
    }
  }
  if (elements.length > limits.imagesPerProduct) {
    const message = `Only the first ${limits.imagesPerProduct} of ${elements.length} images were taken.`;
    row.warnKey(key, 'image_url_invalid', message, null);
  }
  return urls;
}

/** Addresses separated by `|`, by white space, or by a comma before `http` (Contract §4 images). */
function splitImages(text: string): string[] {
  return text.split(/[|\s]+|,(?=\s*https?:)/i).filter((part) => part !== '');
}
