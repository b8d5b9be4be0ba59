/**
 * What all widget scripts of a page share: who bound which input. The first script to claim an input keeps it; a tag
 * that comes twice does nothing the second time; tags with other keys and targets live side by side.
 */
import type { Binding } from './bind-input.ts';

export interface Registry {
  readonly bindings: Map<Element, Binding>;
  /** Script tags by their attributes. */
  readonly tags: Set<string>;
  /** Panels made so far, for ids that no two scripts share. */
  count: number;
}

const name = Symbol.for('foretype.widget');

export function openRegistry(): Registry {
  const page = window as unknown as Record<symbol, Registry | undefined>;
  const registry = page[name] ?? { bindings: new Map(), tags: new Set(), count: 0 };
  page[name] = registry;
  return registry;
}
