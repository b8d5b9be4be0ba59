/** What happened in a store that its endpoints can be told of, as those know it who saw it happen. */
import type { ImportRun } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** An import of a file ended. */
export interface ImportEvent {
  readonly type: 'import.completed' | 'import.failed';
  readonly run: ImportRun;
}

/** A run of a feed ended. */
export interface FeedRunEvent {
  readonly type: 'feed.run.completed' | 'feed.run.failed';
  readonly run: ImportRun;
  readonly feed: { readonly id: string; readonly name: string };
  /** What only runs of feeds have. */
  readonly outcome: {
    /** What began it: the schedule, a person, the API. */
    readonly trigger: string;
    readonly notModified: boolean;
    readonly removedRows: number;
    readonly restoredRows: number;
    /** Whether it was let past the removal guard. */
    readonly forced: boolean;
    /** The first that went well after failures. */
    readonly recovered: boolean;
  };
}

/** One thing that happened. */
export type StoreEvent = ImportEvent | FeedRunEvent;

/**
 * Has every endpoint of the store told that wants to know, by messages that are written in the transaction of what they
 * tell of: never lost, and never sent for what was rolled back. A dry run is nobody's news.
 */
export type Announce = (writer: StoreWriter, event: StoreEvent) => Promise<void>;
