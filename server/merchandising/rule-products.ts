/**
 * The products that rules name, in shared memory: the pins and hides of each rule, and the boosts of each product. Products are
 * numbers, in the order of their UUIDs. Packed memory is never changed, and only memory that {@link packRuleProducts} made may be
 * opened. An unknown product has the boost 0.
 */
// Tests: server/autocomplete/answering/merchandising.test.ts.
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { IntegerList } from '../search/columns/integer-list.ts';
import { openArrays, packArrays } from '../search/columns/packed-arrays.ts';
import { buildStringSlab, StringColumn } from '../search/columns/string-column.ts';
import { sortByCodePoints } from '../search/columns/text-order.ts';
import type { NamedProducts } from './named-products.ts';
import { idName, nameOfBoost } from './product-names.ts';

/** The index of each packed array; each list has one for its offsets and one for its items. */
const places = {
  ids: 0,
  pins: 2,
  hides: 4,
  boosts: 6,
  names: 8,
  weights: 10,
} as const;
const arrayCount = 11;

/** Packs the products of `rules`, in the order that {@link RuleProducts} uses. */
export function packRuleProducts(
  rules: readonly MerchandisingRule[],
  named: NamedProducts,
): SharedArrayBuffer {
  const ids = sortByCodePoints([...named.productIds()]);
  const numberOf = new Map(ids.map((id, number) => [id, number]));
  const numbersOf = (externalIds: readonly string[]) =>
    externalIds.flatMap((externalId) =>
      Array.from(named.named(idName(externalId)), (id) => numberOf.get(id) ?? 0),
    );
  const nameNumbers = new Map<string, number>();
  const boosts = rules.map((rule) =>
    rule.boosts
      .map((boost) => ({ name: nameOfBoost(boost), weight: boost.weight }))
      .filter(({ name }) => named.named(name).size > 0)
      .map(({ name, weight }) => {
        const number = nameNumbers.get(name) ?? nameNumbers.size;
        nameNumbers.set(name, number);
        return { number, weight };
      }),
  );
  const namesOf = (id: string) => named.namesOf(id).flatMap((name) => nameNumbers.get(name) ?? []);
  const { offsets, bytes } = buildStringSlab(ids);
  return packArrays([
    offsets,
    bytes,
    ...packLists(rules, ({ pins }) => numbersOf(pins)),
    ...packLists(rules, ({ hides }) => numbersOf(hides)),
    ...packLists(boosts, (ofRule) => ofRule.map(({ number }) => number)),
    ...packLists(ids, namesOf),
    Uint32Array.from(boosts.flat(), ({ weight }) => weight),
  ]);
}

/** The offsets of each item's numbers, and all numbers one after the other. */
function packLists<Item>(
  items: readonly Item[],
  numbersOf: (item: Item) => readonly number[],
): [offsets: Uint32Array, numbers: Uint32Array] {
  const offsets = new Uint32Array(items.length + 1);
  const numbers = new IntegerList();
  items.forEach((item, place) => {
    for (const number of numbersOf(item)) numbers.push(number);
    offsets[place + 1] = numbers.length;
  });
  return [offsets, numbers.view()];
}

/** Reads the products of compiled rules. Rules are given by their index. */
export class RuleProducts {
  readonly #ids: StringColumn;
  readonly #pins: NumberLists;
  readonly #hides: NumberLists;
  readonly #boosts: NumberLists;
  readonly #names: NumberLists;
  readonly #weights: Uint32Array;

  constructor(memory: SharedArrayBuffer) {
    const { bytes, integers } = openArrays(memory, arrayCount);
    const lists = (place: number) => new NumberLists(integers(place), integers(place + 1));
    this.#ids = new StringColumn(integers(places.ids), bytes(places.ids + 1));
    this.#pins = lists(places.pins);
    this.#hides = lists(places.hides);
    this.#boosts = lists(places.boosts);
    this.#names = lists(places.names);
    this.#weights = integers(places.weights);
  }

  /** UUIDs. */
  pinsOf(rule: number): string[] {
    return Array.from(this.#pins.of(rule), (product) => this.#ids.text(product));
  }

  /** UUIDs. */
  hidesOf(rule: number): string[] {
    return Array.from(this.#hides.of(rule), (product) => this.#ids.text(product));
  }

  /** Returns a function that gives the heaviest boost of a product by its UUID; null if these rules have no boosts. */
  boostsOf(rules: readonly number[]): ((productId: string) => number) | null {
    const weightOf = new Map<number, number>();
    for (const rule of rules) {
      this.#boosts.of(rule).forEach((name, index) => {
        const weight = this.#weights[this.#boosts.startOf(rule) + index] ?? 0;
        weightOf.set(name, Math.max(weight, weightOf.get(name) ?? 0));
      });
    }
    if (weightOf.size === 0) return null;
    return (productId) => {
      const product = this.#ids.find(Buffer.from(productId));
      if (product < 0) return 0;
      return this.#names.of(product).reduce((most, name) => Math.max(most, weightOf.get(name) ?? 0), 0);
    };
  }
}

/** Lists of numbers, one after the other. */
class NumberLists {
  readonly #offsets: Uint32Array;
  readonly #numbers: Uint32Array;

  constructor(offsets: Uint32Array, numbers: Uint32Array) {
    this.#offsets = offsets;
    this.#numbers = numbers;
  }

  startOf(place: number): number {
    return this.#offsets[place] ?? 0;
  }

  of(place: number): Uint32Array {
    return this.#numbers.subarray(this.startOf(place), this.startOf(place + 1));
  }
}
