// Tests: test/browser/dashboard.test.ts.
import { Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { formatCount } from '../words/numbers.ts';
import { formatMoment } from '../words/times.ts';
import classes from './chart.module.css';
import { Chart } from './chart.tsx';
import { formatOfUnit, type Picture } from './chart-options.ts';
import { TableButton } from './table-button.tsx';

interface ChartFigureProps {
  readonly picture: Picture;
  /** What the picture shows, in a few words. */
  readonly name: string;
  /** A sentence or two that say what the picture shows. */
  readonly summary: string;
  readonly height?: number;
  /** The figure that the legend shows while no bucket is pointed at. */
  readonly resting: 'sum' | 'last';
}

/**
 * A chart with its legend, which shows the values of the bucket that is pointed at. A button shows the same as a table,
 * for people who cannot see it. Makes no call.
 */
export function ChartFigure({ picture, name, summary, height = 260, resting }: ChartFigureProps) {
  const [point, setPoint] = useState<number | null>(null);
  const [isTable, setIsTable] = useState(false);
  return (
    <figure style={{ margin: 0 }}>
      <VisuallyHidden component="figcaption">{summary}</VisuallyHidden>
      <Legend picture={picture} point={point} resting={resting} />
      {isTable ? (
        <FigureTable picture={picture} name={name} />
      ) : (
        <Chart picture={picture} height={height} onPoint={setPoint} />
      )}
      <TableButton name={name} isTable={isTable} onChange={setIsTable} />
    </figure>
  );
}

interface LegendProps extends Pick<ChartFigureProps, 'picture' | 'resting'> {
  readonly point: number | null;
}

function Legend({ picture, point, resting }: LegendProps) {
  const { layers, line, xs } = picture;
  const at = point === null ? undefined : xs[point];
  const figureOf = (values: readonly number[]): number => {
    if (point !== null) return values[point] ?? 0;
    return resting === 'last' ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);
  };
  return (
    <div className={classes.legend} aria-hidden="true">
      {layers.map(({ label, color, values }) => (
        <span key={label} className={classes.item}>
          <span className={classes.swatch} style={{ background: `var(${color})` }} />
          {label} <b>{formatCount(figureOf(values))}</b>
        </span>
      ))}
      {line !== undefined && (
        <span className={classes.item}>
          <span className={classes.line} style={{ background: `var(${line.color})` }} />
          {line.label} {point !== null && <b>{formatOfUnit[line.unit](line.values[point] ?? null)}</b>}
        </span>
      )}
      {at !== undefined && <span className={classes.moment}>{formatMoment(at)}</span>}
    </div>
  );
}

function FigureTable({ picture: { xs, layers, line }, name }: Pick<ChartFigureProps, 'picture' | 'name'>) {
  return (
    <ScrollRegion label={`${name} as a table`} maxHeight={320}>
      <Table aria-label={name} stickyHeader verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>From</Table.Th>
            {layers.map(({ label }) => (
              <Table.Th key={label} ta="end">
                {label}
              </Table.Th>
            ))}
            {line !== undefined && <Table.Th ta="end">{line.label}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {xs.map((at, index) => (
            <Table.Tr key={at}>
              <Table.Td>{formatMoment(at)}</Table.Td>
              {layers.map(({ label, values }) => (
                <Table.Td key={label} ta="end">
                  {formatCount(values[index] ?? 0)}
                </Table.Td>
              ))}
              {line !== undefined && (
                <Table.Td ta="end">{formatOfUnit[line.unit](line.values[index] ?? null)}</Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
