// Tests: test/browser/dashboard-analytics.test.ts.
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { formatCount } from '../words/numbers.ts';
import { hourNumbers, type WeekHours, weekdayName, weekdayNumbers } from '../words/week-hours.ts';
import classes from './heat-map.module.css';
import { TableButton } from './table-button.tsx';

interface HeatMapProps {
  /** What the picture shows, in a few words. */
  readonly name: string;
  /** A sentence that says what the picture shows. */
  readonly summary: string;
  readonly week: WeekHours;
}

/** Every so many hours have a visible label. */
const labelHours = 6;

/** Draws the hours of a week by how busy they are, as a table whose numbers screen readers read; a button shows them to all. Makes no call. */
export function HeatMap({ name, summary, week }: HeatMapProps) {
  const most = Math.max(...week.flat(), 1);
  const [isTable, setIsTable] = useState(false);
  const map = (
    <table className={classes.map} data-numbers={isTable}>
      <VisuallyHidden component="caption">{summary}</VisuallyHidden>
      <thead>
        <tr>
          <td />
          {hourNumbers.map((hour) => (
            <th key={hour} scope="col">
              {hour % labelHours === 0 ? hour : <VisuallyHidden>{hour}</VisuallyHidden>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekdayNumbers.map((weekday) => (
          <tr key={weekday}>
            <th scope="row">{weekdayName(weekday, 'short')}</th>
            {hourNumbers.map((hour) => {
              const average = week[weekday]?.[hour] ?? 0;
              return (
                <td
                  key={hour}
                  title={`${weekdayName(weekday, 'long')}, ${hour}:00: ${formatCount(average)}`}
                  style={isTable ? {} : { background: heatOf(average / most) }}
                >
                  {isTable ? formatCount(average) : <VisuallyHidden>{formatCount(average)}</VisuallyHidden>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <>
      {isTable ? <ScrollRegion label={name}>{map}</ScrollRegion> : map}
      <TableButton name={name} isTable={isTable} onChange={setIsTable} />
    </>
  );
}

/** The colour of a share of the busiest hour, from 0 to 1. */
function heatOf(share: number): string {
  return `color-mix(in srgb, var(--chart-graph) ${Math.round(share * 100)}%, var(--sunken))`;
}
