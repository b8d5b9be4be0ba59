/**
 * Finds what could be a collection of a catalog: the heads of its products' names (`docking station`), and heads with one qualifier
 * (`kensington docking station`), as long as enough products have them. Pure.
 *
 * Which part of a phrase is its head is read from the phrases themselves, in every language alike: it is what stays when
 * the brand is taken away, and what several phrases of one product end with, or begin with where a language puts the noun
 * first. Where products were given no phrases, it is what the names in their titles end with.
 *
 * A candidate has at least 4 members and a head at most 4 words; the 600 that the most products share are looked at further. Products
 * without phrases and categories give none.
 */
// Tests: ./suggestion-candidates.test.ts.
import {
  audienceOf,
  isVague,
  type TraitKind,
  traitKind,
} from '../../enrichment/generators/offline/trait-words.ts';
import type { ProductFacts } from '../../merchandising/conditions/product-facts.ts';
import { isPreposition } from '../../search/document/title-zones.ts';
import { fold } from '../../search/text/fold.ts';
import type { CollectedProduct } from '../../storage/collections/tables.ts';

/** The way in which a candidate finds its members. */
type Way = 'ends_with' | 'starts_with' | 'is' | 'category';

/** A collection that could be. */
export interface SuggestionCandidate {
  readonly way: Way;
  /** Folded; of a category with its brand before it. */
  readonly text: string;
  /** Places in the list of products, of those in stock. */
  readonly members: readonly number[];
  /** The weight of the candidate against another one of its size: what a thing is says more than whose it is. */
  readonly weight: number;
  /** Some of the members, whose spelling its title takes. */
  readonly examples: readonly CollectedProduct[];
  /** Products that its rules find besides, which are out of stock. */
  readonly outOfStock: number;
  /** Ids of some of those. */
  readonly outOfStockIds: readonly string[];
}

/** A collection of fewer is none. Chosen. */
export const membersMin = 4;
/** The most candidates looked at further: those that the most products share. Chosen. */
const candidatesMax = 600;
/** Heads of more words are titles. Chosen. */
const headWordsMax = 4;
/** Members that a title is taken from. Chosen. */
const examplesMax = 12;
/** A brand that has more of a category than so much makes no collection beside the category. Chosen. */
const categoryShareMax = 0.5;

/** A name that products have in common, and the number of products that have it. */
export interface SharedName {
  readonly way: Way;
  readonly text: string;
  readonly weight: number;
  readonly count: number;
}

/** Counts, product by product, what its phrases could make a collection of. */
export class NameCount {
  readonly #names = new Map<string, { way: Way; text: string; weight: number; count: number }>();
  readonly #categories = new Map<string, number>();
  readonly #isTelling = new Map<string, boolean>();

  /** Counts the names of a product in stock. */
  add(facts: ProductFacts): void {
    const leaf = facts.category.at(-1) ?? '';
    this.#categories.set(leaf, (this.#categories.get(leaf) ?? 0) + 1);
    const isSaid = (trait: readonly string[]) => this.#isSaid(trait.join(' '), facts.product);
    for (const [way, text, weight] of namesOf(facts, isSaid)) {
      const key = `${way} ${text}`;
      const known = this.#names.get(key);
      if (known === undefined) this.#names.set(key, { way, text, weight, count: 1 });
      else {
        known.count += 1;
        // A word that is the brand of one product may be none in another.
        known.weight = Math.min(known.weight, weight);
      }
    }
  }

  /** Returns the names that enough products have, most shared first. */
  shared(): SharedName[] {
    return [...this.#names.values()]
      .filter(({ way, text, count }) => {
        const leaf = text.slice(text.indexOf(brandEnd) + 1);
        const whole = way === 'category' ? (this.#categories.get(leaf) ?? 0) : Number.POSITIVE_INFINITY;
        return count >= membersMin && count <= whole * categoryShareMax;
      })
      .sort((left, right) => right.count - left.count || (left.text < right.text ? -1 : 1))
      .slice(0, candidatesMax);
  }

  /** Whether a text says for whom a thing is, or repeats a telling attribute: its material, but not its colour. */
  #isSaid(trait: string, { attributes }: CollectedProduct): boolean {
    if (audienceOf(trait) !== null) return true;
    return attributes.some(([label, value]) => this.#tells(label) && fold(value).includes(trait));
  }

  #tells(label: string): boolean {
    const known = this.#isTelling.get(label);
    if (known !== undefined) return known;
    const kind = traitKind(label);
    const tells = kind !== null && tellingKinds.has(kind);
    if (this.#isTelling.size < labelsKept) this.#isTelling.set(label, tells);
    return tells;
  }
}

const tellingKinds: ReadonlySet<TraitKind> = new Set(['material', 'audience', 'season', 'use', 'kind']);
const labelsKept = 1_000;

/** A name that a product has in common with others: a way to find them, a text and a weight. */
type Name = readonly [way: Way, text: string, weight: number];

const headWeight = 1;
const brandWeight = 0.8;
const traitWeight = 0.5;
/** The weight of a category: a shop's menu says already what its products are, brand by brand. */
const categoryWeight = 0.3;

function namesOf(facts: ProductFacts, isSaid: (trait: readonly string[]) => boolean): Name[] {
  const names = new Map<string, Name>();
  const note = (way: Way, words: readonly string[], weight: number) => {
    const text = words.join(' ');
    const known = names.get(`${way} ${text}`);
    if (isName(words) && (known === undefined || known[2] < weight)) {
      names.set(`${way} ${text}`, [way, text, weight]);
    }
  };
  const phrases = [...new Set(facts.product.suggestionPhrases.map(fold))].map((phrase) => phrase.split(' '));
  const ends = phrases.length > 1 ? commonEnd(phrases) : [];
  const starts =
    phrases.length > 1 ? commonEnd(phrases.map((phrase) => phrase.toReversed())).toReversed() : [];
  note('ends_with', ends, headWeight);
  note('starts_with', starts, headWeight);
  const brand = facts.brand === '' ? [] : facts.brand.split(' ');
  for (const phrase of phrases) {
    const behind = without(phrase, brand, 'start');
    const before = without(phrase, brand, 'end');
    note('ends_with', behind, headWeight);
    note('starts_with', before, headWeight);
    const trait = ends.length > 0 ? without(phrase, ends, 'end') : without(phrase, starts, 'start');
    if (behind.length + before.length > 0) {
      if (isName(behind) || isName(before)) note('is', phrase, brandWeight);
    } else if (trait.length === 0 || isSaid(trait)) note('is', phrase, traitWeight);
  }
  return [...names.values(), ...nameOfCategory(facts)];
}

/** Stands between brand and category; in neither. */
const brandEnd = '\n';

/** A brand's products of a category. */
function nameOfCategory({ brand, category }: ProductFacts): Name[] {
  const leaf = category.at(-1) ?? '';
  const isGood = brand !== '' && isName(brand.split(' ')) && isName(leaf.split(' '));
  return isGood ? [['category', `${brand}${brandEnd}${leaf}`, categoryWeight]] : [];
}

/** A phrase without what it starts or ends with; nothing where it does not, or is no more than that. */
function without(phrase: readonly string[], part: readonly string[], at: 'start' | 'end'): readonly string[] {
  const rest = phrase.length - part.length;
  if (part.length === 0 || rest <= 0) return [];
  const offset = at === 'start' ? 0 : rest;
  if (!part.every((word, index) => phrase[offset + index] === word)) return [];
  return at === 'start' ? phrase.slice(part.length) : phrase.slice(0, rest);
}

const digit = /\p{N}/u;

/** Words that name nothing unless another one stands before them. Chosen, from real catalogs. */
const nameless = new Set(
  'kit set pack bundle module system unit device tool part end hybrid top base item card line collection pc board box light'.split(
    ' ',
  ),
);

/** Whether words can be a name: they are no measure, no model and no word without meaning. */
function isName(words: readonly string[]): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return (
    words.length > 0 &&
    words.length <= headWordsMax &&
    !words.some((word) => digit.test(word)) &&
    ![first, last].some((word) => word.length < 2 || isVague(word) || isPreposition(word)) &&
    !(words.length === 1 && nameless.has(first))
  );
}

/** The words that all phrases end with. */
function commonEnd(phrases: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = phrases;
  let length = 0;
  while (length < first.length && others.every((other) => other.at(-1 - length) === first.at(-1 - length)))
    length += 1;
  return length === 0 ? [] : first.slice(-length);
}

interface Growing extends SuggestionCandidate {
  readonly members: number[];
  readonly examples: CollectedProduct[];
  outOfStock: number;
  readonly outOfStockIds: string[];
}

/** Finds the members of what was counted, as its rules find them. */
export class CandidateMembers {
  readonly #candidates: readonly (Growing & { readonly count: number })[];
  readonly #byText: Readonly<Record<Way, Map<string, number>>> = {
    ends_with: new Map(),
    starts_with: new Map(),
    is: new Map(),
    category: new Map(),
  };

  constructor(names: readonly SharedName[]) {
    this.#candidates = names.map((name) => ({
      ...{ ...name, members: [], examples: [] },
      ...{ outOfStock: 0, outOfStockIds: [] },
    }));
    names.forEach(({ way, text }, index) => {
      this.#byText[way].set(text, index);
    });
  }

  /** A product in stock, at its place in the list. */
  add(facts: ProductFacts, place: number): void {
    for (const { members, examples } of this.#hitsOf(facts)) {
      members.push(place);
      if (examples.length < examplesMax) examples.push(facts.product);
    }
  }

  /** A product that is out of stock: no evidence for a collection, but a member of what is found. */
  addOutOfStock(facts: ProductFacts): void {
    for (const candidate of this.#hitsOf(facts)) {
      candidate.outOfStock += 1;
      if (candidate.outOfStockIds.length < examplesMax) candidate.outOfStockIds.push(facts.product.id);
    }
  }

  /** The candidates whose rules find the product, each once. */
  #hitsOf(facts: ProductFacts): Growing[] {
    const hits = new Set<number>();
    const look = (way: Way, text: string) => {
      const hit = this.#byText[way].get(text);
      if (hit !== undefined) hits.add(hit);
    };
    for (const phrase of facts.phrases) {
      for (const way of ['is', 'ends_with', 'starts_with'] as const) look(way, phrase);
      for (let space = phrase.indexOf(' '); space > 0; space = phrase.indexOf(' ', space + 1)) {
        look('starts_with', phrase.slice(0, space));
        look('ends_with', phrase.slice(space + 1));
      }
    }
    for (const [way, text] of nameOfCategory(facts)) look(way, text);
    return Array.from(hits).flatMap((hit) => this.#candidates[hit] ?? []);
  }

  /** A head that mostly stands behind other words is hardly one: `card` of graphics cards, memory cards, SIM cards. */
  candidates(): SuggestionCandidate[] {
    return this.#candidates.map(({ count, weight, ...candidate }) => ({
      ...candidate,
      weight: weight * Math.min(1, count / Math.max(1, candidate.members.length)),
    }));
  }
}
