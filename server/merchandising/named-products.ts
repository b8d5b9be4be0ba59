/**
 * The products that the rules of a store name. They are looked up in the database once when rules are new, and updated from then on
 * with every product that changes. It writes nothing. A page has 2,000 products; unknown ids are no error and are noted once such a
 * product appears.
 */
// Tests: ./named-products.test.ts.
import { limits } from '../../contract/limits.ts';
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import { callerGone } from '../errors.ts';
import type { MerchandisingReader, NamableProduct } from '../storage/merchandising/tables.ts';
import { externalIdsOf, namesIn, namesOf } from './product-names.ts';

type Reader = Pick<MerchandisingReader, 'namableProducts' | 'namedProducts'>;

/** The named products of one store. */
export class NamedProducts {
  readonly #wanted: ReadonlySet<string>;
  readonly #productsByName = new Map<string, Set<string>>();
  readonly #namesByProduct = new Map<string, readonly string[]>();

  constructor(rules: readonly MerchandisingRule[]) {
    this.#wanted = namesIn(rules);
  }

  /**
   * Reads the products for the rules: by id, or the whole catalog if brands or categories are boosted. Rejects with `unavailable`
   * once it is cancelled.
   */
  async read(reader: Reader, cancelled?: AbortSignal): Promise<void> {
    refuseCancelled(cancelled);
    const ids = externalIdsOf(this.#wanted);
    if (ids.length === this.#wanted.size) {
      for (const product of await reader.namedProducts(ids)) this.take(product);
      return;
    }
    const limit = limits.merchandisingProductsPerRead;
    for (let after: string | null = null, isMore = true; isMore; ) {
      refuseCancelled(cancelled);
      const page: NamableProduct[] = await reader.namableProducts({ after, limit });
      for (const product of page) this.take(product);
      after = page.at(-1)?.externalId ?? null;
      isMore = page.length === limit;
    }
  }

  /** Notes the current state of a product. Returns whether that changed anything. */
  take(product: NamableProduct): boolean {
    const before = this.#namesByProduct.get(product.id) ?? [];
    const after = namesOf(product).filter((name) => this.#wanted.has(name));
    if (before.length === after.length && before.every((name, place) => name === after[place])) return false;
    for (const name of before) this.#productsByName.get(name)?.delete(product.id);
    for (const name of after) {
      const products = this.#productsByName.get(name) ?? new Set();
      this.#productsByName.set(name, products.add(product.id));
    }
    if (after.length === 0) this.#namesByProduct.delete(product.id);
    else this.#namesByProduct.set(product.id, after);
    return true;
  }

  /** Notes an erased product. Returns whether it was named. */
  forget(productId: string): boolean {
    const names = this.#namesByProduct.get(productId) ?? [];
    for (const name of names) this.#productsByName.get(name)?.delete(productId);
    return this.#namesByProduct.delete(productId);
  }

  /** The UUIDs of all named products. */
  productIds(): Iterable<string> {
    return this.#namesByProduct.keys();
  }

  /** The names by which rules refer to the product with this UUID. */
  namesOf(productId: string): readonly string[] {
    return this.#namesByProduct.get(productId) ?? [];
  }

  /** The UUIDs of the products with a name. */
  named(name: string): ReadonlySet<string> {
    return this.#productsByName.get(name) ?? noProducts;
  }
}

function refuseCancelled(cancelled: AbortSignal | undefined): void {
  if (cancelled?.aborted) throw callerGone();
}

const noProducts: ReadonlySet<string> = new Set();
