/**
 * Makes load by wrk, which takes a part of the processor time that a client in JavaScript takes; Linux has it in its packages.
 * Durations are whole seconds, latencies milliseconds. Where wrk is missing `hasWrk` is false and nothing is installed; a wrk that
 * ends with an error rejects with its output.
 */
// Tests: none; `npm run bench` runs it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** One GET. */
export interface LoadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The duration of a load, and the number of connections. */
export interface Load {
  readonly seconds: number;
  readonly connections: number;
}

/** The counts of a loader. */
export interface Loaded {
  readonly answered: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Answers other than 2xx, and requests without one. */
  readonly failed: number;
}

let found: boolean | null = null;

/** Whether `wrk` is installed. */
export function hasWrk(): boolean {
  found ??= spawnSync('wrk', ['--version']).error === undefined;
  return found;
}

/** One thread of wrk asks; all connections take the next request of the one list. */
export async function loadByWrk(
  { origin, requests }: { readonly origin: string; readonly requests: readonly LoadRequest[] },
  load: Load,
): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  try {
    const { host } = new URL(origin);
    const texts = requests.map(({ path, headers }) => {
      const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    });
    writeFileSync(join(folder, 'requests'), texts.join('\0'));
    writeFileSync(join(folder, 'load.lua'), scriptOf(join(folder, 'requests')));
    const words = `--threads 1 --connections ${load.connections} --duration ${load.seconds}s`.split(' ');
    const wrk = spawn('wrk', [...words, '--script', join(folder, 'load.lua'), origin], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(wrk, 'close');
    const output = await text(wrk.stdout);
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`wrk ended with ${code ?? 'a signal'}: ${output}`);
    return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Loaded;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Requests are whole texts, so that to send one is all that a turn does. The last line of the output is a {@link Loaded}. */
function scriptOf(file: string): string {
  return `
    local requests, place = {}, 0
    function init()
      local file = assert(io.open('${file}', 'rb'))
      for text in file:read('*a'):gmatch('%Z+') do requests[#requests + 1] = text end
      file:close()
    end
    function request()
      place = place % #requests + 1
      return requests[place]
    end
    function done(summary, latency)
      local errors = summary.errors
      io.write(string.format('{"answered":%d,"seconds":%f,"p99":%f,"failed":%d}\\n', summary.requests,
        summary.duration / 1e6, latency:percentile(99) / 1000,
        errors.connect + errors.read + errors.write + errors.timeout + errors.status))
    end`;
}
