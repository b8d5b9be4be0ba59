/** What the pipeline thread can be asked to do, and with what it starts. */
import type { AccountChanges } from '../accounts/changes.ts';
import type { ImportJsonRequest, ImportJsonResult } from '../ingest/import-json.ts';
import type { RemovalResult } from '../ingest/remove-product.ts';
import type { UpsertRequest, UpsertResult } from '../ingest/upsert-product.ts';
import type { StoreRequests } from '../insight/request-counter.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { StoreSynonyms } from '../storage/records.ts';

/** With what the thread starts. */
export interface PipelineThreadData {
  readonly target: StorageTarget;
  /** False when no enrichment provider is configured. */
  readonly enrich: boolean;
}

/** Each call is durable when it is answered. */
export interface PipelineMethods extends AccountChanges {
  readonly importJson: { readonly request: ImportJsonRequest; readonly response: ImportJsonResult };
  readonly upsertProduct: { readonly request: UpsertRequest; readonly response: UpsertResult };
  readonly patchProduct: {
    readonly request: UpsertRequest & { readonly externalId: string };
    readonly response: UpsertResult;
  };
  readonly removeProduct: {
    readonly request: { readonly storeId: string; readonly externalId: string };
    readonly response: RemovalResult;
  };
  /** The whole set as JSON bytes. */
  readonly replaceSynonyms: {
    readonly request: { readonly storeId: string; readonly body: Uint8Array };
    readonly response: StoreSynonyms;
  };
  /** Last-used times of keys, microseconds by key id. */
  readonly touchApiKeys: { readonly request: ReadonlyMap<string, number>; readonly response: null };
  /** The keystrokes of a store, to be added to what is known. */
  readonly addRequests: { readonly request: StoreRequests; readonly response: null };
  /** Throws away some of what is past its time; true while there is more. */
  readonly prune: { readonly request: { readonly storeId: string }; readonly response: boolean };
  /** Finishes what is under way, then closes the database. */
  readonly close: { readonly request: null; readonly response: null };
}
