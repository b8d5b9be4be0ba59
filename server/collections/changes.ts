/** Every change to collections that the pipeline thread can be asked for; plain data, to cross a thread. */
import type { Actor } from '../storage/accounts.ts';
import type { Collection } from '../storage/collections.ts';

interface Change<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

/** Whose collections, and who asks: null for a key. */
export interface StoreOfCollections {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/** Which collection. */
export interface OneCollection extends StoreOfCollections {
  readonly slug: string;
}

/** What a merchant said, unchecked. */
interface Said {
  readonly body: Readonly<Record<string, unknown>>;
}

/** Each change by its name. All but the first reject with `not_found` for an unknown collection. */
export interface CollectionChanges {
  /** Rejects with `validation_failed`, or with `conflict` where the slug is taken or the store has as many as it may. */
  readonly createCollection: Change<StoreOfCollections & Said, Collection>;
  /** Rejects with `validation_failed`, or with `conflict` where the slug is taken. */
  readonly updateCollection: Change<OneCollection & Said, Collection>;
  /** Its members are thrown away in the background. */
  readonly deleteCollection: Change<OneCollection, null>;
}

/** A function for each change. */
export type CollectionHandlers = {
  readonly [Name in keyof CollectionChanges]: (
    request: CollectionChanges[Name]['request'],
  ) => Promise<CollectionChanges[Name]['response']>;
};
