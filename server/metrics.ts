/**
 * Measurements for Prometheus, in one place. Labels are few and bounded: no store, key or query is ever a label.
 * What every request touches is counted in plain numbers, and turned into text when somebody asks.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** What the service counts and times. */
export interface Metrics {
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
  /** Text in the Prometheus exposition format, and its content type. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** Requests of one method, route and status. */
export interface RequestSeries {
  /** One more of them, and how long it took. */
  observe(seconds: number): void;
}

/** `indexSize` and `health` are read at each scrape. */
export function createMetrics(
  indexSize: () => { readonly stores: number; readonly documents: number; readonly bytes: number },
  health: () => Promise<WatchedHealth>,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new RequestDurations();
  let fromCache = 0;
  let computed = 0;
  new Counter({
    name: 'foretype_autocomplete_answers_total',
    help: 'Autocomplete answers, by whether they came from the cache.',
    labelNames: ['cached'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ cached: 'true' }, fromCache);
      this.inc({ cached: 'false' }, computed);
    },
  });
  const rows = outcomeCounter(registry, 'foretype_ingest_rows_total', 'Product rows taken in, by outcome.');
  new Gauge({
    name: 'foretype_index_documents',
    help: 'Live products over all loaded indexes.',
    registers: [registry],
    collect() {
      this.set(indexSize().documents);
    },
  });
  new Gauge({
    name: 'foretype_index_bytes',
    help: 'Memory of all loaded indexes.',
    registers: [registry],
    collect() {
      this.set(indexSize().bytes);
    },
  });
  new Gauge({
    name: 'foretype_index_stores',
    help: 'Stores whose index is loaded.',
    registers: [registry],
    collect() {
      this.set(indexSize().stores);
    },
  });
  const lookAtDatabase = watchHealth(registry, health);
  const events = outcomeCounter(registry, 'foretype_events_total', 'Events of shoppers, by outcome.');
  return {
    requests: (method, route, status) => durations.series(method, route, status),
    countAnswer(cached) {
      if (cached) fromCache += 1;
      else computed += 1;
    },
    countRows({ validRows, failedRows, skippedRows }) {
      rows.labels('valid').inc(validRows);
      rows.labels('failed').inc(failedRows);
      rows.labels('skipped').inc(skippedRows);
    },
    countEvents({ accepted, rejected }) {
      events.labels('accepted').inc(accepted);
      events.labels('rejected').inc(rejected);
    },
    async render() {
      await lookAtDatabase();
      const others = await registry.metrics();
      return { text: `${others}\n${durations.render()}`, contentType: registry.contentType };
    },
  };
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
function watchHealth(registry: Registry, health: () => Promise<WatchedHealth>): () => Promise<void> {
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
  const up = new Gauge({
    name: 'foretype_database_up',
    help: '1 where the database answered this scrape, else 0.',
    registers: [registry],
  });
  return async () => {
    const jobs = await health().then(
      (answer) => answer.jobs,
      () => null,
    );
    for (const gauge of [due, oldest, retried]) gauge.reset();
    up.set(jobs === null ? 0 : 1);
    for (const job of jobs ?? []) {
      due.set({ kind: job.kind }, job.due);
      oldest.set({ kind: job.kind }, job.oldestDueMs / 1_000);
      retried.set({ kind: job.kind }, job.retried);
    }
  };
}

function outcomeCounter(registry: Registry, name: string, help: string): Counter<'outcome'> {
  return new Counter({ name, help, labelNames: ['outcome'], registers: [registry] });
}

/** Upper bounds in seconds. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The histogram of request durations. A histogram of the package looks its labels up at each observation, which costs
 * a keystroke more than the search for its answer in the cache.
 */
class RequestDurations {
  readonly #series = new Map<string, { readonly labels: string; readonly counts: DurationCounts }>();

  series(method: string, route: string, status: number): RequestSeries {
    const key = `${status}${method}${route}`;
    let known = this.#series.get(key);
    if (known === undefined) {
      // Methods and routes are the application's own words: nothing in them is to be escaped.
      const labels = `method="${method}",route="${route}",status="${status}"`;
      known = { labels, counts: new DurationCounts() };
      this.#series.set(key, known);
    }
    return known.counts;
  }

  render(): string {
    const name = 'foretype_http_request_duration_seconds';
    const lines = [
      `# HELP ${name} Time from the first byte of a request to the end of its answer.`,
      `# TYPE ${name} histogram`,
    ];
    for (const { labels, counts } of this.#series.values()) {
      let count = 0;
      [...durationBounds, '+Inf'].forEach((bound, index) => {
        count += counts.byBound[index] ?? 0;
        lines.push(`${name}_bucket{le="${bound}",${labels}} ${count}`);
      });
      lines.push(`${name}_sum{${labels}} ${counts.sum}`, `${name}_count{${labels}} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

class DurationCounts implements RequestSeries {
  /** Observations above the bound before and not above this one; the last place is for those above all. */
  readonly byBound = new Float64Array(durationBounds.length + 1);
  sum = 0;

  observe(seconds: number): void {
    let place = 0;
    while (place < durationBounds.length && seconds > (durationBounds[place] ?? 0)) place += 1;
    this.byBound[place] = (this.byBound[place] ?? 0) + 1;
    this.sum += seconds;
  }
}
