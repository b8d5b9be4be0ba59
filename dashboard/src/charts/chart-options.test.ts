import assert from 'node:assert/strict';
import { test } from 'node:test';
import type uPlot from 'uplot';
import { chartOptions, spanOf } from './chart-options.ts';

const around = { width: 300, height: 200, resolveColor: (name: string) => name, onPoint: () => {} };

test('a chart of one bucket keeps the range and shows a point', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour * 3_600);
  const span = spanOf(hours, 3_600, 'areas');
  assert.deepEqual(span, [0, 86_400]);
  assert.deepEqual(spanOf(hours, 3_600, 'bars'), [-1_800, 86_400 - 1_800]);
  const layers = [{ label: 'In stock', color: '--chart-in-stock', values: [7] }];
  const { scales, series } = chartOptions({ xs: [23 * 3_600], span, shape: 'areas', layers }, around);
  const range = scales?.x?.range as () => uPlot.Range.MinMax;
  assert.deepEqual(range(), [...span]);
  assert.equal(series[1]?.points?.show, true);
});
