/**
 * Translates a picture of ours into data and options of uPlot: layers from the bottom up, a line over them, marks at
 * moments. Pure. Times are seconds since 1970.
 */
// Tests: ./chart-options.test.ts.
import uPlot from 'uplot';
import { formatMs, formatShare, formatShortCount } from '../words/numbers.ts';
import { formatTick } from '../words/times.ts';
import { roundUp, stackLayers } from './stack.ts';

export interface Layer {
  readonly label: string;
  /** A custom property of theme.css, such as `--chart-graph`. */
  readonly color: string;
  readonly values: readonly number[];
}

/** A line with an axis of its own. Values are milliseconds, or shares from 0 to 1. */
export interface Line {
  readonly label: string;
  readonly color: string;
  readonly unit: 'ms' | 'share';
  readonly values: readonly (number | null)[];
}

/** Something that happened at a moment. */
export interface Mark {
  /** Seconds since 1970. */
  readonly at: number;
  readonly color: string;
}

/** The data of one chart. Every list of values has one entry for each entry of `xs`. */
export interface Picture {
  /** Beginnings of the buckets, in seconds since 1970. */
  readonly xs: readonly number[];
  /** The first and the last moment of the time axis, in seconds since 1970. */
  readonly span: readonly [number, number];
  readonly shape: 'bars' | 'areas';
  readonly layers: readonly Layer[];
  readonly line?: Line;
  readonly marks?: readonly Mark[];
}

interface Surroundings {
  readonly width: number;
  readonly height: number;
  /** Resolves a custom property to a colour that a canvas understands. */
  readonly resolveColor: (property: string) => string;
  /** Called with the bucket under the pointer, or null. */
  readonly onPoint: (index: number | null) => void;
}

/**
 * The span that shows all buckets whole: bars are drawn around their beginning, areas up to their end, where new marks
 * appear.
 */
export function spanOf(
  xs: readonly number[],
  bucketSeconds: number,
  shape: Picture['shape'],
): readonly [number, number] {
  const first = xs[0] ?? 0;
  const from = shape === 'bars' ? first - bucketSeconds / 2 : first;
  return [from, from + xs.length * bucketSeconds];
}

/** A value of a line in words. */
export const formatOfUnit = { ms: formatMs, share: formatShare } as const;

/** Canvases understand no custom properties; theme.ts has the same. */
const font = '13px "Figtree Variable", system-ui, sans-serif';
/** The least space between labels in pixels: enough for a time or a day, so that a narrow screen still has several. */
const labelSpacePx = 64;
const daySeconds = 86_400;

/** The series for uPlot, the highest edge first, so that each lower layer is drawn over it. */
export function chartData({ xs, layers, line }: Picture): uPlot.AlignedData {
  const edges = stackLayers(layers.map(({ values }) => values)).reverse();
  return [[...xs], ...edges, ...(line === undefined ? [] : [[...line.values]])];
}

export function chartOptions(picture: Picture, around: Surroundings): uPlot.Options {
  const { resolveColor, onPoint } = around;
  return {
    width: around.width,
    height: around.height,
    // Room for the last label of time where no axis stands on the right.
    padding: [10, picture.line === undefined || isLineAlone(picture) ? 30 : 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { range: () => [...picture.span] },
      y: { range: (_, __, max) => [0, roundUp(max * 1.02)] },
      line: { range: (_, __, max) => [0, roundUp(max * 1.02)] },
    },
    series: seriesOf(picture, resolveColor),
    axes: axesOf(picture, resolveColor),
    hooks: {
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
      draw: [(plot) => drawMarks(plot, picture.marks ?? [], resolveColor)],
    },
  };
}

function seriesOf({ layers, line, shape }: Picture, resolveColor: (name: string) => string): uPlot.Series[] {
  const bars = uPlot.paths.bars?.({ size: [0.82, 26] });
  const drawn = [...layers].reverse().map(({ label, color }): uPlot.Series => {
    const fill = resolveColor(color);
    return {
      label,
      fill,
      stroke: fill,
      ...(shape === 'bars' ? { width: 0, points: { show: false } } : { width: 1, points: newestPoint(fill) }),
      ...(shape === 'bars' && bars !== undefined ? { paths: bars } : {}),
    };
  });
  const over: uPlot.Series[] =
    line === undefined
      ? []
      : [
          {
            label: line.label,
            stroke: resolveColor(line.color),
            width: 1.5,
            scale: 'line',
            spanGaps: false,
            // A line alone may have a single value.
            points: layers.length === 0 ? newestPoint(resolveColor(line.color)) : { show: false },
          },
        ];
  return [{}, ...drawn, ...over];
}

/** Marks the newest bucket of an area with a point: an area of few buckets is too thin to see. */
function newestPoint(fill: string): uPlot.Series.Points {
  return { show: true, size: 7, fill, width: 0, filter: (plot) => [plot.data[0].length - 1] };
}

function isLineAlone({ layers, line }: Picture): boolean {
  return layers.length === 0 && line !== undefined;
}

function axesOf(picture: Picture, resolveColor: (name: string) => string): uPlot.Axis[] {
  const { line, span, xs, shape } = picture;
  const stroke = resolveColor('--quiet');
  const spanSeconds = span[1] - span[0];
  const isWithinDay = spanSeconds <= daySeconds;
  // A single bar is labelled with its bucket, not with the times of its edges.
  const [only] = shape === 'bars' && xs.length === 1 ? xs : [];
  const grid = { stroke: resolveColor('--line'), width: 1 };
  const ofTime: uPlot.Axis = {
    font,
    stroke,
    grid: { show: false },
    ticks: { show: false },
    space: labelSpacePx,
    size: 28,
    ...(only === undefined ? {} : { splits: () => [only] }),
    values: (_, splits, __, ___, stepSeconds) =>
      splits.map((at) =>
        only === undefined
          ? formatTick(at, stepSeconds, isWithinDay)
          : formatTick(at, spanSeconds, spanSeconds < daySeconds),
      ),
  };
  const ofCounts: uPlot.Axis = {
    font,
    stroke,
    grid,
    ticks: { show: false },
    size: 48,
    values: (_, ticks) => ticks.map(formatCountTick),
  };
  if (line === undefined) return [ofTime, ofCounts];
  const isAlone = isLineAlone(picture);
  const ofLine: uPlot.Axis = {
    font,
    stroke,
    scale: 'line',
    side: isAlone ? 3 : 1,
    size: 56,
    grid: isAlone ? grid : { show: false },
    ticks: { show: false },
    values: (_, ticks) => ticks.map((value) => formatOfUnit[line.unit](value)),
  };
  return isAlone ? [ofTime, ofLine] : [ofTime, ofCounts, ofLine];
}

/** Labels whole counts only; a tick between two of them gets no label. */
function formatCountTick(count: number): string {
  return Number.isInteger(count) ? formatShortCount(count) : '';
}

function drawMarks(plot: uPlot, marks: readonly Mark[], resolveColor: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  for (const { at, color } of marks) {
    const x = Math.round(plot.valToPos(at, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = resolveColor(color);
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, bbox.top + 4 * ratio, 4 * ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.restore();
  }
}
