/**
 * Declares how the products of a shop are read by the API of its system: a connector says where the API is, which credentials it
 * takes, and turns its pages into products. It holds one page at a time. Types only; faults are those of feeds.
 */
// Tests: test/api/woocommerce.test.ts.
import type { RawProduct } from '../../catalog/product.ts';
import type { Credentials, OutboundPolicy } from '../../outbound/outbound.ts';
import type { ChangesWanted } from '../feed-source.ts';
import type { ShopApi, ShopSystem } from './shop-api.ts';

/** A product in the words of the catalog, as a row of a feed has it. Fields that are undefined are left out. */
export interface ShopProduct extends RawProduct {
  readonly external_id: string;
}

/** The part of the catalog that is asked for. */
export interface Reading {
  /** The language of the store (BCP 47), for systems that have translations. */
  readonly locale: string;
  /** The time of reading, for sales that hold on certain days. */
  readonly nowMs: number;
  /** Whether only the first products are wanted: then nothing is prepared for the whole. */
  readonly isBeginning: boolean;
}

/** The API of one shop system. */
export interface ShopConnector extends ShopSystem {
  /** The address below which the API is, or a sentence about what is wrong with the given one. */
  findRoot(url: URL, policy: OutboundPolicy): URL | string;
  /** A sentence about what the credentials lack; null if they have the form that the API takes. */
  findCredentialFault(credentials: Credentials | null): string | null;
  /**
   * All products that shoppers may find, each once, in an order that two readings share. Throws what a fetch throws; a
   * page that is missing is never passed over.
   */
  readProducts(api: ShopApi, reading: Reading): AsyncGenerator<readonly ShopProduct[]>;
  /**
   * The products that shoppers may find and that changed since a moment, as {@link readProducts} gives them, with all variants of
   * each. A product that changes meanwhile may be missing or come twice, the newer one last. One that did not change may come too.
   */
  readChanges(api: ShopApi, reading: Reading, wanted: ChangesWanted): AsyncGenerator<readonly ShopProduct[]>;
}
