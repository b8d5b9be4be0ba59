/**
 * Declares the calls between the HTTP threads of a process, and the data with which all but the first start. Values
 * are plain data or ports.
 */
import type { MessagePort } from 'node:worker_threads';
import type { PasswordCaller } from '../accounts/passwords.ts';
import type { CallerDay, SearchNote } from '../analytics/search-counter.ts';
import type { Config } from '../config.ts';
import type { ServiceFaults } from '../jobs/quarantine-list.ts';
import type { RenderedMetrics, TallyCounts } from '../metrics.ts';
import type { DamagedRow } from '../storage/damage.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { RequestStatistics } from '../storage/records.ts';
import type { SharedBounds } from '../threads/shared-numbers.ts';
import type { ShownMemory } from '../threads/shown-table.ts';

/** Memory that all HTTP threads of a process share; `state` and `notices` are one 32-bit integer each. */
export interface SharedMemory {
  readonly state: SharedArrayBuffer;
  /** The stores whose keys a thread found changed; see key-news.ts. */
  readonly keyNews: SharedArrayBuffer;
  /** How many notices the index thread sent. */
  readonly notices: SharedArrayBuffer;
  readonly bounds: SharedBounds;
}

/** The threads to which each HTTP thread has a way of its own. */
export const threadsBehind = ['index', 'pipeline', 'readers'] as const;

export type ThreadBehind = (typeof threadsBehind)[number];

/** The data with which a further HTTP thread starts. */
export interface HttpThreadData extends Readonly<Record<ThreadBehind, MessagePort>> {
  readonly config: Config;
  readonly target: StorageTarget;
  /** The address of `ServiceEnvironment.warmUpFile` as text. */
  readonly warmUpFile: string | null;
  /** Whether the log goes to a terminal. */
  readonly isTerminal: boolean;
  readonly memory: SharedMemory;
  readonly shown: ShownMemory;
  /** To the first HTTP thread. */
  readonly first: MessagePort;
}

/** What the first HTTP thread asks of the others. */
export interface HttpThreadMethods {
  /** Answered when it listens, on the port of the first. */
  readonly listen: {
    readonly request: { readonly port: number; readonly day: CallerDay };
    readonly response: null;
  };
  /** Answered when it has warmed up, which begins when it listens. */
  readonly warmed: { readonly request: null; readonly response: null };
  readonly beginDay: { readonly request: CallerDay; readonly response: null };
  /** A thread behind was started again, and this is the way to it. */
  readonly connect: {
    readonly request: { readonly to: ThreadBehind; readonly way: MessagePort };
    readonly response: null;
  };
  readonly tallies: { readonly request: null; readonly response: TallyCounts };
  /** Counts of a store that the thread has not written yet. */
  readonly requestsNow: { readonly request: string; readonly response: RequestStatistics | null };
  /** Notes of searches since the last call. */
  readonly takeNotes: { readonly request: null; readonly response: readonly SearchNote[] };
  /** Answered when everything under way is answered, and what was counted is written down. */
  readonly stop: { readonly request: { readonly drainMs: number }; readonly response: null };
}

/** The calls of the other HTTP threads to the first: everything that a process has once. */
export interface FirstThreadMethods {
  readonly renderMetrics: { readonly request: null; readonly response: RenderedMetrics };
  readonly requestsNow: { readonly request: string; readonly response: readonly RequestStatistics[] };
  readonly faults: { readonly request: null; readonly response: ServiceFaults };
  readonly noteDamage: {
    readonly request: { readonly storeId: string; readonly rows: readonly DamagedRow[] };
    readonly response: null;
  };
  readonly hashPassword: {
    readonly request: { readonly password: string; readonly caller: PasswordCaller };
    readonly response: string;
  };
  readonly matchPassword: {
    readonly request: {
      readonly password: string;
      readonly hash: string | null;
      readonly caller: PasswordCaller;
    };
    readonly response: boolean;
  };
}
