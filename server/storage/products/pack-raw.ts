/**
 * Packs a merchant's object (packed-raw.ts). It runs once a row of an import, and looks at values, not at their JSON text: most of
 * them are the very texts that the columns hold. Pure but for a memory of 64 common forms. Text that cannot be packed shorter, or is
 * not exactly what JSON writes, is stored as it is: a merchant's object is never changed by a character.
 */
// Tests: ./packed-raw.test.ts.
import type { RawProduct } from '../../catalog/product.ts';
import { parsePacked } from './packed-json.ts';
import { letters, listText, memberKinds, packedMark, type RawColumns } from './packed-raw.ts';

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
  let packed = packedMark;
  let run = '';
  let attributes = 0;
  for (const key of Object.keys(value)) {
    const held = value[key];
    // JSON has no such members.
    if (held === undefined) continue;
    const known = lettersOfKey.get(key);
    const token = known === undefined ? null : tokenOf(known, held, columns);
    if (token !== null && token.length === 1) {
      run += token;
      continue;
    }
    packed += inRanges(run);
    run = '';
    const attribute = token === null ? columns.attributes[attributes] : undefined;
    if (attribute?.[0] === key) {
      attributes += 1;
      packed += attribute[1] === held ? '*' : `/${ownToken(key, held)}`;
    } else packed += token ?? ownToken(key, held);
  }
  packed += inRanges(run);
  return packed.length < raw.length ? packed : raw;
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
