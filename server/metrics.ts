/** Measurements for Prometheus, in one place. Labels are few and bounded: no store, key or query is ever a label. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the service counts and times. */
export interface Metrics {
  /** One answered request; the route as registered, not the address. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** One autocomplete answer, from the cache or computed. */
  countAnswer(cached: boolean): void;
  /** Rows of one import or single upsert. */
  countRows(counts: {
    readonly validRows: number;
    readonly failedRows: number;
    readonly skippedRows: number;
  }): void;
  /** Text in the Prometheus exposition format, and its content type. */
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** `indexSize` is read at each scrape. */
export function createMetrics(
  indexSize: () => { readonly stores: number; readonly documents: number },
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'foretype_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'foretype_autocomplete_answers_total',
    help: 'Autocomplete answers, by whether they came from the cache.',
    labelNames: ['cached'],
    registers: [registry],
  });
  const rows = new Counter({
    name: 'foretype_ingest_rows_total',
    help: 'Product rows taken in, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'foretype_index_documents',
    help: 'Live products over all loaded indexes.',
    registers: [registry],
    collect() {
      this.set(indexSize().documents);
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
  const fromCache = answers.labels('true');
  const computed = answers.labels('false');
  /** Looking a label set up costs more than the observation; the sets are few. */
  const children = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  return {
    observeRequest(method, route, status, seconds) {
      const key = `${status}${method}${route}`;
      let child = children.get(key);
      if (child === undefined) {
        child = requests.labels(method, route, String(status));
        children.set(key, child);
      }
      child.observe(seconds);
    },
    countAnswer(cached) {
      (cached ? fromCache : computed).inc();
    },
    countRows({ validRows, failedRows, skippedRows }) {
      rows.labels('valid').inc(validRows);
      rows.labels('failed').inc(failedRows);
      rows.labels('skipped').inc(skippedRows);
    },
    async render() {
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
