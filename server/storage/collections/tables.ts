/**
 * Tables and interfaces of smart collections: the collections of a store, the generations of their rules, and the
 * products that meet them. Times are microseconds since 1970, UTC. It evaluates no rule. Unreadable rows are left out of lists and
 * reported. Limits of collections (200 a store, 20 conditions) are kept by the callers; prices are thousandths of a currency unit.
 *
 * A generation is one set of rules applied to the catalog. It is built beside the one before, which answers until the
 * new one has seen every product. Its position in the list of changes is written in the same transaction as its members.
 */
// Tests: server/resources/collections/suggest-collections.test.ts, server/resources/collections/follow-collections.live.test.ts.
import type { CollectionRules, CollectionSort } from '../../../contract/words/collections.ts';
import { flag, integer, json, object, text, time } from '../column.ts';
import type { TolerantRows } from '../damage/damage.ts';
import { type ChangePage, type ChangePosition, productSummary, products } from '../products/tables.ts';
import type { Store } from '../stores/tables.ts';
import { type RecordOf, storeTable, table } from '../table.ts';

/** One row for each store that ever had a collection, so that only those are looked at. */
export const collectionStores = table('collection_stores', {
  key: ['store_id'],
  columns: {
    store_id: text(),
    /** Rises with every change to collections; the number of each generation. */
    version: integer(),
    /** The same as `keyed_*`, for nodes of the version before, which write only these two. */
    followed_version: integer(),
    followed_change: integer(),
    /** Members and their keys are right up to this version and change. */
    keyed_version: integer(),
    keyed_change: integer(),
  },
});

/** Collections of a store. */
export const collections = storeTable('collections', {
  key: ['id'],
  rowNames: [['slug']],
  columns: {
    id: text(),
    slug: text(),
    title: text(),
    description: text(),
    rules: json(object<CollectionRules>()),
    sort: text<CollectionSort>(),
    is_active: flag(),
    created_at: time(),
    updated_at: time(),
  },
});

/** A collection as its owner describes it. */
export type Collection = RecordOf<typeof collections>;

/** `building` reads products for the first time, `live` answers, `retired` waits to be deleted. */
export type GenerationState = 'building' | 'live' | 'retired';

/** Sets of rules applied to the catalog. */
export const collectionGenerations = storeTable('collection_generations', {
  key: ['number'],
  columns: {
    /** Rises with every generation of the store. */
    number: integer(),
    collection_id: text(),
    rules: json(object<CollectionRules>()),
    /** The currency of prices that name none. */
    currency: text(),
    /** Whether products become or cease to be members by time alone. */
    is_timed: flag(),
    state: text<GenerationState>(),
    /** The same as `keyed_*`, for nodes of the version before, which move only this one; if it differs, steps are repeated from it. */
    seen_change: integer(),
    seen_external_id: text(),
    /** The last change that was read, with the keys of members; -1 and empty before the first. */
    keyed_change: integer(),
    keyed_external_id: text(),
    /** Rows of members. Each row is one product unless the generation is timed. */
    member_count: integer(),
  },
});

/** The columns of a generation without its positions in the list of changes. */
export const generationRecord = collectionGenerations.omit(
  'seen_change',
  'seen_external_id',
  'keyed_change',
  'keyed_external_id',
);

/** One set of rules applied to the catalog. */
export interface CollectionGeneration extends RecordOf<typeof generationRecord> {
  /** The last change that it has read; null before the first. */
  readonly position: ChangePosition | null;
  /** The position by nodes of the version before: equals `position` unless one of them took a step, which is then repeated. */
  readonly oldPosition: ChangePosition | null;
}

/** The columns of {@link GenerationHead}. */
export const standingGeneration = collectionGenerations.pick(
  'number',
  'collection_id',
  'is_timed',
  'state',
  'member_count',
);

/** A generation without its rules. */
export type GenerationHead = RecordOf<typeof standingGeneration>;

/** The names of a collection. */
export type NamedCollection = Pick<Collection, 'id' | 'slug' | 'title'>;

/** The columns of {@link CollectedProduct}. */
export const collectedProduct = products.pick(
  'external_id',
  'id',
  'change_number',
  'in_stock',
  'created_at',
  'price',
  'currency',
  'stock_quantity',
  'title',
  'category',
  'brand',
  'suggestion_phrases',
  'search_phrases',
  'attributes',
);

/** The fields of a product that conditions may ask about. */
export type CollectedProduct = RecordOf<typeof collectedProduct>;

/**
 * Products in generations, with an index by generation. The columns after `until_at` keep the values of `from_at`: only
 * nodes of the version before order by them.
 */
export const collectionProducts = storeTable('collection_products', {
  key: ['product_id', 'generation', 'from_at'],
  columns: {
    product_id: text(),
    generation: integer(),
    /** The product is a member from this time on, and before `until_at`. */
    from_at: time(),
    until_at: time(),
    in_stock: flag(),
    title_key: text(),
    price_key: integer(),
    created_at: time(),
  },
});

/** The columns of {@link Membership}. */
export const membershipRecord = collectionProducts.pick('generation', 'product_id', 'from_at', 'until_at');

/** A product in a generation, for a stretch of time. */
export type Membership = RecordOf<typeof membershipRecord>;

/** The columns that identify a membership. */
export type MembershipName = Omit<Membership, 'untilAt'>;

/** One row for each product that is a member, with an index for each order of members. */
export const memberKeys = storeTable('member_keys', {
  key: ['product_id'],
  columns: {
    product_id: text(),
    in_stock: flag(),
    /** The folded title. */
    title_key: text(),
    /** The price in thousandths. */
    price_key: integer(),
    created_at: time(),
  },
});

/** The keys by which a product is ordered in every collection. */
export type MemberKeys = RecordOf<typeof memberKeys>;

/** A product's newest change and its keys, which are null where it is a member of nothing. */
export interface KeyedProduct {
  readonly id: string;
  readonly changeNumber: number;
  readonly keys: MemberKeys | null;
}

/** A place in the list of members. Reading continues behind it, also when the member at this place is gone. */
export interface MemberPlace {
  readonly inStock: boolean;
  /** The folded title, the creation time or the price, according to the order. */
  readonly key: string | number;
  readonly productId: string;
}

/** A member as lists show it. */
export interface CollectionMember {
  readonly product: CardProduct;
  readonly place: MemberPlace;
}

/** The columns of {@link CardProduct}. */
export const cardProduct = products.pick(...productSummary.names, 'url', 'product_type');

/** A product with the fields that cards and the dashboard's rows show. */
export type CardProduct = RecordOf<typeof cardProduct>;

/** Reads of the collections of one store. */
export interface CollectionReader {
  /** Collections by title, and the slugs of collections that cannot be read. */
  list(): Promise<TolerantRows<Collection>>;
  /** Names of all collections, also of those that cannot be read. */
  names(): Promise<NamedCollection[]>;
  /** The collection with this slug, or null. */
  find(slug: string): Promise<Collection | null>;
  /** Generations of one collection or of all, retired ones included, by number. */
  generations(collectionId?: string): Promise<GenerationHead[]>;
  /** Generations that are not retired, by number. The members of one that cannot be read stay as they are. */
  followedGenerations(): Promise<CollectionGeneration[]>;
  /** The generation with this number, retired or not, or null. */
  generation(number: number): Promise<CollectionGeneration | null>;
  /** Reads as `StoreReader.changedProducts` does, with the fields that conditions ask about. */
  changedProducts(page: {
    readonly after: ChangePosition | null;
    readonly limit: number;
  }): Promise<ChangePage<CollectedProduct>>;
  /** Returns all memberships of these products, in any generation and at any time. */
  memberships(productIds: readonly string[]): Promise<Membership[]>;
  /**
   * Members at the time `now` behind a place, those in stock first. It reads some thousand members of the store in the
   * wanted order; only if too few of them belong to this generation does it read and sort all of the generation's members.
   */
  members(page: {
    readonly generation: number;
    /** The count of {@link GenerationHead}: it decides how members are looked for, not which are found. */
    readonly memberCount: number;
    readonly sort: CollectionSort;
    readonly after: MemberPlace | null;
    readonly limit: number;
    readonly now: number;
  }): Promise<CollectionMember[]>;
  countMembers(generation: number, now: number): Promise<number>;
  /** Returns at most `limit` memberships of timed generations that ended before `now`. */
  pastMemberships(bounds: { readonly now: number; readonly limit: number }): Promise<MembershipName[]>;
  /** Products by UUID, in no order; unknown ids are absent. */
  cardProducts(ids: readonly string[]): Promise<CardProduct[]>;
}

/** A step that moves generations which are at the same position. */
export interface GenerationStep {
  readonly from: ChangePosition | null;
  /** The `oldPosition` of all of them. */
  readonly oldFrom: ChangePosition | null;
  readonly to: ChangePosition | null;
  /** New members minus former ones, by generation. */
  readonly added: ReadonlyMap<number, number>;
  /** Whether the generations have seen every product, and answer from now on. */
  readonly isComplete: boolean;
}

/** Writes the collections of one store, under its lock. No call but `deletePastMemberships` waits for the follower. */
export interface CollectionWriter {
  insert(collection: Collection): Promise<void>;
  update(collection: Collection): Promise<void>;
  /** Deletes a collection; its generations are deleted in the background. */
  delete(collectionId: string): Promise<void>;
  /** Raises the store's version and returns it: the number of the next generation, and a sign for the follower to look. */
  raise(): Promise<number>;
  /** Inserts a generation, and retires others that are being built for the same collection. */
  insertGeneration(generation: CollectionGeneration): Promise<void>;
  deletePastMemberships(rows: readonly MembershipName[]): Promise<void>;
}

/** Writes of the members of one store's collections, under a lock of their own. */
export interface MemberWriter extends Pick<CollectionReader, 'generations' | 'names'> {
  /** Products by UUID, in no order; products that are gone are absent. */
  keyedProducts(productIds: readonly string[]): Promise<KeyedProduct[]>;
  /** Retires generations: they are no longer listed, and their members are deleted in the background. */
  retireGenerations(numbers: readonly number[]): Promise<void>;
  /** False, and nothing is written, if a generation is retired or at another position: another follower was first. */
  moveGenerations(step: GenerationStep): Promise<boolean>;
  deleteMemberships(rows: readonly MembershipName[]): Promise<void>;
  /** Inserts, or replaces the end of the same product, generation and beginning. */
  putMemberships(memberships: readonly (Membership & MemberKeys)[]): Promise<void>;
  /** Writes keys of distinct products; existing keys are replaced, or kept with `kept`. */
  putMemberKeys(keys: readonly MemberKeys[], present: 'replaced' | 'kept'): Promise<void>;
  /** Deletes the keys of those of the products that are members no more. */
  dropMemberKeys(productIds: readonly string[]): Promise<void>;
  /** Deletes up to `limit` members of a retired generation, and the generation once none is left. True while there are more. */
  deleteRetired(generation: number, limit: number): Promise<boolean>;
  /** Notes that collections of the store show every change up to these numbers. */
  noteCollectionsFollowed(followed: {
    readonly changeNumber: number;
    readonly version: number;
  }): Promise<void>;
}

/** A store whose collections have something to follow. */
export interface StoreToCollect {
  readonly store: Store;
  /** Rises with every change to the collections themselves. */
  readonly version: number;
}
