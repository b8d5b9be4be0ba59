/**
 * Declares everything that routes are given: the whole service behind HTTP, which server/serving/ puts together. Routes must use
 * nothing else. It holds types only; parts that can be away say so themselves (`unavailable`). Times of its clock are microseconds, or
 * milliseconds of a clock that only rises. Nothing here can fail.
 */
// Tests: ./operation-routes.live.test.ts, ./made-lists.live.test.ts.
import type { Passwords } from '../accounts/passwords.ts';
import type { SearchCounter } from '../analytics/search-counter.ts';
import type { Autocomplete } from '../autocomplete/answering/autocomplete.ts';
import type { SearchIntents } from '../autocomplete/answering/search-intents.ts';
import type { Clock } from '../clock.ts';
import type { RequestCounter } from '../insight/request-counter.ts';
import type { ServiceFaults } from '../jobs/quarantine-list.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Config } from '../settings/config.ts';
import type { OnDamage } from '../storage/damage/damage.ts';
import type { Storage } from '../storage/storage.ts';
import type { KeyRing } from '../stores/key-ring.ts';
import type { QueryIds } from '../threads/evidence/query-ids.ts';
import type { ShownAnswers } from '../threads/evidence/shown-answers.ts';
import type { IndexClient } from '../threads/index-thread/index-client.ts';
import type { PipelineClient } from '../threads/pipeline-thread/pipeline-client.ts';
import type { ReaderClient } from '../threads/reader-thread/reader-client.ts';
import type { WidgetBuilds } from './answers/widget-builds.ts';

/** Everything that a route may use. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /**
   * Short reads by key of what all stores share. Without the rows of a store: a read of them may weigh anything, and bursts of such
   * requests would hold the thread, so they go to `readers`. Writes go through the pipeline.
   */
  readonly storage: Pick<Storage, 'directory' | 'accounts' | 'ping'>;
  readonly readers: ReaderClient;
  readonly keyRing: KeyRing;
  readonly pipeline: PipelineClient;
  readonly index: IndexClient;
  readonly autocomplete: Autocomplete;
  /** Finds intents with the same indexes. */
  readonly intents: SearchIntents;
  /** Counts keystrokes for their store's dashboard. */
  readonly requests: RequestCounter;
  /** Counts what shoppers look for, and whether they click. */
  readonly searches: Pick<SearchCounter, 'countQuery' | 'countClick'>;
  /** Remembers what was shown to which network, as evidence of clicks. */
  readonly shown: ShownAnswers;
  /** Makes and opens ids of answers. */
  readonly queryIds: QueryIds;
  /** Hashes and checks the passwords of people's accounts. */
  readonly passwords: Passwords;
  /** The script for shops' pages, in every form that is served. */
  readonly widget: WidgetBuilds;
  /** Returns what cannot be read or done in the whole process. */
  readonly faults: () => ServiceFaults;
  /** Rows of the store that a read met and that cannot be read. */
  readonly noteDamage: OnDamage;
  /** `starting` until every store was loaded once, `stopping` from the first signal on. */
  readonly state: () => 'starting' | 'ready' | 'stopping';
}
