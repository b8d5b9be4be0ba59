/**
 * Declares the calls of the reader thread and the data that it starts with; plain data. No call writes. Pages have at most 200 rows
 * and 4 MiB of JSON (bytes). Nothing is checked here; refusals cross as AppErrors with their codes.
 */
// Tests: ./reader-client.live.test.ts.
import type { MerchandisingRule } from '../../../contract/words/merchandising.ts';
import type { FailuresPart, FailuresQuestion } from '../../http/presenters/failures-csv.ts';
import type { CompiledRules } from '../../merchandising/compile-rules.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import type { DeploymentSettings } from '../../resources/enrichment/present-enrichment.ts';
import type { SynonymChange } from '../../resources/synonyms/write-synonyms.ts';
import type { CompiledSynonyms } from '../../search/engine.ts';
import type { StorageTarget } from '../../storage/open-storage.ts';
import type { ListedKey } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';

/** The data with which the thread starts. */
export interface ReaderThreadData extends DeploymentSettings {
  readonly target: StorageTarget;
}

/** Reads for answers that are tried before something is changed. */
export interface CatalogReads {
  /** The products that rules name may be the whole catalog. */
  readonly compileRules: {
    readonly request: { readonly storeId: string; readonly rules: readonly MerchandisingRule[] };
    readonly response: CompiledRules;
  };
  /** The synonyms of the store after a change, to be tried. */
  readonly compileSynonyms: {
    readonly request: { readonly storeId: string } & SynonymChange;
    readonly response: CompiledSynonyms;
  };
}

/** What the directory knows of a store. */
export interface DirectoryReads {
  /** As `Directory.listApiKeys`. */
  readonly listKeys: { readonly request: { readonly storeId: string }; readonly response: ListedKey[] };
  /** As `StoreDeletions.count`. */
  readonly countRows: {
    readonly request: { readonly storeId: string };
    readonly response: Record<string, number>;
  };
}

/** A call of a {@link StoreReader}: its parameters and answers are plain data. `name`: a room and its read, as `feeds.list`. */
export interface ReadRequest {
  readonly storeId: string;
  readonly name: string;
  readonly parameters: readonly unknown[];
}

/** Calls of the reader thread. */
export interface ReaderMethods extends CatalogReads, DirectoryReads {
  readonly read: { readonly request: ReadRequest; readonly response: unknown };
  /** An operation that reads; its answer is JSON. */
  readonly operate: { readonly request: OperationRequest; readonly response: Uint8Array };
  readonly failuresCsv: {
    readonly request: { readonly storeId: string; readonly question: FailuresQuestion };
    readonly response: FailuresPart;
  };
  /** Closes the database. */
  readonly close: { readonly request: null; readonly response: null };
}
