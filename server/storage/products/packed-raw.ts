/**
 * The merchant's object as JSON text, stored as what of it the other columns of its row do not hold (record 0051). A packed
 * text begins with `~`, which no JSON text does; then comes a part for each member of the object, in their order:
 *
 * | part | member |
 * | --- | --- |
 * | a letter | the one of {@link memberKinds} with this letter |
 * | `a-k` | those from one letter to the other, in the order of the list |
 * | `#` and a letter | as the letter, but the text of the column stands there as a number |
 * | `=`, a letter, `9,5,2:` and 2 characters | as the letter, but between the first 9 and the last 5 characters of the column's text stand these, as JSON writes them |
 * | `*` | the next attribute, as `"label":"value"` |
 * | `/` | none: the next attribute is passed over |
 * | `12:` and 12 characters | these, as they were |
 *
 * A text is packed only where unpacking gives it back character by character. Packed texts that were written once are read
 * for ever: the list of kinds may gain at its end, and nothing of it changes.
 *
 * It reads no database and repairs nothing. A text that does not fit its row, or is cut short, gives null, which its reader reports as
 * damage.
 */
// Tests: ./packed-raw.test.ts.
import type { Attribute } from '../../catalog/product.ts';
import { parsePacked } from './packed-json.ts';

const referredColumns = [
  'external_id',
  'title',
  'price',
  'url',
  'category',
  'brand',
  'image_url',
  'gtin',
  'mpn',
  'description',
  'author',
  'isbn',
  'ean',
  'sku',
  'compare_at_price',
  'currency',
] as const;
export type ReferredColumn = (typeof referredColumns)[number];

/** The columns that a packed text refers to: `raw` cannot be unpacked without them. */
export const packedRawColumns = [...referredColumns, 'image_urls', 'attributes'] as const;

/** A row, as far as {@link packedRawColumns} go; columns that were not read count as empty. */
export type RawColumns = Readonly<Record<ReferredColumn, string | null>> & {
  /** JSON text. */
  readonly image_urls: string;
  readonly attributes: readonly Attribute[];
};

/** A member whose value a column holds, or one that stands as it is. */
type MemberKind =
  | { readonly key: string; readonly column: ReferredColumn | 'image_urls' | 'attributes' }
  | { readonly text: string };

/**
 * The kinds of members, by letter. Stock is never taken from a column, since absence and removal change it, nor is a
 * value that a repair may replace.
 */
export const memberKinds: ReadonlyMap<string, MemberKind> = new Map<string, MemberKind>([
  ['a', { key: 'external_id', column: 'external_id' }],
  ['b', { key: 'title', column: 'title' }],
  ['c', { key: 'price', column: 'price' }],
  ['d', { key: 'url', column: 'url' }],
  ['e', { key: 'category', column: 'category' }],
  ['f', { key: 'brand', column: 'brand' }],
  ['g', { key: 'image_url', column: 'image_url' }],
  ['h', { text: '"in_stock":"true"' }],
  ['i', { key: 'gtin', column: 'gtin' }],
  ['j', { key: 'mpn', column: 'mpn' }],
  ['k', { key: 'description', column: 'description' }],
  ['l', { text: '"in_stock":true' }],
  ['m', { text: '"in_stock":false' }],
  ['n', { text: '"in_stock":"false"' }],
  ['o', { key: 'author', column: 'author' }],
  ['p', { key: 'isbn', column: 'isbn' }],
  ['q', { key: 'ean', column: 'ean' }],
  ['r', { key: 'sku', column: 'sku' }],
  ['s', { key: 'compare_at_price', column: 'compare_at_price' }],
  ['t', { key: 'currency', column: 'currency' }],
  ['u', { key: 'images', column: 'image_urls' }],
  ['v', { key: 'attributes', column: 'attributes' }],
  ['w', { text: '"availability":"in stock"' }],
  ['x', { text: '"availability":"in_stock"' }],
  ['y', { text: '"availability":"out of stock"' }],
  ['z', { text: '"availability":"out_of_stock"' }],
  ['A', { key: 'id', column: 'external_id' }],
  ['B', { key: 'name', column: 'title' }],
  ['C', { key: 'link', column: 'url' }],
  ['D', { key: 'image_link', column: 'image_url' }],
  ['E', { key: 'product_type', column: 'category' }],
  ['F', { key: 'additional_image_link', column: 'image_urls' }],
]);

/** The letters of {@link memberKinds} in their order: what ranges are of. */
export const letters = [...memberKinds.keys()].join('');

/** A part that writes a member of the object; `head` is its key with the colon. */
type Member =
  | { readonly kind: 'text'; readonly text: string; readonly isOwn: boolean }
  | { readonly kind: 'column'; readonly head: string; readonly column: ReferredColumn }
  | { readonly kind: 'number'; readonly head: string; readonly column: ReferredColumn }
  | { readonly kind: 'edit'; readonly head: string; readonly column: ReferredColumn; readonly edit: Edit }
  | { readonly kind: 'list'; readonly head: string; readonly list: 'image_urls' | 'attributes' };

/** A part of a packed text; `token` is how it stands there. */
export type Part = (Member | { readonly kind: 'attribute'; readonly isTaken: boolean }) & {
  readonly token: string;
};

/** The number of characters of a column's text that stay at its ends, and the text between them, as JSON writes it. */
interface Edit {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** A packed text begins so. */
export const packedMark = '~';

/** Whether the text is packed, rightly or not. */
export function isPackedRaw(stored: string): boolean {
  return stored.startsWith(packedMark);
}

/** The JSON text of a stored one; null where that is packed and does not go with its row. */
export function unpackRaw(stored: string, columns: RawColumns): string | null {
  if (!isPackedRaw(stored)) return stored;
  const parts = partsOfPacked(stored);
  return parts === null ? null : writeOut(parts, columns);
}

/**
 * Whether the packed text goes with its row, and is JSON if the columns are what they should be: cheaper than writing it
 * out. `isEmpty` says whether a column is null.
 */
export function isSoundPacked(
  packed: string,
  isEmpty: (column: ReferredColumn) => boolean,
  attributeCount: number,
): boolean {
  const parts = partsOfPacked(packed);
  if (parts === null) return false;
  let attributes = 0;
  for (const part of parts) {
    if (part.kind === 'attribute') attributes += 1;
    else if ('column' in part && isEmpty(part.column)) return false;
    else if (part.kind === 'edit' && parseText(part.edit.text) === null) return false;
    else if (part.kind === 'text' && part.isOwn && parsePacked(`{${part.text}}`) === undefined) return false;
  }
  return attributes <= attributeCount;
}

/** Parses what stands between the quotes of a JSON text; null if it is none. */
function parseText(inner: string): string | null {
  const text = parsePacked(`"${inner}"`);
  return typeof text === 'string' ? text : null;
}

function writeOut(parts: readonly Part[], columns: RawColumns): string | null {
  const members = membersOf(parts, columns);
  return members === null ? null : toObjectText(members);
}

/** The object of members; empty ones are none. */
export function toObjectText(members: readonly string[]): string {
  let text = '';
  for (const member of members) if (member !== '') text += `,${member}`;
  return `{${text.slice(1)}}`;
}

/**
 * The members that the parts write, one each; that of an attribute which is passed over is empty. Null where a column that they refer
 * to is empty, or an attribute is not there.
 */
export function membersOf(parts: readonly Part[], columns: RawColumns): string[] | null {
  const members: string[] = [];
  let attributes = 0;
  for (const part of parts) {
    let member: string | null = '';
    if (part.kind !== 'attribute') member = memberOf(part, columns);
    else {
      const attribute = columns.attributes[attributes];
      attributes += 1;
      if (attribute === undefined) return null;
      if (part.isTaken) member = toMember(attribute);
    }
    if (member === null) return null;
    members.push(member);
  }
  return members;
}

function memberOf(part: Member, columns: RawColumns): string | null {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'list') return part.head + listText(part.list, columns);
  const value = columns[part.column];
  if (value === null) return null;
  if (part.kind === 'number') return part.head + value;
  if (part.kind === 'column') return part.head + JSON.stringify(value);
  const { first, last, text } = part.edit;
  const between = parseText(text);
  if (between === null) return null;
  return part.head + JSON.stringify(value.slice(0, first) + between + value.slice(value.length - last));
}

/** Returns a list of the row as the JSON value of a member. */
export function listText(list: 'image_urls' | 'attributes', columns: RawColumns): string {
  return list === 'image_urls' ? columns.image_urls : `{${columns.attributes.map(toMember).join()}}`;
}

/** An attribute as a member. */
function toMember([label, value]: Attribute): string {
  return `${JSON.stringify(label)}:${JSON.stringify(value)}`;
}

/** Packed texts that were taken apart last and hold letters alone: most rows of a catalog have the same few. */
const known = new Map<string, readonly Part[]>();
const knownMost = 64;
const knownLongest = 40;

/** The parts of a packed text; null where it is no such text. */
export function partsOfPacked(packed: string): readonly Part[] | null {
  const before = known.get(packed);
  if (before !== undefined) return before;
  const parts = takeApart(packed);
  if (parts === null || packed.length > knownLongest || packed.includes(':')) return parts;
  if (known.size === knownMost) known.clear();
  known.set(packed, parts);
  return parts;
}

function takeApart(packed: string): readonly Part[] | null {
  const parts: Part[] = [];
  for (let place = packedMark.length; place < packed.length; ) {
    const letter = packed.charAt(place);
    if (letter === '*' || letter === '/') {
      parts.push({ kind: 'attribute', isTaken: letter === '*', token: letter });
      place += 1;
    } else if (letter === '=' || (letter >= '0' && letter <= '9')) {
      const found = ownText(packed, place);
      if (found === null) return null;
      parts.push(found.part);
      place = found.end;
    } else {
      const isNumber = letter === '#';
      const first = isNumber ? packed.charAt(place + 1) : letter;
      const isRange = !isNumber && packed[place + 1] === '-';
      const last = isRange ? packed.charAt(place + 2) : first;
      const run = letters.slice(letters.indexOf(first), letters.indexOf(last) + 1);
      if (first === '' || last === '' || run === '' || !letters.includes(first)) return null;
      for (const one of run) parts.push(toPart(one, isNumber));
      place += isNumber ? 2 : isRange ? 3 : 1;
    }
  }
  return parts;
}

/** Lengths, with what is before them and the colon behind them. */
const headLongest = 40;

/** The part that begins here with its lengths. */
function ownText(packed: string, place: number): { readonly part: Part; readonly end: number } | null {
  const head = /^(?:=([a-zA-Z])(\d+),(\d+),)?(\d+):/.exec(packed.slice(place, place + headLongest));
  if (head === null) return null;
  const [found, letter, first, last, length] = head;
  const start = place + found.length;
  const end = start + Number(length);
  const text = packed.slice(start, end);
  if (end > packed.length) return null;
  const token = packed.slice(place, end);
  if (letter === undefined) return { part: { kind: 'text', text, isOwn: true, token }, end };
  const edited = memberKinds.has(letter) ? toPart(letter, false) : null;
  if (edited?.kind !== 'column') return null;
  const edit = { first: Number(first), last: Number(last), text };
  return { part: { ...edited, kind: 'edit', edit, token }, end };
}

function toPart(letter: string, isNumber: boolean): Part {
  const kind = memberKinds.get(letter);
  if (kind === undefined) throw new Error(`There is no kind of member "${letter}".`);
  if ('text' in kind) return { kind: 'text', text: kind.text, isOwn: false, token: letter };
  const { key, column } = kind;
  const head = `"${key}":`;
  if (column === 'image_urls' || column === 'attributes') {
    return { kind: 'list', head, list: column, token: letter };
  }
  return isNumber
    ? { kind: 'number', head, column, token: `#${letter}` }
    : { kind: 'column', head, column, token: letter };
}
