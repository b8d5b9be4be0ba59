/**
 * What the service needs of a database for smart collections: the collections of a store, the generations of their
 * rules, and which products meet them. Times are microseconds since the epoch, UTC.
 *
 * A generation is one set of rules applied to the catalog. It is built beside the one before, which answers until the
 * new one has seen every product; how far each has come in the list of changes is written with its members.
 */
import type { CollectionRules, CollectionSort } from '../../contract/words/collections.ts';
import type { TolerantRows } from './damage.ts';
import type { ChangePage, ChangePosition, ProductSummary, Store, StoredProduct } from './records.ts';

/** A collection as its owner describes it. */
export interface Collection {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly rules: CollectionRules;
  readonly sort: CollectionSort;
  readonly isActive: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Still seeing products for the first time; answering; or to be thrown away. */
export type GenerationState = 'building' | 'live' | 'retired';

/** One set of rules applied to the catalog. */
export interface CollectionGeneration {
  /** Rises with every generation of the store. */
  readonly number: number;
  readonly collectionId: string;
  readonly rules: CollectionRules;
  /** In which prices without a currency of their own were compared. */
  readonly currency: string;
  /** Members come and go with time, without a change. */
  readonly isTimed: boolean;
  readonly state: GenerationState;
  /** The last change that it has seen; null before the first. */
  readonly position: ChangePosition | null;
  /** Where nodes of the version before see it: at `position`, unless one of them took a step, which is taken again. */
  readonly oldPosition: ChangePosition | null;
  /** Rows of members; each is one product now where the generation is not timed. */
  readonly memberCount: number;
}

/** How a generation stands, which its rules need not be read for. */
export type StandingGeneration = Omit<
  CollectionGeneration,
  'rules' | 'currency' | 'position' | 'oldPosition'
>;

/** What a collection is called. */
export type NamedCollection = Pick<Collection, 'id' | 'slug' | 'title'>;

/** What conditions ask about. */
export type CollectedProduct = Pick<
  StoredProduct,
  | 'id'
  | 'externalId'
  | 'changeNumber'
  | 'inStock'
  | 'createdAt'
  | 'price'
  | 'currency'
  | 'stockQuantity'
  | 'title'
  | 'category'
  | 'brand'
  | 'suggestionPhrases'
  | 'searchPhrases'
  | 'attributes'
>;

/** A product in a generation, for a stretch of time. */
export interface Membership {
  readonly generation: number;
  readonly productId: string;
  /** Member from then on, and before `untilAt`. */
  readonly fromAt: number;
  readonly untilAt: number;
}

/** What tells a membership from all others. */
export type MembershipName = Omit<Membership, 'untilAt'>;

/** What a product is ordered by, wherever it is a member. */
export interface MemberKeys {
  readonly productId: string;
  readonly inStock: boolean;
  /** The folded title. */
  readonly titleKey: string;
  /** The price in thousandths. */
  readonly priceKey: number;
  readonly createdAt: number;
}

/** How a product stands now: its newest change, and what it is ordered by; null where it is no member. */
export interface KeyedProduct {
  readonly id: string;
  readonly changeNumber: number;
  readonly keys: MemberKeys | null;
}

/** A place in the list of members: products are read behind it, whatever comes and goes meanwhile. */
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

/** A product with all that cards and the dashboard's rows show. */
export type CardProduct = ProductSummary & Pick<StoredProduct, 'url'>;

/** Reads of the collections of one store. */
export interface CollectionReader {
  /** By title, and the names of those that cannot be read: their slugs. */
  collections(): Promise<TolerantRows<Collection>>;
  /** All of them, also those that cannot be read. */
  collectionNames(): Promise<NamedCollection[]>;
  /** By its slug. */
  collection(slug: string): Promise<Collection | null>;
  /** By number, retired ones included: of one collection, or of all. */
  collectionGenerations(collectionId?: string): Promise<StandingGeneration[]>;
  /** Those that are not retired, by number. Of one that cannot be read the members stay as they are. */
  followedGenerations(): Promise<CollectionGeneration[]>;
  /** By its number, also where it is retired. */
  collectionGeneration(number: number): Promise<CollectionGeneration | null>;
  /** As `changedProducts`, with what conditions ask about. */
  collectedProducts(page: {
    readonly after: ChangePosition | null;
    readonly limit: number;
  }): Promise<ChangePage<CollectedProduct>>;
  /** Where these products are members, in whatever generation and at whatever time. */
  memberships(productIds: readonly string[]): Promise<Membership[]>;
  /**
   * Members at a time, those in stock first, behind a place. Follows the order of all members of the store for some thousand
   * products; only where too few of them are of this generation are all members of it read and sorted.
   */
  collectionMembers(page: {
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
  insertCollection(collection: Collection): Promise<void>;
  updateCollection(collection: Collection): Promise<void>;
  /** Its generations go in the background. */
  deleteCollection(collectionId: string): Promise<void>;
  /** The number of the next generation, or only a sign that collections changed: their follower looks at the store. */
  raiseCollections(): Promise<number>;
  /** It takes the place of those that are built for the collection. */
  insertGeneration(generation: CollectionGeneration): Promise<void>;
  deletePastMemberships(rows: readonly MembershipName[]): Promise<void>;
}

/** Writes of the members of one store's collections, under a lock of their own. */
export interface MemberWriter extends Pick<CollectionReader, 'collectionGenerations' | 'collectionNames'> {
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
