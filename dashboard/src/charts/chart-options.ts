/** How uPlot is told to draw one of our pictures: layers from the ground up, a line over them, marks at moments. */
import uPlot from 'uplot';
import { formatMs, formatShortCount } from '../words/numbers.ts';
import { formatTick } from '../words/times.ts';
import { roundUp, stackLayers } from './stack.ts';

export interface Layer {
  readonly label: string;
  /** A custom property of theme.css, `--chart-graph`. */
  readonly color: string;
  readonly values: readonly number[];
}

/** A line with an axis of its own, in milliseconds. */
export interface Line {
  readonly label: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
}

/** Something that happened at a moment. */
export interface Mark {
  /** Seconds since 1970. */
  readonly at: number;
  readonly color: string;
}

export interface Picture {
  /** Beginnings of the buckets, in seconds since 1970. */
  readonly xs: readonly number[];
  /** From where to where the axis of time goes, in seconds since 1970. */
  readonly span: readonly [number, number];
  readonly shape: 'bars' | 'areas';
  readonly layers: readonly Layer[];
  readonly line?: Line;
  readonly marks?: readonly Mark[];
}

interface Surroundings {
  readonly width: number;
  readonly height: number;
  /** A custom property as a colour that a canvas takes. */
  readonly resolveColor: (property: string) => string;
  /** Told the bucket under the pointer, or null. */
  readonly onPoint: (index: number | null) => void;
}

/** All buckets, none of which is cut: bars stand around their beginning, areas reach to the end, where new marks are. */
export function spanOf(
  xs: readonly number[],
  bucketSeconds: number,
  shape: Picture['shape'],
): readonly [number, number] {
  const first = xs[0] ?? 0;
  const from = shape === 'bars' ? first - bucketSeconds / 2 : first;
  return [from, from + xs.length * bucketSeconds];
}

const font = '12px system-ui, sans-serif';
/** Room for a time or a day, so that a narrow screen still has several of them. */
const labelSpacePx = 64;
const daySeconds = 86_400;

/** Series for uPlot: the highest edge first, so that every lower layer is drawn over it. */
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
    padding: [10, picture.line === undefined ? 30 : 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { range: () => [...picture.span] },
      y: { range: (_, __, max) => [0, roundUp(max * 1.02)] },
      ms: { range: (_, __, max) => [0, roundUp(max * 1.02)] },
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
            scale: 'ms',
            spanGaps: false,
            points: { show: false },
          },
        ];
  return [{}, ...drawn, ...over];
}

/** An area of one or a few buckets is too thin to be seen: a point marks its newest. */
function newestPoint(fill: string): uPlot.Series.Points {
  return { show: true, size: 7, fill, width: 0, filter: (plot) => [plot.data[0].length - 1] };
}

function axesOf({ line, span, xs, shape }: Picture, resolveColor: (name: string) => string): uPlot.Axis[] {
  const stroke = resolveColor('--quiet');
  const spanSeconds = span[1] - span[0];
  const isWithinDay = spanSeconds <= daySeconds;
  // A bar alone says which one it is, not what time its edges are.
  const [only] = shape === 'bars' && xs.length === 1 ? xs : [];
  const grid = { stroke: resolveColor('--line'), width: 1 };
  const axes: uPlot.Axis[] = [
    {
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
    },
    {
      font,
      stroke,
      grid,
      ticks: { show: false },
      size: 48,
      values: (_, ticks) => ticks.map(formatCountTick),
    },
  ];
  if (line === undefined) return axes;
  const right: uPlot.Axis = {
    font,
    stroke,
    scale: 'ms',
    side: 1,
    size: 56,
    grid: { show: false },
    ticks: { show: false },
    values: (_, ticks) => ticks.map((ms) => formatMs(ms)),
  };
  return [...axes, right];
}

/** Counts are whole: what lies between two of them gets no label. */
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
