/**
 * Where the panel stands: under its box and as wide, above where there is more room; on small screens near the bottom
 * of what can be seen, above the keyboard (§4.9.8). Pure: rectangles in, lengths in pixels out.
 */

export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The part of the page that can be seen, in the coordinates of the boxes, and the height of the layout viewport. */
export interface Sight extends Box {
  readonly layoutHeight: number;
}

export interface Placement {
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
  /** From the top of the layout viewport; null where `bottom` counts. */
  readonly top: number | null;
  /** From the bottom of the layout viewport. */
  readonly bottom: number | null;
  readonly side: 'below' | 'above' | 'sheet';
}

const edge = 8;
/** Narrower boxes get a panel of this width, where the screen has it. */
const widthMin = 360;
/** Less room than this is too little to choose from. */
const heightMin = 160;
/** A sheet covers at most this share of what can be seen. */
const sheetShare = 0.6;
const sheetHeightMin = 120;
/** Screens up to this width are small. */
const smallMax = 640;

/** `gap`: between box and panel; `width`: wished, 0 for the box's own. */
export function placePanel(
  box: Box,
  sight: Sight,
  gap: number,
  isRtl: boolean,
  wishedWidth: number,
): Placement {
  const sightWidth = sight.right - sight.left;
  const below = sight.bottom - box.bottom - gap - edge;
  const above = box.top - sight.top - gap - edge;
  if (sightWidth <= smallMax) return placeSheet(box, sight, sightWidth);
  const width = Math.min(wishedWidth || Math.max(box.right - box.left, widthMin), sightWidth - 2 * edge);
  const wished = isRtl ? box.right - width : box.left;
  const left = Math.max(sight.left + edge, Math.min(wished, sight.right - edge - width));
  const isAbove = below < heightMin && above > below;
  return {
    left,
    width,
    maxHeight: Math.max(isAbove ? above : below, edge),
    top: isAbove ? null : box.bottom + gap,
    bottom: isAbove ? sight.layoutHeight - box.top + gap : null,
    side: isAbove ? 'above' : 'below',
  };
}

function placeSheet(box: Box, sight: Sight, sightWidth: number): Placement {
  const height = sight.bottom - sight.top;
  const below = sight.bottom - Math.max(box.bottom, sight.top) - 2 * edge;
  const isCramped = below < sheetHeightMin;
  const above = box.top - sight.top - 2 * edge;
  return {
    left: sight.left + edge,
    width: sightWidth - 2 * edge,
    maxHeight: Math.max(
      Math.min(height * sheetShare, isCramped && above > below ? above : below),
      sheetHeightMin,
    ),
    top: isCramped && above > below ? sight.top + edge : null,
    bottom: isCramped && above > below ? null : sight.layoutHeight - sight.bottom + edge,
    side: 'sheet',
  };
}
