/** Finds how much memory this process may use, in bytes. */
// Tests: server/settings/config.test.ts.
import { totalmem } from 'node:os';

/** A container's limit if there is one, else the machine's memory. */
export function usableMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
