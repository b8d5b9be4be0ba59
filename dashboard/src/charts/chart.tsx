// Tests: test/browser/dashboard.test.ts.
import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import classes from './chart.module.css';
import { chartData, chartOptions, type Picture } from './chart-options.ts';

interface ChartProps {
  readonly picture: Picture;
  readonly height: number;
  readonly onPoint: (index: number | null) => void;
}

/**
 * Draws a picture on a canvas, in the colours of the present theme. Screen readers get nothing of it: the words and the
 * table beside it say the same.
 */
export function Chart({ picture, height, onPoint }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = place.current;
    // Depends on the colour scheme: another scheme draws with other colours.
    if (element === null || scheme === undefined) return;
    const resolveColor = (property: string) => resolveProperty(element, property);
    const surroundings = { width: element.clientWidth, height, resolveColor, onPoint };
    const plot = new uPlot(chartOptions(picture, surroundings), chartData(picture), element);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [picture, height, onPoint, scheme]);
  return <div ref={place} className={classes.chart} style={{ height }} aria-hidden="true" />;
}

/**
 * Resolves a custom property with the help of an element, since a canvas understands neither custom properties nor
 * light-dark().
 */
function resolveProperty(element: HTMLElement, property: string): string {
  element.style.color = `var(${property})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
