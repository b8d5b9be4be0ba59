/**
 * Asks several servers the same keystrokes by turns, each over connections of its own, and takes the times: latencies and processor
 * time in microseconds, the whole in seconds. It never asks two servers at once. A server that refuses or breaks off rejects the
 * whole; nothing is repeated.
 */
// Tests: none; `npm run bench` runs it.
import { median, percentile } from './figures.ts';

/** A server and ways to ask it. */
export interface AskedServer {
  readonly name: string;
  /** One a connection; each is asked for one answer after the other. */
  readonly connections: readonly ((text: string) => Promise<unknown>)[];
  /** Processor time of the server so far, in microseconds. */
  processorMicros(): number;
}

/** The times that some keystrokes took. */
export interface Taken {
  /** Microseconds until the answer of each keystroke was there. */
  readonly latencies: readonly number[];
  /**
   * Seconds for all of them, one after the other on each connection, at the rate of the turn in the middle: a machine may stand
   * still.
   */
  readonly seconds: number;
  readonly processorMicros: number;
}

/** A keystroke, in the mean. */
export interface TakenSummary {
  readonly count: number;
  readonly processorMicros: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

/**
 * Asks each of the servers each of the texts once, so many texts a turn. A turn begins with a keystroke that is not
 * counted, `wake`, on each connection: a server that waited while others were asked is awake then.
 */
export async function askByTurns(
  servers: readonly AskedServer[],
  texts: readonly string[],
  { perTurn, wake }: { readonly perTurn: number; readonly wake: string },
): Promise<Map<string, Taken>> {
  const taken = new Map(servers.map(({ name }): [string, Taken] => [name, nothing]));
  const rates = new Map(servers.map(({ name }): [string, number[]] => [name, []]));
  for (let start = 0, turn = 0; start < texts.length; start += perTurn, turn += 1) {
    const some = texts.slice(start, start + perTurn);
    for (let place = 0; place < servers.length; place += 1) {
      // Another one begins each time.
      const server = servers[(place + turn) % servers.length] as AskedServer;
      await Promise.all(server.connections.map((ask) => ask(wake)));
      const asked = await askAll(server, some);
      taken.set(server.name, together(taken.get(server.name) ?? nothing, asked));
      rates.get(server.name)?.push(some.length / asked.seconds);
    }
  }
  if (texts.length === 0) return taken;
  for (const [name, each] of taken) {
    taken.set(name, { ...each, seconds: texts.length / median(rates.get(name) ?? []) });
  }
  return taken;
}

const nothing: Taken = { latencies: [], seconds: 0, processorMicros: 0 };

/** Every connection takes the next text once it has its answer. */
export async function askAll(
  { connections, processorMicros }: AskedServer,
  texts: readonly string[],
): Promise<Taken> {
  const latencies: number[] = [];
  let next = 0;
  const before = processorMicros();
  const begun = performance.now();
  await Promise.all(
    connections.map(async (ask) => {
      while (next < texts.length) {
        const text = texts[next] ?? '';
        next += 1;
        const start = performance.now();
        await ask(text);
        latencies.push((performance.now() - start) * 1_000);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  return { latencies, seconds, processorMicros: processorMicros() - before };
}

/** Joins the times of two sets of keystrokes of the same server. */
export function together(one: Taken, other: Taken): Taken {
  return {
    latencies: [...one.latencies, ...other.latencies],
    seconds: one.seconds + other.seconds,
    processorMicros: one.processorMicros + other.processorMicros,
  };
}

export function summaryOf({ latencies, seconds, processorMicros }: Taken): TakenSummary {
  return {
    count: latencies.length,
    processorMicros: processorMicros / latencies.length,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    perSecond: latencies.length / seconds,
  };
}
