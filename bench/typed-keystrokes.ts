/**
 * Gives what shoppers type, key by key: recorded sessions with their typing errors where the real data is there, and words of the catalog,
 * so that most of it finds something. It asks nothing and never throws for missing data: then all words come from the catalog. Pauses
 * of recorded sessions (milliseconds) are not used.
 */
// Tests: test/search/products-looked-at.test.ts.
import type { RawProduct } from '../server/catalog/product.ts';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { dataPath } from './data-files.ts';
import { createRandom, pick, type Random } from './random.ts';

/** A text in the box after a key, and how often it was asked for. */
export interface Keystroke {
  readonly text: string;
  readonly count: number;
}

/** Sources whose queries are meant for shops of another kind: too little is found to measure anything. */
const foreignSources = new Set(['algolia_fashion', 'wands']);

/**
 * Distinct keystrokes of as many sessions of `recorded`, by default those of the real data, and queries in words of the
 * catalog. Without recorded sessions the latter alone.
 */
export function typedKeystrokes(
  products: readonly RawProduct[],
  sessionCount: number,
  recorded: readonly (readonly string[])[] = recordedSessions(),
): Keystroke[] {
  const random = createRandom(5);
  const counts = new Map<string, number>();
  const type = (text: string) => {
    if (text.trim() !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  for (let session = 0; session < sessionCount; session += 1) {
    if (recorded.length > 0) for (const text of pick(recorded, random)) type(text);
    const query = catalogQuery(pick(products, random), random);
    for (let length = 1; length <= query.length; length += 1) type(query.slice(0, length));
  }
  return Array.from(counts, ([text, count]) => ({ text, count }));
}

/** Keystrokes that are asked once each, and others that are asked before, so that code is warm; no text is in both. */
export interface KeystrokesOnce {
  readonly once: readonly string[];
  readonly before: readonly string[];
}

/**
 * Distinct keystrokes of whole sessions in the order of typing, the recorded ones where there are some, else queries in
 * words of the catalog. Texts that are asked before come from other sessions.
 */
export function keystrokesOnce(
  products: readonly RawProduct[],
  onceCount: number,
  beforeCount: number,
  recorded: readonly (readonly string[])[] = recordedSessions(),
): KeystrokesOnce {
  const sessions = typingSessions(products, recorded, 4 * (onceCount + beforeCount));
  const once = new Set<string>();
  const before = new Set<string>();
  for (const session of sessions) {
    const texts = session.filter((text) => text.trim() !== '');
    if (once.size < onceCount) for (const text of texts) once.add(text);
    else for (const text of texts) if (!once.has(text)) before.add(text);
    if (before.size >= beforeCount) break;
  }
  return { once: [...once].slice(0, onceCount), before: [...before] };
}

/** Each recorded session once, in a random order; else so many of the catalog. */
function* typingSessions(
  products: readonly RawProduct[],
  recorded: readonly (readonly string[])[],
  most: number,
): Generator<readonly string[]> {
  const random = createRandom(23);
  const left = [...recorded];
  while (left.length > 0) {
    const [session = []] = left.splice(Math.floor(random() * left.length), 1);
    yield session;
  }
  if (recorded.length > 0) return;
  for (let count = 0; count < most; count += 1) {
    const query = catalogQuery(pick(products, random), random);
    yield Array.from(query, (_, index) => query.slice(0, index + 1));
  }
}

/** The texts of each session in order. */
function recordedSessions(): string[][] {
  const path = dataPath('keystrokes');
  if (path === null) return [];
  return readRowsOfFile(path)
    .map(({ value }) => value as { source: string; events: [pauseMs: number, text: string][] })
    .filter(({ source }) => !foreignSources.has(source))
    .map(({ events }) => events.map(([, text]) => text));
}

/** One to four words of a title, in their order, in lower case. */
function catalogQuery({ title }: RawProduct, random: Random): string {
  const words = String(title).toLowerCase().split(' ');
  const start = Math.floor(random() * Math.max(1, words.length - 1));
  return words.slice(start, start + 1 + Math.floor(random() * 4)).join(' ');
}

/**
 * Queries of about 40 letters that hardly anything meets, by turns: one word, words of random letters, and words of the
 * catalog with up to three wrong letters each, which are near to much and equal to nothing.
 */
export function hopelessQueries(products: readonly RawProduct[], count: number): string[] {
  const random = createRandom(11);
  const kinds = [
    () => randomWord(40, random),
    () => Array.from({ length: 5 }, () => randomWord(7, random)).join(' '),
    () => garbledWords(products, random),
  ];
  return Array.from({ length: count }, (_, index) => (kinds[index % kinds.length] ?? kinds[0])?.() ?? '');
}

function garbledWords(products: readonly RawProduct[], random: Random): string {
  const garbled: string[] = [];
  for (let length = 0; length < 40; ) {
    const words = String(pick(products, random).title)
      .toLowerCase()
      .split(' ')
      .filter((word) => /^\p{L}{5,}$/u.test(word));
    if (words.length === 0) continue;
    const word = garble(garble(garble(pick(words, random), random), random), random);
    garbled.push(word);
    length += word.length + 1;
  }
  return garbled.join(' ');
}

/** One letter replaced by one of the rarest. */
function garble(word: string, random: Random): string {
  const place = Math.floor(random() * word.length);
  return word.slice(0, place) + pick(['q', 'x', 'z', 'j'], random) + word.slice(place + 1);
}

function randomWord(length: number, random: Random): string {
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}
