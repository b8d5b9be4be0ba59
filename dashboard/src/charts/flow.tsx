// Tests: test/browser/dashboard-analytics.test.ts.
import { VisuallyHidden } from '@mantine/core';
import { formatCount, formatShare } from '../words/numbers.ts';
import type { SearchFlow } from '../words/search-flow.ts';
import classes from './flow.module.css';
import { type EndPlace, layOutFlow, type Stretch } from './flow-layout.ts';

/** The picture is drawn on 100 units from left to right; bars are 2 units wide, and searches that found something pass here. */
const [barWidth, throughX, right] = [2, 42, 100] as const;

/**
 * Draws searches as bands from the beginning, through those that found something, to their ends, as wide as their
 * shares. The ends are a list, which screen readers read. Makes no call.
 */
export function Flow({ flow }: { readonly flow: SearchFlow }) {
  const layout = layOutFlow(flow);
  const { height, start, found, ends } = layout;
  const shareFound = formatShare(flow.found / Math.max(1, flow.searches));
  return (
    <figure className={classes.figure}>
      <VisuallyHidden component="figcaption">
        {`Of ${formatCount(flow.searches)} searches ${formatCount(flow.found)} (${shareFound}) found something.`}
      </VisuallyHidden>
      <div className={classes.flow} style={{ height }}>
        <div className={classes.picture} aria-hidden="true">
          <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <Bands flow={flow} ends={ends} found={found} />
            <Bar x={0} at={start} color="--ink" />
            <Bar x={throughX} at={found} color="--quiet" />
            {flow.ends.map(({ name, color }, index) => {
              const place = ends[index];
              return place && <Bar key={name} x={right - barWidth} at={place.bar} color={color} />;
            })}
          </svg>
          <span className={classes.start} style={{ top: start.top }}>
            <b>{formatCount(flow.searches)}</b> typed
          </span>
          <span className={classes.through} style={{ top: found.top + found.height / 2 }}>
            <b>{shareFound}</b> found
          </span>
        </div>
        <ul className={classes.ends}>
          {flow.ends.map(({ name, count, share }, index) => (
            <li key={name} style={ends[index]?.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.share}>
                <b>{formatShare(share)}</b> {formatCount(count)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  );
}

function Bar({ x, at, color }: { readonly x: number; readonly at: Stretch; readonly color: string }) {
  return <rect x={x} y={at.top} width={barWidth} height={at.height} style={{ fill: `var(${color})` }} />;
}

interface BandsProps {
  readonly flow: SearchFlow;
  readonly ends: readonly EndPlace[];
  readonly found: Stretch;
}

function Bands({ flow, ends, found }: BandsProps) {
  return (
    <>
      {found.height > 0 && (
        <path className={classes.passing} d={bandPath(barWidth, found, throughX, found)} />
      )}
      {flow.ends.map(({ name, color, isFound }, index) => {
        const place = ends[index];
        if (place === undefined) return null;
        const from = isFound ? throughX + barWidth : barWidth;
        return (
          <path
            key={name}
            className={classes.band}
            style={{ fill: `var(${color})` }}
            d={bandPath(from, place.from, right - barWidth, place.bar)}
          />
        );
      })}
    </>
  );
}

/** A band that leaves and arrives level. */
function bandPath(fromX: number, from: Stretch, toX: number, to: Stretch): string {
  const middle = (fromX + toX) / 2;
  const [fromBelow, toBelow] = [from.top + from.height, to.top + to.height];
  return [
    `M${fromX} ${from.top}`,
    `C${middle} ${from.top} ${middle} ${to.top} ${toX} ${to.top}`,
    `L${toX} ${toBelow}`,
    `C${middle} ${toBelow} ${middle} ${fromBelow} ${fromX} ${fromBelow}Z`,
  ].join('');
}
