/**
 * Keystrokes that a service is asked over HTTP once each, and the same ones again, when their answers are cached. Eight connections
 * share the texts. It never asks a third time and keeps no answer.
 */
// Tests: none; `npm run bench` runs it.
import { askAll, summaryOf, type TakenSummary } from './asked-by-turns.ts';
import { createHttpConnection } from './http-connection.ts';
import { processMicros } from './processor-time.ts';
import type { ServedFolder } from './service-under-test.ts';
import type { KeystrokesOnce } from './typed-keystrokes.ts';

const connections = 8;

/** The times of these keystrokes; latencies are those of this process, in microseconds. */
export interface AskedTwice {
  readonly first: TakenSummary;
  readonly cached: TakenSummary;
}

/** The path that asks for a keystroke. */
export function pathOf(text: string): string {
  return `/api/v1/autocomplete?q=${encodeURIComponent(text)}`;
}

/** Each text goes to the next of the keys. Texts that are asked before are not counted. Rejects at an answer that is not 200. */
export async function askTwice(
  { origin, child }: ServedFolder,
  keys: readonly string[],
  { once, before }: KeystrokesOnce,
): Promise<AskedTwice> {
  const keyOf = new Map([...before, ...once].map((text, place) => [text, keys[place % keys.length] ?? '']));
  const https = Array.from({ length: connections }, () => createHttpConnection(origin, {}));
  const server = {
    name: 'ours',
    connections: https.map((http) => async (text: string) => {
      const { status } = await http.get(`${pathOf(text)}&key=${keyOf.get(text)}`);
      if (status !== 200) throw new Error(`a keystroke was answered ${status}`);
    }),
    processorMicros: () => processMicros(child.pid),
  };
  await askAll(server, before);
  const first = summaryOf(await askAll(server, once));
  const cached = summaryOf(await askAll(server, once));
  for (const http of https) http.close();
  return { first, cached };
}
