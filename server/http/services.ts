/** What the routes are given: the whole service behind HTTP, put together in start-service.ts. */
import type { SearchCounter } from '../analytics/search-counter.ts';
import type { Autocomplete } from '../autocomplete/autocomplete.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { RequestCounter } from '../insight/request-counter.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Storage } from '../storage/storage.ts';
import type { KeyRing } from '../stores/key-ring.ts';
import type { IndexClient } from '../threads/index-client.ts';
import type { PipelineClient } from '../threads/pipeline-client.ts';
import type { ReaderClient } from '../threads/reader-client.ts';
import type { WidgetBuilds } from './widget-builds.ts';

/** Everything that a route may use. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** For short reads by key; lists and long reads go to `readers`, writes through the pipeline. */
  readonly storage: Storage;
  readonly readers: ReaderClient;
  readonly keyRing: KeyRing;
  readonly pipeline: PipelineClient;
  readonly index: IndexClient;
  readonly autocomplete: Autocomplete;
  /** Counts keystrokes for their store's dashboard. */
  readonly requests: RequestCounter;
  /** Counts what shoppers look for, and whether they click. */
  readonly searches: SearchCounter;
  /** The script for shops' pages, in every form that is served. */
  readonly widget: WidgetBuilds;
  /** `starting` until every store was loaded once, `stopping` from the first signal on. */
  readonly state: () => 'starting' | 'ready' | 'stopping';
}
