/**
 * Sends requests at a fixed rate that does not depend on the answers: each is due at its time, and its latency counts from then, so that a stall is
 * seen by all requests that fall into it. It never skips a request that is late and never sends one twice; there is no time limit for
 * an answer.
 */
// Tests: none; `npm run bench` runs it.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface PacedLoad {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the path of the next request. */
  readonly nextPath: () => string;
  readonly perSecond: number;
  /** Asked before each request; the load ends when it says so. */
  readonly isOver: () => boolean;
}

/** Latencies in milliseconds. Rejects at the first answer that is not 200. */
export async function runPacedLoad(load: PacedLoad): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const underWay: Promise<number>[] = [];
  const gapMs = 1_000 / load.perSecond;
  for (let due = performance.now(); !load.isOver(); due += gapMs) {
    const aheadMs = due - performance.now();
    if (aheadMs > 0) await pause(aheadMs);
    underWay.push(ask(load, agent, due));
  }
  try {
    return await Promise.all(underWay);
  } finally {
    agent.destroy();
  }
}

function ask({ origin, headers, nextPath }: PacedLoad, agent: Agent, due: number): Promise<number> {
  const answered = new Promise<number>((resolve, reject) => {
    get(`${origin}${nextPath()}`, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a keystroke was answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - due));
    }).once('error', reject);
  });
  // It is awaited at the end; until then a failure must not end the process.
  answered.catch(() => {});
  return answered;
}
