/**
 * What the service needs of a database for smart collections: the collections of a store, the generations of their
 * rules, and which products meet them. Times are microseconds since the epoch, UTC.
 *
 * A generation is one set of rules applied to the catalog. It is built beside the one before, which answers until the
 * new one has seen every product; how far each has come in the list of changes is written with its members.
 */
import type { CollectionRules, CollectionSort } from '../../contract/words/collections.ts';
import { flag, integer, json, object, text, time } from './column.ts';
import type { TolerantRows } from './damage.ts';
import { type ChangePage, type ChangePosition, productSummary, products } from './products.ts';
import type { Store } from './stores.ts';
import { type RecordOf, storeTable, table } from './table.ts';

/** One row for each store that ever had a collection, so that only those are looked at. */
export const collectionStores = table('collection_stores', {
  key: ['store_id'],
  columns: {
    store_id: text(),
    /** Rises with every change to collections; the number of each generation. */
    version: integer(),
    /** As `keyed_*`, for nodes of the version before, which write these alone. */
    followed_version: integer(),
    followed_change: integer(),
    /** Up to where members and their keys were found to be right. */
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

/** Reads products for the first time; answers; or waits to be deleted. */
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
    /** Members come and go with time, without a change. */
    is_timed: flag(),
    state: text<GenerationState>(),
    /** As `keyed_*`, for nodes of the version before, which move it alone; if it differs, steps are repeated from there. */
    seen_change: integer(),
    seen_external_id: text(),
    /** The last change that was read with the keys of members; -1 and empty before the first. */
    keyed_change: integer(),
    keyed_external_id: text(),
    /** Rows of members; each is one product now if the generation is not timed. */
    member_count: integer(),
  },
});

/** The columns of a generation that name no place in the list of changes. */
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
  /** Where nodes of the version before see it: at `position`, unless one of them took a step, which is repeated. */
  readonly oldPosition: ChangePosition | null;
}

/** The columns of {@link StandingGeneration}. */
export const standingGeneration = collectionGenerations.pick(
  'number',
  'collection_id',
  'is_timed',
  'state',
  'member_count',
);

/** A generation without its rules. */
export type StandingGeneration = RecordOf<typeof standingGeneration>;

/** What a collection is called. */
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

/** What conditions ask about. */
export type CollectedProduct = RecordOf<typeof collectedProduct>;

/**
 * Products in generations; an index by generation. The keys behind `until_at` are as of when the place began: nodes of the
 * version before order by them.
 */
export const collectionProducts = storeTable('collection_products', {
  key: ['product_id', 'generation', 'from_at'],
  columns: {
    product_id: text(),
    generation: integer(),
    /** Member from then on, and before `until_at`. */
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

/** What a product is ordered by, wherever it is a member. */
export type MemberKeys = RecordOf<typeof memberKeys>;

/** How a product stands now: its newest change, and what it is ordered by; null where it is no member. */
export interface KeyedProduct {
  readonly id: string;
  readonly changeNumber: number;
  readonly keys: MemberKeys | null;
}

/** A place in the list of members: products are read behind it, even if members come and go meanwhile. */
export interface MemberPlace {
  readonly inStock: boolean;
  /** By the order: the folded title, the creation time, the price. */
  readonly key: string | number;
  readonly productId: string;
}

/** A member as lists show it. */
export interface CollectionMember {
  readonly product: CardProduct;
  readonly place: MemberPlace;
}

/** The columns of {@link CardProduct}. */
export const cardProduct = products.pick(...productSummary.names, 'url');

/** A product with all that cards and the dashboard's rows show. */
export type CardProduct = RecordOf<typeof cardProduct>;

/** Reads of the collections of one store. */
export interface CollectionReader {
  /** By title, and the names of those that cannot be read: their slugs. */
  list(): Promise<TolerantRows<Collection>>;
  /** All of them, also those that cannot be read. */
  names(): Promise<NamedCollection[]>;
  /** By its slug. */
  find(slug: string): Promise<Collection | null>;
  /** By number, retired ones included: of one collection, or of all. */
  generations(collectionId?: string): Promise<StandingGeneration[]>;
  /** Those that are not retired, by number. Of one that cannot be read the members stay as they are. */
  followedGenerations(): Promise<CollectionGeneration[]>;
  /** By its number, also where it is retired. */
  generation(number: number): Promise<CollectionGeneration | null>;
  /** As `changedProducts`, with what conditions ask about. */
  changedProducts(page: {
    readonly after: ChangePosition | null;
    readonly limit: number;
  }): Promise<ChangePage<CollectedProduct>>;
  /** All memberships of these products, in any generation and at any time. */
  memberships(productIds: readonly string[]): Promise<Membership[]>;
  /**
   * Members at a time, those in stock first, behind a place. Follows the order of all members of the store for some thousand
   * products; only where too few of them are of this generation are all members of it read and sorted.
   */
  members(page: {
    readonly generation: number;
    /** As of {@link StandingGeneration}: how it is looked for, not what is found. */
    readonly memberCount: number;
    readonly sort: CollectionSort;
    readonly after: MemberPlace | null;
    readonly limit: number;
    readonly now: number;
  }): Promise<CollectionMember[]>;
  countMembers(generation: number, now: number): Promise<number>;
  /** Memberships of timed generations that are over, some of them. */
  pastMemberships(bounds: { readonly now: number; readonly limit: number }): Promise<MembershipName[]>;
  /** By product UUID, in no order; unknown ids are absent. */
  cardProducts(ids: readonly string[]): Promise<CardProduct[]>;
}

/** How a step moves generations that stand at the same place. */
export interface GenerationStep {
  readonly from: ChangePosition | null;
  /** As of {@link CollectionGeneration}, of all of them. */
  readonly oldFrom: ChangePosition | null;
  readonly to: ChangePosition | null;
  /** Members that came less those that went, for each of the generations. */
  readonly added: ReadonlyMap<number, number>;
  /** They have seen every product, and answer from now on. */
  readonly isComplete: boolean;
}

/** Writes the collections of one store, under its lock. Only pruning waits for the follower. */
export interface CollectionWriter {
  insert(collection: Collection): Promise<void>;
  update(collection: Collection): Promise<void>;
  /** Its generations go in the background. */
  delete(collectionId: string): Promise<void>;
  /** The number of the next generation, or only a sign that collections changed: their follower looks at the store. */
  raise(): Promise<number>;
  /** It takes the place of those that are built for the collection. */
  insertGeneration(generation: CollectionGeneration): Promise<void>;
  deletePastMemberships(rows: readonly MembershipName[]): Promise<void>;
}

/** Writes of the members of one store's collections, under a lock of their own. */
export interface MemberWriter extends Pick<CollectionReader, 'generations' | 'names'> {
  /** By product UUID, in no order; products that are gone are absent. */
  keyedProducts(productIds: readonly string[]): Promise<KeyedProduct[]>;
  /** They are not listed from now on; the background removes their members. */
  retireGenerations(numbers: readonly number[]): Promise<void>;
  /** False where one of them is retired or stands somewhere else: somebody else was first. */
  moveGenerations(step: GenerationStep): Promise<boolean>;
  deleteMemberships(rows: readonly MembershipName[]): Promise<void>;
  /** Inserts, or replaces the end of the same product, generation and beginning. */
  putMemberships(memberships: readonly (Membership & MemberKeys)[]): Promise<void>;
  /** Of distinct products; `kept`: those that there are stay. */
  putMemberKeys(keys: readonly MemberKeys[], present: 'replaced' | 'kept'): Promise<void>;
  /** Of those of the products that are members no more. */
  dropMemberKeys(productIds: readonly string[]): Promise<void>;
  /** Up to `limit` members of a retired generation; the generation itself when none is left. True while there are more. */
  deleteRetired(generation: number, limit: number): Promise<boolean>;
  /** Collections of the store show every change up to these. */
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
