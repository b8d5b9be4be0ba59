/**
 * Measurements for Prometheus, in one place. Labels are few and bounded: no store, key or query is ever a label.
 * What every request touches is counted in plain numbers, and turned into text when somebody asks.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What the service counts and times. */
export interface Metrics extends Tallies {
  /** Text in the Prometheus exposition format, and its content type. */
  render(): Promise<RenderedMetrics>;
}

/** What is sent to whoever asks. */
export interface RenderedMetrics {
  readonly text: string;
  readonly contentType: string;
}

/** What one thread counts and times. */
export interface Tallies {
  /** Where to tell of answered requests of this kind; the route as registered, not the address. */
  requests(method: string, route: string, status: number): RequestSeries;
  /** One autocomplete answer, from the cache or computed. */
  countAnswer(cached: boolean): void;
  /** Rows of one import or single upsert. */
  countRows(counts: {
    readonly validRows: number;
    readonly failedRows: number;
    readonly skippedRows: number;
  }): void;
  /** Events of shoppers that were written, and that were not. */
  countEvents(counts: { readonly accepted: number; readonly rejected: number }): void;
  /** A run of a feed, or an attempt to bring a message, and what came of it. */
  countEnd(end: { readonly work: 'feed_run' | 'webhook_attempt'; readonly outcome: string }): void;
  /** All of it so far, as plain data. */
  counts(): TallyCounts;
}

/** Tallies as they cross threads. */
export interface TallyCounts {
  /** By metric and label, such as `rows valid`. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly durations: readonly DurationCounts[];
}

interface DurationCounts {
  readonly labels: string;
  /** Observations above the bound before and not above this one; the last place is for those above all. */
  readonly byBound: Float64Array;
  readonly sum: number;
}

/** Requests of one method, route and status. */
export interface RequestSeries {
  /** One more of them, and how long it took. */
  observe(seconds: number): void;
}

/** What indexes in memory amount to, and how often one came there, by where it was taken from. */
export interface IndexFigures {
  readonly stores: number;
  readonly documents: number;
  readonly bytes: number;
  readonly loads: Readonly<Record<'files' | 'shared' | 'products', number>>;
}

/** What is read at each scrape. */
export interface MetricSources {
  /** What other threads counted. */
  readonly otherTallies?: () => Promise<readonly TallyCounts[]>;
  readonly indexSize: () => IndexFigures;
  readonly health: () => Promise<WatchedHealth>;
  /** What the index lacks that is furthest behind. */
  readonly changesBehind: () => Promise<number>;
  /** Connections to the database, by who uses them; empty where there are none. */
  readonly connections: () => readonly {
    readonly use: string;
    readonly used: number;
    readonly waiting: number;
    readonly most: number;
  }[];
}

/** Nothing counted yet. */
export function createTallies(): Tallies {
  const durations = new Map<string, DurationSeries>();
  const outcomes = new Map<string, number>();
  // Plain numbers where every keystroke passes.
  let fromCache = 0;
  let computed = 0;
  const add = (name: string, count: number) => outcomes.set(name, (outcomes.get(name) ?? 0) + count);
  return {
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
    countAnswer(cached) {
      if (cached) fromCache += 1;
      else computed += 1;
    },
    countRows({ validRows, failedRows, skippedRows }) {
      add('rows valid', validRows);
      add('rows failed', failedRows);
      add('rows skipped', skippedRows);
    },
    countEvents({ accepted, rejected }) {
      add('events accepted', accepted);
      add('events rejected', rejected);
    },
    countEnd({ work, outcome }) {
      add(`${work} ${outcome}`, 1);
    },
    counts: () => ({
      outcomes: new Map([...outcomes, ['answers true', fromCache], ['answers false', computed]]),
      durations: [...durations.values()],
    }),
  };
}

/** What this thread counts, and all of it as text. */
export function createMetrics({
  indexSize,
  health,
  changesBehind,
  connections,
  otherTallies = async () => [],
}: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const tallies = createTallies();
  const outcomes = new Map<string, number>();
  for (const metric of outcomeMetrics) watchOutcomes(registry, metric, outcomes);
  measureIndexes(registry, indexSize);
  measureLoads(registry, indexSize);
  measureConnections(registry, connections);
  const lookAtDatabase = watchDatabase(registry, health, changesBehind);
  return {
    ...tallies,
    async render() {
      await lookAtDatabase();
      const all = [tallies.counts(), ...(await otherTallies())];
      outcomes.clear();
      for (const [name, count] of all.flatMap((counts) => [...counts.outcomes])) {
        outcomes.set(name, (outcomes.get(name) ?? 0) + count);
      }
      const rest = await registry.metrics();
      const durations = renderDurations(sumDurations(all.flatMap((counts) => counts.durations)));
      return { text: `${rest}\n${durations}`, contentType: registry.contentType };
    },
  };
}

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
    help: 'Events of shoppers, by outcome.',
    ...{ kind: 'events', label: 'outcome', values: ['accepted', 'rejected'] },
  },
  {
    name: 'foretype_feed_runs_total',
    help: 'Runs of feeds that ended here, by outcome.',
    ...{ kind: 'feed_run', label: 'outcome', values: ['completed', 'failed'] },
  },
  {
    name: 'foretype_webhook_attempts_total',
    help: 'Attempts to bring a message to its endpoint, by outcome.',
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

/** What of a database is measured. */
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

/** Upper bounds in seconds. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Of one kind of requests. A histogram of the package looks its labels up at each observation, which costs a keystroke
 * more than the search for its answer in the cache.
 */
class DurationSeries implements DurationCounts, RequestSeries {
  readonly byBound = new Float64Array(durationBounds.length + 1);
  readonly labels: string;
  sum = 0;

  constructor(labels: string) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let place = 0;
    while (place < durationBounds.length && seconds > (durationBounds[place] ?? 0)) place += 1;
    this.byBound[place] = (this.byBound[place] ?? 0) + 1;
    this.sum += seconds;
  }
}

/** Those with the same labels as one. */
function sumDurations(all: readonly DurationCounts[]): DurationCounts[] {
  const sums = new Map<string, DurationCounts>();
  for (const { labels, byBound, sum } of all) {
    const known = sums.get(labels);
    const added =
      known === undefined ? byBound : byBound.map((count, place) => count + (known.byBound[place] ?? 0));
    sums.set(labels, { labels, byBound: added, sum: sum + (known?.sum ?? 0) });
  }
  return [...sums.values()];
}

function renderDurations(all: readonly DurationCounts[]): string {
  const name = 'foretype_http_request_duration_seconds';
  const lines = [
    `# HELP ${name} Time from the first byte of a request to the end of its answer.`,
    `# TYPE ${name} histogram`,
  ];
  for (const { labels, byBound, sum } of all) {
    let count = 0;
    [...durationBounds, '+Inf'].forEach((bound, index) => {
      count += byBound[index] ?? 0;
      lines.push(`${name}_bucket{le="${bound}",${labels}} ${count}`);
    });
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`);
  }
  return `${lines.join('\n')}\n`;
}
