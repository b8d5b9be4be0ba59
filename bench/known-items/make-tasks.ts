/**
 * Known-item tasks of a catalog: a query, and every product that is what it asks for. They are made of the catalog alone, and the same
 * catalog gives the same tasks. A slip is made only in words of at least 5 letters, beside one of at least 4. It never asks the
 * engine. A catalog without brands or traits has no tasks of that kind; nothing throws.
 */
// Tests: test/bench/known-items.test.ts.
import type { SearchDocument } from '../../server/search/document/document.ts';
import { createRandom, pick, type Random } from '../random.ts';
import { createProductReader, isFormOf, type TaskProduct } from './read-product.ts';
import { type ShopWords, shopWordsOf } from './shop-words.ts';
import { slipIn } from './typing-error.ts';

/** The kinds of text that a query is made of. */
export const taskKinds = ['typo', 'brand', 'trait'] as const;

export type TaskKind = (typeof taskKinds)[number];

/** A query, and what a shopper who typed it would be content with. */
export interface Task {
  readonly kind: TaskKind;
  readonly query: string;
  /** External ids; at least one product of them is in stock. */
  readonly satisfying: readonly string[];
}

interface MadeTasks {
  /** A store's, a BCP 47 tag. */
  readonly locale: string;
  readonly perKind: number;
  readonly seed: number;
}

/** Makes at most `perKind` tasks of each kind; fewer, or none, if the catalog has no more. */
export function makeTasks(
  documents: readonly SearchDocument[],
  { locale, perKind, seed }: MadeTasks,
): Task[] {
  const shop = shopWordsOf(locale);
  const read = documents.map(createProductReader(shop, locale));
  const made: Readonly<Record<TaskKind, Iterable<Task>>> = {
    typo: typoTasks(read, createRandom(seed)),
    brand: pairTasks('brand', read, shop, createRandom(seed + 1)),
    trait: pairTasks('trait', read, shop, createRandom(seed + 2)),
  };
  const taken = new Set<string>();
  return taskKinds.flatMap((kind) => {
    const tasks: Task[] = [];
    for (const task of made[kind]) {
      if (tasks.length === perKind) break;
      if (taken.has(task.query)) continue;
      taken.add(task.query);
      tasks.push(task);
    }
    return tasks;
  });
}

/** Scripts whose words are typed letter by letter. */
const scripts = [
  /^\p{Script=Latin}+$/u,
  /^\p{Script=Thai}+$/u,
  /^\p{Script=Greek}+$/u,
  /^\p{Script=Arabic}+$/u,
];
/** A word in which a slip leaves enough to know it by, as corrections have it too; and one that stands beside it. */
const slippedLettersMin = 5;
const lettersMin = 4;

/** Two or three words of a title, side by side or not, one of them with a slip. */
function* typoTasks(products: readonly TaskProduct[], random: Random): Generator<Task> {
  const vocabulary = [...new Set(products.flatMap(({ words }) => [...words]))].sort();
  // With their repetitions, so that what is seldom written is seldom hit.
  const alphabets = scripts.map((script) =>
    Array.from(vocabulary.filter((word) => script.test(word)).join('')),
  );
  for (const product of shuffled(products, random)) {
    const words = [...product.words].filter(
      (word) => Array.from(word).length >= lettersMin && scripts.some((script) => script.test(word)),
    );
    const chosen = new Set(shuffled(words, random).slice(0, 2 + Math.floor(random() * 2)));
    const long = [...chosen].filter((word) => Array.from(word).length >= slippedLettersMin);
    if (chosen.size < 2 || long.length === 0 || !product.inStock) continue;
    const word = pick(long, random);
    const alphabet = alphabets[scripts.findIndex((script) => script.test(word))] ?? [];
    const slipped = slipIn(word, alphabet, random);
    if (slipped === word || beginsWord(vocabulary, slipped)) continue;
    const inOrder = words.filter((candidate) => chosen.has(candidate));
    yield {
      kind: 'typo',
      query: inOrder.map((candidate) => (candidate === word ? slipped : candidate)).join(' '),
      satisfying: idsOf(
        products.filter(({ words: said }) => inOrder.every((one) => said.has(one) || hasForm(said, one))),
      ),
    };
  }
}

/** A brand, or a trait, and what the thing is called; each pair that is in stock once. */
function* pairTasks(
  kind: 'brand' | 'trait',
  products: readonly TaskProduct[],
  shop: ShopWords,
  random: Random,
): Generator<Task> {
  const qualifiersOf = ({ brand, traits }: TaskProduct) =>
    kind === 'trait' ? [...traits] : brand === null ? [] : [brand];
  const departments = new Set(products.flatMap((product) => product.departments));
  const pairs = new Map<string, { qualifier: string; thing: string; typed: string }>();
  for (const product of products.filter(({ inStock }) => inStock)) {
    for (const qualifier of qualifiersOf(product)) {
      for (const [thing, typed] of namesOf(product, departments)) {
        // A brand or trait that is the thing's own name asks for nothing more.
        if (qualifier.split(' ').includes(typed) || pairs.has(`${qualifier}\n${thing}`)) continue;
        pairs.set(`${qualifier}\n${thing}`, { qualifier, thing, typed });
      }
    }
  }
  for (const { qualifier, thing, typed } of shuffled([...pairs.values()], random)) {
    const isFirst = kind === 'trait' && shop.isThingFirst;
    yield {
      kind,
      query: (isFirst ? [typed, qualifier] : [qualifier, typed]).join(' '),
      satisfying: idsOf(
        products.filter(
          (product) =>
            (qualifiersOf(product).includes(qualifier) || (kind === 'trait' && says(product, qualifier))) &&
            isThing(product, thing),
        ),
      ),
    };
  }
}

/**
 * Returns the names that a shopper may give a product: those in its title, else the name above its shelf, unless that is a
 * department.
 */
function namesOf(
  { things, shelf }: TaskProduct,
  departments: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  return things.size > 0 || shelf === null || departments.has(shelf) ? things : new Map([[shelf, shelf]]);
}

/** A product that is known to be something else is not the thing, though its title may say for what it is. */
function isThing({ things, shelf, words }: TaskProduct, thing: string): boolean {
  if (things.has(thing) || shelf === thing) return true;
  return things.size === 0 && hasForm(words, thing);
}

function says({ words }: TaskProduct, qualifier: string): boolean {
  return qualifier.split(' ').every((word) => words.has(word));
}

function idsOf(products: readonly TaskProduct[]): string[] {
  return products.map(({ externalId }) => externalId);
}

function hasForm(words: ReadonlySet<string>, sought: string): boolean {
  return words.values().some((word) => isFormOf(word, sought));
}

/** Whether a word of the sorted list begins so. */
function beginsWord(sorted: readonly string[], beginning: string): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(beginning) === true;
}

/** Fisher and Yates. */
function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const list = [...items];
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [list[index], list[other]] = [list[other] as Item, list[index] as Item];
  }
  return list;
}
