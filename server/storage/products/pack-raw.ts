/**
 * Packs a merchant's object (packed-raw.ts). It runs once a row of an import, and looks at values, not at their JSON text: most of
 * them are the very texts that the columns hold. Pure but for a memory of 64 common forms. Text that cannot be packed shorter, or is
 * not exactly what JSON writes, is stored as it is: a merchant's object is never changed by a character.
 */
// Tests: ./packed-raw.test.ts.
import type { RawProduct } from '../../catalog/product.ts';
import { parsePacked } from './packed-json.ts';
import {
  isPackedRaw,
  letters,
  listText,
  memberKinds,
  membersOf,
  type Part,
  packedMark,
  partsOfPacked,
  type RawColumns,
  toObjectText,
} from './packed-raw.ts';
import type { NewMembers, ReplacedMembers } from './tables.ts';

/** The letters of a key: by the text of a column, or by the values that stand as they are. */
interface KeyLetters {
  readonly column: Exclude<keyof RawColumns, 'image_urls' | 'attributes'> | null;
  readonly list: 'image_urls' | 'attributes' | null;
  readonly letter: string;
  readonly values: ReadonlyMap<unknown, string>;
}

const lettersOfKey = new Map<string, KeyLetters>();
for (const [letter, kind] of memberKinds) {
  if ('key' in kind) {
    const { key, column } = kind;
    const isList = column === 'image_urls' || column === 'attributes';
    const [text, list] = isList ? [null, column] : [column, null];
    lettersOfKey.set(key, { column: text, list, letter, values: new Map() });
  } else {
    const [[key, value] = ['', null]] = Object.entries(parsePacked(`{${kind.text}}`) ?? {});
    const values = new Map([...(lettersOfKey.get(key)?.values ?? []), [value, letter]]);
    lettersOfKey.set(key, { column: null, list: null, letter: '', values });
  }
}

/**
 * The packed form of an object's JSON text, as `JSON.stringify` writes it; the text as it is where that is no longer. Of a
 * text whose `value` is not given, it is made sure that it is written so.
 */
export function packRaw(raw: string, columns: RawColumns, value = parsedAgain(raw)): string {
  if (value === null) return raw;
  const tokens: string[] = [];
  let attributes = 0;
  for (const key of Object.keys(value)) {
    const held = value[key];
    // JSON has no such members.
    if (held === undefined) continue;
    const known = lettersOfKey.get(key);
    const token = known === undefined ? null : tokenOf(known, held, columns);
    const attribute = token === null ? columns.attributes[attributes] : undefined;
    if (attribute?.[0] === key) {
      attributes += 1;
      tokens.push(attribute[1] === held ? '*' : `/${ownToken(key, held)}`);
    } else tokens.push(token ?? ownToken(key, held));
  }
  const packed = joinTokens(tokens);
  return packed.length < raw.length ? packed : raw;
}

/** The packed text of these parts. */
function joinTokens(tokens: readonly string[]): string {
  let packed = packedMark;
  let run = '';
  for (const token of tokens) {
    if (memberKinds.has(token)) run += token;
    else {
      packed += inRanges(run) + token;
      run = '';
    }
  }
  return packed + inRanges(run);
}

/**
 * Replaces members of a packed object without parsing it. Null where that needs more than a look at the members: where the text is not
 * packed or does not go with its row, a member is not there, its column holds another text than the merchant sent, or the new value is
 * of another type; and where a member of `absent` is there.
 */
export function replaceMembers(
  stored: string,
  columns: RawColumns,
  { values, absent }: NewMembers,
): ReplacedMembers | null {
  const parts = isPackedRaw(stored) ? partsOfPacked(stored) : null;
  const members = parts === null ? null : membersOf(parts, columns);
  if (parts === null || members === null) return null;
  if (absent.some((key) => placeOf(members, key) !== -1)) return null;
  const before = toObjectText(members);
  const tokens = parts.map(({ token }) => token);
  for (const [key, value] of Object.entries(values)) {
    const place = placeOf(members, key);
    const token = replacingToken(parts[place], key, value);
    if (token === null) return null;
    tokens[place] = token;
    members[place] = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  }
  return { before, raw: toObjectText(members), packed: joinTokens(tokens) };
}

function placeOf(members: readonly string[], key: string): number {
  const head = `${JSON.stringify(key)}:`;
  return members.findIndex((member) => member.startsWith(head));
}

/** The token of a member with another value, once its column holds that; null where that is not enough. */
function replacingToken(part: Part | undefined, key: string, value: unknown): string | null {
  const { column = null, letter = '', values } = lettersOfKey.get(key) ?? {};
  switch (part?.kind) {
    case 'column':
    case 'number':
      return typeof value === 'string' ? letter : typeof value === 'number' ? `#${letter}` : null;
    case 'text':
      // Another text than that of the column may say more, such as a currency.
      return column === null ? (values?.get(value) ?? ownToken(key, value)) : null;
    default:
      return null;
  }
}

/** The object of a text that came from the database; null where the text is not just what JSON makes of it. */
function parsedAgain(raw: string): RawProduct | null {
  const value = parsePacked(raw);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && JSON.stringify(value) === raw ? (value as RawProduct) : null;
}

function tokenOf(known: KeyLetters, held: unknown, columns: RawColumns): string | null {
  const { column, list, letter } = known;
  if (list !== null) return JSON.stringify(held) === listText(list, columns) ? letter : null;
  if (column === null) return known.values.get(held) ?? null;
  const text = columns[column];
  if (text === held && text !== null) return letter;
  if (text === null) return null;
  if (typeof held === 'string') return editToken(letter, text, held);
  return typeof held === 'number' && JSON.stringify(held) === text ? `#${letter}` : null;
}

function ownToken(key: string, held: unknown): string {
  const member = `${JSON.stringify(key)}:${JSON.stringify(held)}`;
  return `${member.length}:${member}`;
}

/** Characters that an edit takes itself, about. */
const editLeast = 16;

/** The text with something else between its beginning and its end; null where too little of the two is equal. */
function editToken(letter: string, text: string, held: string): string | null {
  const most = Math.min(text.length, held.length);
  let first = 0;
  while (first < most && text.charCodeAt(first) === held.charCodeAt(first)) first += 1;
  let last = 0;
  const same = () => text.charCodeAt(text.length - 1 - last) === held.charCodeAt(held.length - 1 - last);
  while (last < most - first && same()) last += 1;
  if (first + last < editLeast) return null;
  const between = JSON.stringify(held.slice(first, held.length - last)).slice(1, -1);
  return `=${letter}${first},${last},${between.length}:${between}`;
}

/** Runs of letters with their ranges: most rows have one of the same few. Chosen. */
const ranges = new Map<string, string>();
const rangesMost = 64;

/** Letters that follow each other in the list, as ranges where that is shorter. */
function inRanges(run: string): string {
  const before = ranges.get(run);
  if (before !== undefined) return before;
  let shortened = '';
  for (let start = 0; start < run.length; ) {
    const first = letters.indexOf(run.charAt(start));
    let count = 1;
    while (start + count < run.length && letters[first + count] === run[start + count]) count += 1;
    const part = run.slice(start, start + count);
    shortened += count > 3 ? `${part[0]}-${part.at(-1)}` : part;
    start += count;
  }
  if (ranges.size === rangesMost) ranges.clear();
  ranges.set(run, shortened);
  return shortened;
}
