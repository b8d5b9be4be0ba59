/**
 * Measurements for Prometheus, in one place. Labels are few and bounded: no key or query is ever a label, and stores are only while
 * they are in quarantine. Counts that every request touches are plain numbers, turned into text at a scrape. A source that fails
 * leaves its metrics out; the scrape itself never fails. Scrapes are worked out at most once a second (burst 10); others get the text
 * of the last one. At most 50 stores are named. Durations are seconds, sizes bytes, as Prometheus wants it.
 */
// Tests: ./metrics.test.ts.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { limits } from '../../contract/limits.ts';
import { type Clock, limitWork } from '../clock.ts';
import { DurationSeries, type RequestSeries, renderDurations } from './request-durations.ts';

/** The counts and times of the service. */
export interface Metrics extends Tallies {
  /** Text in the Prometheus exposition format, and its content type. */
  render(): Promise<RenderedMetrics>;
}

/** The metrics as they are sent. */
interface RenderedMetrics {
  readonly text: string;
  readonly contentType: string;
}

/** The counts and times of the service. */
interface Tallies {
  /** Returns the series that counts answered requests of this kind; the route is the registered one, not the address. */
  requests(method: string, route: string, status: number): RequestSeries;
  /** One autocomplete answer, from the cache or computed; `isCut` where its question used up what it may cost. */
  countAnswer(cached: boolean, isCut: boolean): void;
  /** Rows of one import or single upsert. */
  countRows(counts: {
    readonly validRows: number;
    readonly failedRows: number;
    readonly skippedRows: number;
  }): void;
  /** Events of shoppers: those accepted, how many of them were written, and those that were not accepted. */
  countEvents(counts: { readonly accepted: number; readonly kept: number; readonly rejected: number }): void;
  /** A run of a feed, or an attempt to bring a message, and what came of it. */
  countEnd(end: { readonly work: 'feed_run' | 'webhook_attempt'; readonly outcome: string }): void;
  /** A connection of a caller. */
  countConnection(outcome: 'opened' | 'closed' | 'refused'): void;
}

/** All of it so far. */
interface Counts {
  /** Counts by metric and label, such as `rows valid`. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly durations: readonly DurationSeries[];
}

/** The size of the indexes in memory, and the number of loads by their source. */
export interface IndexFigures {
  readonly stores: number;
  readonly documents: number;
  readonly bytes: number;
  readonly loads: Readonly<Record<'files' | 'shared' | 'products', number>>;
}

/** The sources that are read at each scrape. */
export interface MetricSources {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly indexSize: () => IndexFigures;
  readonly health: () => Promise<WatchedHealth>;
  /** Returns the number of changes that the index furthest behind lacks. */
  readonly changesBehind: () => Promise<number>;
  /** Returns the stores and tables that cannot be read or worked on; the longest faulty store first. */
  readonly faults?: () => WatchedFaults;
  /** Connections to the database, by who uses them; empty where there are none. */
  readonly connections: () => readonly {
    readonly use: string;
    readonly used: number;
    readonly waiting: number;
    readonly most: number;
  }[];
}

/** Nothing counted yet. */
function createTallies(): { readonly tallies: Tallies; counts(): Counts } {
  const durations = new Map<string, DurationSeries>();
  const outcomes = new Map<string, number>();
  // Plain numbers where every keystroke passes.
  let fromCache = 0;
  let computed = 0;
  let cut = 0;
  const add = (name: string, count: number) => outcomes.set(name, (outcomes.get(name) ?? 0) + count);
  const tallies: Tallies = {
    requests(method, route, status) {
      const key = `${status}${method}${route}`;
      let series = durations.get(key);
      if (series === undefined) {
        // Methods and routes are the application's own words: nothing in them is to be escaped.
        series = new DurationSeries(`method="${method}",route="${route}",status="${status}"`);
        durations.set(key, series);
      }
      return series;
    },
    countAnswer(cached, isCut) {
      if (cached) fromCache += 1;
      else computed += 1;
      if (isCut) cut += 1;
    },
    countRows({ validRows, failedRows, skippedRows }) {
      add('rows valid', validRows);
      add('rows failed', failedRows);
      add('rows skipped', skippedRows);
    },
    countEvents({ accepted, kept, rejected }) {
      add('events accepted', kept);
      add('events ignored', accepted - kept);
      add('events rejected', rejected);
    },
    countEnd({ work, outcome }) {
      add(`${work} ${outcome}`, 1);
    },
    countConnection: (outcome) => add(`connection ${outcome}`, 1),
  };
  return {
    tallies,
    counts: () => ({
      outcomes: new Map([
        ...outcomes,
        ['answers true', fromCache],
        ['answers false', computed],
        [cutAnswers, cut],
      ]),
      durations: [...durations.values()],
    }),
  };
}

/** Creates the metrics, which count and render all of it as text. */
export function createMetrics({
  clock,
  indexSize,
  health,
  changesBehind,
  connections,
  faults = () => ({ stores: [], tables: [] }),
}: MetricSources): Metrics {
  const registry = new Registry();
  // Each look at the event loop's delay wakes the process: every 10 ms took half of what an idle one spends (measured).
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const { tallies, counts } = createTallies();
  const outcomes = new Map<string, number>();
  for (const metric of outcomeMetrics) watchOutcomes(registry, metric, outcomes);
  watchCutAnswers(registry, outcomes);
  measureIndexes(registry, indexSize);
  measureLoads(registry, indexSize);
  measureConnections(registry, connections);
  measureQuarantine(registry, () => faults().stores);
  measureTables(registry, () => faults().tables);
  const lookAtDatabase = watchDatabase(registry, health, changesBehind);
  async function collect(): Promise<RenderedMetrics> {
    await lookAtDatabase();
    const counted = counts();
    for (const [name, count] of counted.outcomes) outcomes.set(name, count);
    const rest = await registry.metrics();
    return { text: `${rest}\n${renderDurations(counted.durations)}`, contentType: registry.contentType };
  }
  return { ...tallies, render: limitWork(limits.metricsRate, clock, collect) };
}

/** The name in tallies of the counter `foretype_query_budget_exhausted_total`. */
const cutAnswers = 'answers cut';

/** Counters of outcomes: how tallies name them, and the label of each. */
const outcomeMetrics = [
  {
    name: 'foretype_autocomplete_answers_total',
    help: 'Autocomplete answers, by whether they came from the cache.',
    ...{ kind: 'answers', label: 'cached', values: ['true', 'false'] },
  },
  {
    name: 'foretype_ingest_rows_total',
    help: 'Product rows taken in, by outcome.',
    ...{ kind: 'rows', label: 'outcome', values: ['valid', 'failed', 'skipped'] },
  },
  {
    name: 'foretype_events_total',
    help: 'Events of shoppers, by outcome; ignored are clicks without evidence and events that came again.',
    ...{ kind: 'events', label: 'outcome', values: ['accepted', 'ignored', 'rejected'] },
  },
  {
    name: 'foretype_connections_total',
    help: 'Connections of callers, by outcome: those that are open were opened and not closed.',
    ...{ kind: 'connection', label: 'outcome', values: ['opened', 'closed', 'refused'] },
  },
  {
    name: 'foretype_feed_runs_total',
    help: 'Runs of feeds that ended here, by outcome.',
    ...{ kind: 'feed_run', label: 'outcome', values: ['completed', 'failed'] },
  },
  {
    name: 'foretype_webhook_attempts_total',
    help: 'Attempts to bring a message to its webhook, by outcome.',
    ...{ kind: 'webhook_attempt', label: 'outcome', values: ['delivered', 'failed'] },
  },
] as const;

function watchOutcomes(
  registry: Registry,
  { name, help, kind, label, values }: (typeof outcomeMetrics)[number],
  outcomes: ReadonlyMap<string, number>,
): void {
  new Counter({
    ...{ name, help, labelNames: [label], registers: [registry] },
    collect() {
      this.reset();
      for (const value of values) {
        const count = outcomes.get(`${kind} ${value}`);
        if (count !== undefined) this.inc({ [label]: value }, count);
      }
    },
  });
}

function watchCutAnswers(registry: Registry, outcomes: ReadonlyMap<string, number>): void {
  new Counter({
    name: 'foretype_query_budget_exhausted_total',
    help: 'Autocomplete answers that are the best found within the steps that a question may cost.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(outcomes.get(cutAnswers) ?? 0);
    },
  });
}

function measureIndexes(registry: Registry, indexSize: MetricSources['indexSize']): void {
  const gauges = [
    ['documents', 'Live products over all loaded indexes.'],
    ['bytes', 'Memory of all loaded indexes.'],
    ['stores', 'Stores whose index is loaded.'],
  ] as const;
  for (const [what, help] of gauges) {
    new Gauge({
      ...{ name: `foretype_index_${what}`, help, registers: [registry] },
      collect() {
        this.set(indexSize()[what]);
      },
    });
  }
}

function measureLoads(registry: Registry, indexSize: MetricSources['indexSize']): void {
  new Counter({
    name: 'foretype_index_loads_total',
    help: 'Indexes that came into memory, by what they were made of: own files, the index that nodes share, or all products.',
    labelNames: ['from'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [from, count] of Object.entries(indexSize().loads)) this.inc({ from }, count);
    },
  });
}

function measureConnections(registry: Registry, connections: MetricSources['connections']): void {
  const gauges = [
    ['used', 'Connections to PostgreSQL that are in use, by what uses them.'],
    ['waiting', 'Calls that wait for a connection to PostgreSQL.'],
    ['most', 'Connections to PostgreSQL that may be in use at most.'],
  ] as const;
  for (const [what, help] of gauges) {
    new Gauge({
      ...{ name: `foretype_database_connections_${what}`, help, registers: [registry] },
      labelNames: ['use'],
      collect() {
        for (const each of connections()) this.set({ use: each.use }, each[what]);
      },
    });
  }
}

/** A store in quarantine, with the work that fails and the kind of cause. */
export interface WatchedStore {
  readonly storeId: string;
  readonly work: string;
  readonly cause: string;
}

/** The faults of the service, as its list holds them. */
interface WatchedFaults {
  readonly stores: readonly WatchedStore[];
  readonly tables: readonly { readonly table: string; readonly part: string; readonly isRebuilt: boolean }[];
}

function measureTables(registry: Registry, tables: () => WatchedFaults['tables']): void {
  new Gauge({
    ...{ name: 'foretype_table_damaged', registers: [registry] },
    help: '1 for each damaged table of all stores, with the part; 0 where its indexes were rebuilt.',
    labelNames: ['table', 'part'],
    collect() {
      this.reset();
      for (const { table, part, isRebuilt } of tables()) this.set({ table, part }, isRebuilt ? 0 : 1);
    },
  });
}

/** Stores in quarantine that are named, at most. Chosen: stores are a label here and nowhere else. */
const storesNamed = 50;

function measureQuarantine(registry: Registry, quarantined: () => readonly WatchedStore[]): void {
  new Gauge({
    ...{ name: 'foretype_stores_quarantined', registers: [registry] },
    help: 'Stores of which something cannot be read or done, while all others go on.',
    collect() {
      this.set(new Set(quarantined().map(({ storeId }) => storeId)).size);
    },
  });
  new Gauge({
    ...{ name: 'foretype_store_quarantined', registers: [registry] },
    help: `1 for each store in quarantine, with the work that fails and why; the first ${storesNamed}.`,
    labelNames: ['store', 'work', 'cause'],
    collect() {
      this.reset();
      const named = quarantined().slice(0, storesNamed);
      for (const { storeId: store, work, cause } of named) this.set({ store, work, cause }, 1);
    },
  });
}

/** The measured part of a database's health. */
export interface WatchedHealth {
  readonly jobs: readonly {
    readonly kind: string;
    readonly due: number;
    readonly oldestDueMs: number;
    readonly retried: number;
  }[];
}

/** One look at the database a scrape; where it does not answer, its queues are unknown and left out. */
function watchDatabase(
  registry: Registry,
  health: MetricSources['health'],
  changesBehind: MetricSources['changesBehind'],
): () => Promise<void> {
  const kinds = { labelNames: ['kind'], registers: [registry] };
  const due = new Gauge({
    name: 'foretype_jobs_due',
    help: 'Jobs that wait for a worker, of all processes.',
    ...kinds,
  });
  const oldest = new Gauge({
    name: 'foretype_job_oldest_due_seconds',
    help: 'For how long the first of them waits.',
    ...kinds,
  });
  const retried = new Gauge({
    name: 'foretype_jobs_retried',
    help: 'Jobs that were begun more than once and are not done.',
    ...kinds,
  });
  const behind = new Gauge({
    name: 'foretype_index_changes_behind',
    help: 'Committed changes that the index in memory lacks which is furthest behind.',
    registers: [registry],
  });
  const up = new Gauge({
    name: 'foretype_database_up',
    help: '1 where the database answered this scrape, else 0.',
    registers: [registry],
  });
  return async () => {
    const [jobs, lacking] = await Promise.all([
      health().then(
        (answer) => answer.jobs,
        () => null,
      ),
      changesBehind().catch(() => null),
    ]);
    if (lacking !== null) behind.set(lacking);
    for (const gauge of [due, oldest, retried]) gauge.reset();
    up.set(jobs === null ? 0 : 1);
    for (const job of jobs ?? []) {
      due.set({ kind: job.kind }, job.due);
      oldest.set({ kind: job.kind }, job.oldestDueMs / 1_000);
      retried.set({ kind: job.kind }, job.retried);
    }
  };
}
