/** Durations of requests as a histogram of Prometheus, counted in plain numbers for each method, route and status. */

/** What one thread observed of one kind of requests. */
export interface DurationCounts {
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

/** Upper bounds in seconds. */
const durationBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Of one kind of requests. A histogram of the package looks its labels up at each observation, which costs a keystroke
 * more than the search for its answer in the cache.
 */
export class DurationSeries implements DurationCounts, RequestSeries {
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
export function sumDurations(all: readonly DurationCounts[]): DurationCounts[] {
  const sums = new Map<string, DurationCounts>();
  for (const { labels, byBound, sum } of all) {
    const known = sums.get(labels);
    const added =
      known === undefined ? byBound : byBound.map((count, place) => count + (known.byBound[place] ?? 0));
    sums.set(labels, { labels, byBound: added, sum: sum + (known?.sum ?? 0) });
  }
  return [...sums.values()];
}

/** As the text of one histogram. */
export function renderDurations(all: readonly DurationCounts[]): string {
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
