/** How much memory this process may use. */
import { totalmem } from 'node:os';

/** A container's limit counts where there is one. */
export function usableMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
