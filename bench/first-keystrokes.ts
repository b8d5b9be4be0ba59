/**
 * Measures what the first 2,000 keystrokes of a process cost beside the 4,000 after them, in microseconds of processor time each (NaN
 * where the system does not tell). It never asks a text twice; an answer that is not 2xx throws.
 */
// Tests: none; `npm run bench` runs it.
import type { Keys, ServedFolder } from './service-under-test.ts';

/** Number of keystrokes that count as the first ones; `laterCount` are asked behind them. */
const firstCount = 2_000;
const laterCount = 4_000;

/** Processor time of the service a keystroke, in microseconds; NaN where the system does not tell. */
export interface KeystrokeCost {
  readonly first: number;
  readonly later: number;
}

/** Asks a service that is ready for keystrokes, each once, one after the other. */
export async function costOfFirst(
  { origin, child }: ServedFolder,
  { storefront }: Keys,
  keystrokes: readonly string[],
): Promise<KeystrokeCost> {
  const ask = async (texts: readonly string[]) => {
    const before = child.cpuMs() ?? Number.NaN;
    for (const text of texts) {
      const address = `${origin}/api/v1/autocomplete?q=${encodeURIComponent(text)}`;
      const response = await fetch(address, { headers: { 'x-api-key': storefront } });
      if (!response.ok) throw new Error(`a keystroke was answered ${response.status}`);
      await response.arrayBuffer();
    }
    return (((child.cpuMs() ?? Number.NaN) - before) * 1_000) / texts.length;
  };
  const first = await ask(keystrokes.slice(0, firstCount));
  return { first, later: await ask(keystrokes.slice(firstCount, firstCount + laterCount)) };
}
