/**
 * Finds how much memory this process may use, in bytes. Where a container's limit is unknown or larger than the machine's memory, the
 * machine's counts. It reads the system only, changes nothing, and cannot fail.
 */
// Tests: server/settings/config.test.ts.
import { totalmem } from 'node:os';

/** A container's limit if there is one, else the machine's memory. */
export function usableMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
