// Tests: test/browser/dashboard-home.test.ts.
import classes from './sparkline.module.css';

interface SparklineProps {
  /** In order of time; a null has no figure. */
  readonly values: readonly (number | null)[];
  /** A custom property of theme.css. */
  readonly color: string;
}

const [width, height] = [160, 34];

/** A small line of figures over time beside the figure that it leads to. It only repeats that figure, so screen readers skip it. */
export function Sparkline({ values, color }: SparklineProps) {
  const largest = Math.max(...values.map((value) => value ?? 0));
  const step = width / Math.max(1, values.length - 1);
  const points = values.flatMap((value, place) =>
    value === null
      ? []
      : [`${(place * step).toFixed(1)},${(height - 2 - (value / (largest || 1)) * (height - 4)).toFixed(1)}`],
  );
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={`var(${color})`}
        strokeWidth={1.6}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
