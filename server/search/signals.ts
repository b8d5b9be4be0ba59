/** Signals of shops where nobody did anything yet. */
import type { SignalMaps } from './engine.ts';

/** No scores at all. */
export const noSignals: SignalMaps = { products: new Map(), phrases: new Map() };
