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

/** A picture on a canvas. It says nothing to who cannot see it: words and a table stand beside it. */
export function Chart({ picture, height, onPoint }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = place.current;
    // Named, since another scheme means other colours.
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

/** A canvas understands neither custom properties nor light-dark(): the browser computes them on an element. */
function resolveProperty(element: HTMLElement, property: string): string {
  element.style.color = `var(${property})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
