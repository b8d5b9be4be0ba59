/**
 * Keeps what was promised of products: the states that each may be in. After an answer that is one; what was sent without an answer that
 * says how it ended adds those that it may have led to. Whatever a fault does, a product is in one of them. It asks nobody and keeps
 * no time. A state that was never possible is for the caller to fail with; prices are decimal texts.
 */
import assert from 'node:assert/strict';
import type { ProductCard } from '../../../contract/autocomplete.ts';
import type { StoredProduct } from '../../../server/storage/records.ts';

/** The fields of a product that are compared; null for no product. */
export interface PromisedProduct {
  readonly title: string;
  readonly price: number;
  readonly inStock: boolean;
}

type State = PromisedProduct | null;

export class ProductBook {
  readonly #states = new Map<string, readonly State[]>();

  ids(): string[] {
    return [...this.#states.keys()];
  }

  /** Every state that the product may be in, the likeliest last. */
  possible(id: string): readonly State[] {
    return this.#states.get(id) ?? [null];
  }

  /** Notes the states that a write may lead to, before it is sent. */
  ask(id: string, states: readonly State[]): void {
    this.#states.set(id, [...this.possible(id), ...states]);
  }

  /** Once it is answered: it is one of these, and everything from before is over. */
  acknowledge(id: string, states: readonly State[]): void {
    this.#states.set(id, states);
  }

  /** How the product was found; from now on that is what is promised. */
  settle(id: string, found: StoredProduct | undefined): void {
    const state = found === undefined ? null : stateOf(found);
    const possible = this.possible(id);
    const isPromised = possible.some((one) => JSON.stringify(one) === JSON.stringify(state));
    assert.ok(isPromised, `${id} is ${JSON.stringify(state)}, promised was ${JSON.stringify(possible)}`);
    this.acknowledge(id, [state]);
  }
}

function stateOf({ title, price, inStock }: StoredProduct): PromisedProduct {
  return { title, price: Number(price), inStock };
}

/** The answer that every node must give to a query that is the product's id; null for no product. */
export interface PromisedAnswer {
  readonly id: string;
  readonly product: PromisedProduct | null;
}

/** The product of a card, to be compared with a promise. */
export function productOfCard({ title, price, in_stock }: ProductCard): PromisedProduct {
  return { title, price: Number(price), inStock: in_stock };
}
