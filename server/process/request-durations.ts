/**
 * Durations of requests as a Prometheus histogram in seconds, counted in plain numbers for each method, route and status. Bounds go
 * from 0.0005 to 10 s; what takes longer counts in `+Inf` only. Statuses, methods and routes come from our own code, never from a
 * caller, so that the series stay few. Nothing throws.
 */
// Tests: ./metrics.test.ts.

/** Requests of one method, route and status. */
export interface RequestSeries {
  /** Counts one request and its duration. */
  observe(seconds: number): void;
}

/** Upper bounds of the histogram in seconds. Chosen: a cached keystroke takes less than the first. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The histogram of one kind of requests. The package's own looks up its labels at each observation, which costs a keystroke
 * more than finding its answer in the cache.
 */
export class DurationSeries implements RequestSeries {
  /** Observations above the bound before and not above this one; the last place is for those above all. */
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

/** Writes all of them as one histogram in Prometheus' text format. */
export function renderDurations(all: readonly DurationSeries[]): string {
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
