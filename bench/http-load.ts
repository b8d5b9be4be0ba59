/** A server of autocomplete under as much load as one process makes, and its answers as they were sent. */
import autocannon from 'autocannon';
import type { Recorded } from './bare-server.ts';
import type { Child } from './child.ts';

const secondsPerRound = 2;

/** Asks every query twice and keeps the second answer: the one that the load will get. */
export async function recordAnswers(
  origin: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<Recorded> {
  const recorded: Record<string, Recorded[string]> = {};
  for (const path of [...paths, ...paths]) {
    const response = await fetch(`${origin}${path}`, { headers });
    const sent = [...response.headers].filter(([name]) => !addedByNode.has(name));
    recorded[path] = { headers: sent.flat(), body: await response.text() };
  }
  return recorded;
}

const addedByNode = new Set(['date', 'connection', 'keep-alive']);

/** A server and the paths to ask it for. */
export interface Target {
  readonly origin: string;
  readonly child: Child;
  readonly paths: readonly string[];
  readonly headers: Record<string, string>;
}

/** What a round showed. */
export interface Round {
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Processor time of the server a request, in microseconds; NaN where the system does not tell. */
  readonly cpu: number;
}

/** Rejects where a request was not answered 200. */
export async function loadServer({ origin, child, paths, headers }: Target): Promise<Round> {
  const before = child.cpuMs();
  const result = await autocannon({
    url: origin,
    connections: 32,
    duration: secondsPerRound,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers })),
  });
  const after = child.cpuMs();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed`);
  const cpu =
    before === null || after === null ? Number.NaN : ((after - before) * 1_000) / result.requests.total;
  return { rate: result.requests.average, p99: result.latency.p99, cpu };
}
