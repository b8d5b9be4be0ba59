/** Every change to phrases and to a store's queue that the pipeline thread can be asked for; plain data, to cross a thread. */
import type { Actor } from '../storage/accounts.ts';
import type { ChosenProducts } from './queue-rest.ts';

interface Change<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

/** Whose queue, and who asks: null for a key. */
export interface StoreOfQueue {
  readonly storeId: string;
  readonly actor: Actor | null;
  /** Of the key that asks, where no person does. */
  readonly keyName?: string;
}

/** What somebody said, unchecked. */
interface Said {
  readonly body: Readonly<Record<string, unknown>>;
}

/** Each change by its name. */
export interface EnrichmentChanges {
  /** Rejects with `validation_failed`, `not_found`, or `conflict` where there is nothing to decide about. */
  readonly changePhrases: Change<
    StoreOfQueue & Said & { readonly externalId: string },
    { readonly warnings: readonly string[] }
  >;
  /** Rejects with `validation_failed`. */
  readonly changeEnrichment: Change<StoreOfQueue & Said, null>;
  /**
   * Has products that failed tried again, all or those of the body; gives how many, whether the queue was held, and until
   * when it stays so all the same.
   */
  readonly retryEnrichment: Change<
    StoreOfQueue & Said,
    ChosenProducts & { readonly wasHeld: boolean; readonly heldUntil: number | null }
  >;
  /**
   * Has products queued: all that never were and fit the plan, those that the body names, also where they have phrases,
   * or those whose phrases other rules wrote (`outdated`). Gives how many, of all that never were about so. Rejects with
   * `conflict` where no provider is configured. It takes its turns to write by itself.
   */
  readonly queueEnrichment: Change<StoreOfQueue & Partial<Said>, ChosenProducts>;
}

/** A function for each change. */
export type EnrichmentHandlers = {
  readonly [Name in keyof EnrichmentChanges]: (
    request: EnrichmentChanges[Name]['request'],
  ) => Promise<EnrichmentChanges[Name]['response']>;
};
