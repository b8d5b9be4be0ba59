/**
 * Looks for the query of 100 letters that costs an index most: from words that many products hold, one letter each, colours, numbers,
 * beginnings and typing errors, by mutation. The costliest queries are kept, so that the search climbs. A query has at most 100 letters. The
 * search finds a costly query, never surely the costliest; without a single try it throws.
 */
// Tests: none; `npm run bench` runs it.
import type { RawProduct } from '../server/catalog/product.ts';
import { createRandom, pick, type Random } from './random.ts';

/** The cost of one query: its time in microseconds, the least of several, or its steps. */
export type CostOf = (text: string) => number;

/** A query and its cost. */
export interface CostlyQuery {
  readonly text: string;
  readonly cost: number;
}

const lettersMax = 100;
const keptCount = 12;

/** The costliest query of so many that were tried. The same for the same products and costs. */
export function findCostliest(products: readonly RawProduct[], tries: number, costOf: CostOf): CostlyQuery {
  const random = createRandom(23);
  const words = wordsToTry(products);
  let kept: CostlyQuery[] = [];
  const offer = (text: string) => {
    if (kept.some((known) => known.text === text)) return;
    kept = [...kept, { text, cost: costOf(text) }].sort((a, b) => b.cost - a.cost).slice(0, keptCount);
  };
  for (let count = 0; count < tries; count += 1) {
    const isNew = kept.length < keptCount || random() < 0.15;
    offer(isNew ? newQuery(words, random) : mutate(pick(kept, random).text, words, random));
  }
  const [costliest] = kept;
  if (costliest === undefined) throw new Error('No query was tried.');
  return costliest;
}

/** Lists of words, each of its own kind: a query takes mostly from one. */
function wordsToTry(products: readonly RawProduct[]): string[][] {
  const counts = new Map<string, number>();
  for (const { title } of products) {
    for (const word of new Set(
      String(title)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu),
    )) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const common = Array.from(counts)
    .sort((left, right) => right[1] - left[1])
    .map(([word]) => word);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  return [
    letters,
    Array.from('0123456789'),
    ['black', 'white', 'red', 'blue', 'green', 'grey', 'gray', 'silver', 'gold', 'pink', 'brown', 'orange'],
    common.slice(0, 40),
    common.slice(40, 400),
    common.slice(0, 200).map((word) => word.slice(0, 2)),
    common.slice(0, 300).map((word) => `${word.slice(0, 3)}q${word.slice(4)}`),
    letters.flatMap((first) => letters.map((second) => first + second)),
  ];
}

function newQuery(words: readonly string[][], random: Random): string {
  const lists = [pick(words, random), pick(words, random)];
  return within(Array.from({ length: 50 }, () => pick(pick(lists, random), random)));
}

function mutate(text: string, words: readonly string[][], random: Random): string {
  const parts = text.split(' ');
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes -= 1) {
    const place = Math.floor(random() * parts.length);
    const word = pick(pick(words, random), random);
    const kind = random();
    if (kind < 0.5) parts[place] = word;
    else if (kind < 0.7) parts.splice(place, 0, word);
    else if (kind < 0.85) parts.splice(place, 1);
    else parts.push(parts.splice(place, 1)[0] ?? word);
  }
  return within(parts);
}

/** Joins as many words as there is room for. */
function within(words: readonly string[]): string {
  let text = '';
  for (const word of words) {
    if (text.length + word.length + 1 > lettersMax) break;
    text += text === '' ? word : ` ${word}`;
  }
  return text === '' ? 'a' : text;
}
