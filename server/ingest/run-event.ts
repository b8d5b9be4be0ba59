/**
 * The events that merchants' webhooks receive: the end of a run. Times are microseconds since 1970. It sends nothing itself:
 * deliveries are queued rows, and an error of the caller's transaction takes them back.
 */
// Tests: test/scenarios/webhook-deliveries.test.ts.
import type { ImportRun } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** The end of an import of a file. */
export interface ImportEvent {
  readonly type: 'import.completed' | 'import.failed';
  readonly run: ImportRun;
}

/** The end of a run of a feed. */
export interface FeedRunEvent {
  readonly type: 'feed.run.completed' | 'feed.run.failed';
  readonly run: ImportRun;
  readonly feed: { readonly id: string; readonly name: string };
  /** The fields that only runs of feeds have. */
  readonly outcome: {
    /** The trigger of the run: the schedule, a person, the API. */
    readonly trigger: string;
    /** Whether everything was read, or only what changed in a shop. */
    readonly reading: 'whole' | 'changes';
    readonly notModified: boolean;
    readonly removedRows: number;
    readonly restoredRows: number;
    /** Whether the run was let past the removal guard. */
    readonly forced: boolean;
    /** The first that went well after failures. */
    readonly recovered: boolean;
    /** One more failure in a row, of which the merchant has heard. */
    readonly repeated: boolean;
    /** The removal guard stopped it. */
    readonly guarded: boolean;
    /** Why it failed, as a code; null where it did not. */
    readonly errorCode: string | null;
    readonly finishedAt: number | null;
  };
}

/** The end of a run. */
export type RunEvent = ImportEvent | FeedRunEvent;

/**
 * Writes a message for every webhook of the store that subscribes to the event, in the transaction that ends the run: no message is
 * lost, and none is sent after a rollback. Dry runs send none.
 */
export type Announce = (writer: StoreWriter, event: RunEvent) => Promise<void>;
