/**
 * Puts a server of autocomplete under as much load as one process makes (32 connections, 2 s a round), and records its answers as they
 * were sent. Figures are answers a second and microseconds of processor time an answer. Any answer that is not 2xx rejects the round:
 * a figure with failures in it is never given.
 */
// Tests: test/bench/http-load.live.test.ts.
import autocannon from 'autocannon';
import type { Recorded } from './bare-server.ts';
import type { Child } from './child.ts';
import { progress } from './figures.ts';
import { hasWrk, type Load, type Loaded, type LoadRequest, loadByWrk } from './wrk-load.ts';

const secondsPerRound = 2;
const connections = 32;

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

/** A server and what it is asked, again and again in this order. */
export interface Target {
  readonly origin: string;
  readonly child: Pick<Child, 'cpuMs'>;
  readonly requests: readonly LoadRequest[];
}

/** The figures of one round. */
export interface Round {
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Processor time of the server a request, in microseconds; NaN where the system does not tell. */
  readonly cpu: number;
}

/**
 * Names the tool that makes the load: `wrk` if it is installed, since autocannon takes more of the processor than the server
 * does.
 */
export function loaderName(): string {
  if (hasWrk()) return 'wrk';
  progress(
    'wrk is not installed (apt-get install wrk): autocannon makes the load and takes the most of the processor',
  );
  return 'autocannon';
}

/** Rejects where a request was not answered 2xx. Whole seconds. */
export async function loadServer(target: Target, seconds = secondsPerRound): Promise<Round> {
  const before = target.child.cpuMs();
  const load = { seconds, connections };
  const loaded = await (hasWrk() ? loadByWrk(target, load) : loadByAutocannon(target, load));
  const after = target.child.cpuMs();
  if (loaded.failed > 0) throw new Error(`${loaded.failed} requests failed`);
  const cpu = before === null || after === null ? Number.NaN : ((after - before) * 1_000) / loaded.answered;
  return { rate: loaded.answered / loaded.seconds, p99: loaded.p99, cpu };
}

async function loadByAutocannon(
  { origin, requests }: Target,
  { seconds, connections }: Load,
): Promise<Loaded> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: requests.map(({ path, headers }) => ({ method: 'GET' as const, path, headers })),
  });
  return {
    answered: result.requests.total,
    seconds: result.requests.total / result.requests.average,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
