/** The fields of a row that are text: title, category, description and the short ones (§2.1; Contract §4). */
import { limits } from '../../contract/limits.ts';
import type { StandardField } from '../../contract/words/product.ts';
import { codeText } from './decimal.ts';
import { htmlToText } from './html-text.ts';
import { nameType, quote } from './problem.ts';
import type { Row } from './row.ts';
import { cutText, isLongerThan, isPresent, toOneLine } from './text.ts';

/** The title; `''` with a problem on the row if there is none that fits. */
export function readTitle(row: Row): string {
  const key = row.keyOf('title');
  if (key === null) {
    row.failKey('title', 'title_missing', 'The product has no title; give its name.', null);
    return '';
  }
  const value = row.raw[key];
  const text = toText(value);
  if (text === null) {
    row.failKey(key, 'title_missing', `The title is ${nameType(value)}; give it as text.`, value);
    return '';
  }
  const title = toOneLine(text);
  if (isLongerThan(title, limits.titleMaxLength)) {
    const message = `The title is longer than ${limits.titleMaxLength} characters; shorten it.`;
    row.failKey(key, 'title_too_long', message, title);
  }
  return title;
}

/** The category as given; a list of texts is a path and is joined with ` > `. */
export function readCategory(row: Row): string | null {
  const key = row.keyOf('category');
  if (key === null) return null;
  const value = row.raw[key];
  const text = Array.isArray(value) ? joinPath(value) : toText(value);
  if (text === null) return dropField(row, key, value);
  const category = toOneLine(text);
  if (isLongerThan(category, limits.categoryMaxLength)) {
    const message = `The category is longer than ${limits.categoryMaxLength} characters; shorten it.`;
    row.failKey(key, 'category_too_long', message, category);
  }
  return category === '' ? null : category;
}

/** The description as plain text; null if there is none or nothing but markup. */
export function readDescription(row: Row): string | null {
  const key = row.keyOf('description');
  if (key === null) return null;
  const value = row.raw[key];
  const html = toText(value);
  if (html === null) return dropField(row, key, value);
  const maxLength = limits.descriptionMaxLength;
  // One more than is kept, to know whether anything was cut.
  const text = htmlToText(html, maxLength + 1);
  return cutField(row, key, text, maxLength) || null;
}

/** A short optional field such as `brand` or `gtin`; numbers are taken as their digits, long text is cut. */
export function readShortText(row: Row, field: StandardField): string | null {
  const key = row.keyOf(field);
  if (key === null) return null;
  const value = row.raw[key];
  const text = toText(value);
  if (text === null) return dropField(row, key, value);
  return cutField(row, key, toOneLine(text), limits.fieldMaxLength);
}

/** Text as it is, a number as its digits; null for anything else and for a number that lost digits. */
function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? codeText(value) : null;
}

/** Null if an element is neither text nor a number. */
function joinPath(list: readonly unknown[]): string | null {
  const levels: string[] = [];
  for (const element of list) {
    if (!isPresent(element)) continue;
    const level = toText(element);
    if (level === null) return null;
    levels.push(level.trim());
  }
  return levels.join(' > ');
}

function dropField(row: Row, key: string, value: unknown): null {
  const found = typeof value === 'number' ? `${quote(value)}, a number that lost digits` : nameType(value);
  row.warnKey(key, 'row_malformed', `The value is ${found} and was left out; give it as text.`, value);
  return null;
}

function cutField(row: Row, key: string, text: string, maxLength: number): string {
  if (!isLongerThan(text, maxLength)) return text;
  row.warnKey(key, 'text_invalid', `The text was cut to ${maxLength} characters.`, text);
  return cutText(text, maxLength);
}
