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
  /** Rows of members; each is one product now where the generation is not timed. */
  readonly memberCount: number;
}

/** How a generation stands, which its rules need not be read for. */
export type StandingGeneration = Omit<CollectionGeneration, 'rules' | 'currency' | 'position'>;

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

/** A product in a generation, for a stretch of time, with all that members are ordered by. */
export interface Membership {
  readonly generation: number;
  readonly productId: string;
  /** Member from then on, and before `untilAt`. */
  readonly fromAt: number;
  readonly untilAt: number;
  readonly inStock: boolean;
  /** The folded title. */
  readonly titleKey: string;
  /** The price in thousandths. */
  readonly priceKey: number;
  readonly createdAt: number;
}

/** What members of a product are ordered by, wherever it is one; of its title and stock where they changed. */
export type MemberKeys = Pick<Membership, 'productId' | 'priceKey'> &
  Partial<Pick<Membership, 'inStock' | 'titleKey'>>;

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
  /** Members at a time, those in stock first, behind a place. */
  collectionMembers(page: {
    readonly generation: number;
    readonly sort: CollectionSort;
    readonly after: MemberPlace | null;
    readonly limit: number;
    readonly now: number;
  }): Promise<CollectionMember[]>;
  countMembers(generation: number, now: number): Promise<number>;
  /** Memberships of timed generations that are over, some of them. */
  pastMemberships(bounds: {
    readonly now: number;
    readonly limit: number;
  }): Promise<Pick<Membership, 'generation' | 'productId' | 'fromAt'>[]>;
  /** By product UUID, in no order; unknown ids are absent. */
  cardProducts(ids: readonly string[]): Promise<CardProduct[]>;
}

/** How a step moves generations that stand at the same place. */
export interface GenerationStep {
  readonly from: ChangePosition | null;
  readonly to: ChangePosition | null;
  /** Members that came less those that went, for each of the generations. */
  readonly added: ReadonlyMap<number, number>;
  /** They have seen every product, and answer from now on. */
  readonly isComplete: boolean;
}

/** Writes of the collections of one store. */
export interface CollectionWriter {
  insertCollection(collection: Collection): Promise<void>;
  updateCollection(collection: Collection): Promise<void>;
  /** Its generations are to be retired first. */
  deleteCollection(collectionId: string): Promise<void>;
  /** The number of the next generation, or only a sign that collections changed: their follower looks at the store. */
  raiseCollections(): Promise<number>;
  insertGeneration(generation: CollectionGeneration): Promise<void>;
  /** It answers nobody from now on, and goes in the background. */
  retireGeneration(generation: number): Promise<void>;
  /** All of a collection, or those in one state. */
  retireGenerations(collectionId: string, state?: GenerationState): Promise<void>;
  /** False where one of them is retired or stands somewhere else: somebody else was first. */
  moveGenerations(step: GenerationStep): Promise<boolean>;
  /** Whatever these products are in the generation. */
  deleteMemberships(generation: number, productIds: readonly string[]): Promise<void>;
  /** Inserts, or replaces the row of the same product, generation and beginning. */
  putMemberships(memberships: readonly Membership[]): Promise<void>;
  /** Up to `limit` members of a retired generation; the generation itself when none is left. True while there are more. */
  deleteRetired(generation: number, limit: number): Promise<boolean>;
  /** By product; no index is touched of which nothing changed. */
  rekeyMemberships(keys: readonly MemberKeys[]): Promise<void>;
  deletePastMemberships(
    rows: readonly Pick<Membership, 'generation' | 'productId' | 'fromAt'>[],
  ): Promise<void>;
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
