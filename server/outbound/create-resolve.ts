/**
 * Looks up names that strangers chose. Their name server may delay its answer, so getaddrinfo is not used: it would block one of the
 * few threads that file reads, compression and passwords of all stores share. It does not judge addresses (connect-guarded.ts). A
 * look-up takes at most 5 s; an unknown name, or no answer, rejects. Names without a point are asked only of the local system.
 */
// Tests: ./create-resolve.live.test.ts.
import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Resolve } from './connect-guarded.ts';

/** Settings of the look-up. */
export interface NameSources {
  /** Name servers as `address:port`; the system's by default. */
  readonly servers?: readonly string[];
  /** The hosts(5) file. */
  readonly hostsPath: string;
  /** The longest look-up. */
  readonly timeoutMs: number;
}

/**
 * The first wait for a name server, before the next one is asked, or the same one again. Chosen to leave time for a second
 * server. Once addresses of one family are known, the other family gets this long (RFC 8305 §3).
 */
const firstAnswerMs = 1_500;

/** Creates the look-up. IPv4 addresses come first, since more networks can reach them. */
export function createResolve(sources: NameSources): Resolve {
  return async (hostname, signal) => {
    const name = hostname.replace(/\.$/, '');
    // Only the local network can answer these, by its search list; they are allowed only if private addresses are.
    if (!name.includes('.')) return lookup(hostname, { all: true });
    const own = findInHosts(await readFile(sources.hostsPath, 'utf8').catch(() => ''), name);
    const addresses = own.length > 0 ? own : await askServers(hostname, sources, signal);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
}

/** Each line contains an address and its names; a # starts a comment. */
function findInHosts(text: string, name: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) !== 0 && names.includes(name) ? [address] : [];
  });
}

/**
 * Asks for IPv4 and IPv6 addresses and returns those that arrive in time. Each call has its own sockets, so no look-up waits
 * for another, and all of them end with the call.
 */
async function askServers(
  hostname: string,
  { servers, timeoutMs }: NameSources,
  signal: AbortSignal,
): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: firstAnswerMs });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, timeoutMs)];
  signal.addEventListener('abort', cancel);
  const questions = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
  const answers = await Promise.allSettled(
    questions.map(async (question) => {
      const found = await question;
      if (found.length > 0) timers.push(setTimeout(cancel, firstAnswerMs));
      return found;
    }),
  );
  timers.forEach(clearTimeout);
  signal.removeEventListener('abort', cancel);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const refusal = answers.find((answer) => answer.status === 'rejected');
  if (addresses.length === 0 && refusal !== undefined) throw refusal.reason;
  return addresses;
}
