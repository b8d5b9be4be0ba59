/**
 * Waits for a condition with a limit: 20,000 ms unless given, looked at every 20 ms. No test waits for a fixed time. A condition that
 * does not hold by then rejects, naming it; a condition that rejects rejects at once. It changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises';

const pollMs = 20;

/** Long enough for a busy machine. Runs in which tests are meant to fail set a shorter one. */
const defaultLimitMs = Number(process.env.FORETYPE_TEST_WAIT_MS ?? 20_000);

/** Resolves as soon as `holds` is true; rejects after `limitMs`, naming what was waited for. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = defaultLimitMs,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await pause(pollMs);
  }
}
