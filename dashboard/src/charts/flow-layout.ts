/**
 * Lays out the bands of a flow: how far down each begins, and how high it is, in pixels. Pure. Bands are as high as their share; an end
 * takes at least the height of its words, so the bands of small ends stand apart. Shares are trusted to add up to 1.
 */
// Tests: ./flow-layout.test.ts.
import type { SearchFlow } from '../words/search-flow.ts';

/** The height of all searches. Chosen. */
const wholePx = 220;
/** The least height of an end: that of its two lines of words. */
const endLeastPx = 40;
const endGapPx = 8;
/** The least height of a band that can be seen. */
const bandLeastPx = 1.5;

/** A stretch from above to below. */
export interface Stretch {
  readonly top: number;
  readonly height: number;
}

/** One end: its bar, the place of its words, and the beginning of its band. */
export interface EndPlace {
  readonly bar: Stretch;
  readonly words: Stretch;
  readonly from: Stretch;
}

/** The places of all parts of a flow. */
export interface FlowLayout {
  readonly height: number;
  readonly start: Stretch;
  readonly found: Stretch;
  readonly ends: readonly EndPlace[];
}

/** Lays out a flow with at least one search. */
export function layOutFlow({ searches, found, ends }: SearchFlow): FlowLayout {
  const slots = ends.map(({ share }) => Math.max(share * wholePx, endLeastPx));
  const height = slots.reduce((sum, slot) => sum + slot, 0) + endGapPx * Math.max(0, ends.length - 1);
  const top = (height - wholePx) / 2;
  let slotTop = 0;
  let fromTop = top;
  const places = ends.map(({ share }, index): EndPlace => {
    const slot = slots[index] ?? 0;
    const band = share * wholePx;
    const bar = Math.max(band, bandLeastPx);
    const place = {
      bar: { top: slotTop + (slot - bar) / 2, height: bar },
      words: { top: slotTop, height: slot },
      from: { top: fromTop, height: band },
    };
    slotTop += slot + endGapPx;
    fromTop += band;
    return place;
  });
  const foundHeight = searches === 0 ? 0 : (found / searches) * wholePx;
  return { height, start: { top, height: wholePx }, found: { top, height: foundHeight }, ends: places };
}
