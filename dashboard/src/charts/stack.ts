/**
 * Sums stacked layers, since uPlot draws their upper edges, and rounds the end of an axis up. Pure. Layers must have
 * equal lengths; an axis without values ends at 1.
 */
// Tests: ./stack.test.ts.

/** The upper edge of every layer, from the lowest to the highest. */
export function stackLayers(layers: readonly (readonly number[])[]): number[][] {
  const edges: number[][] = [];
  for (const layer of layers) {
    const below = edges.at(-1);
    edges.push(layer.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return edges;
}

/** A round number of at least `value`, so that an axis does not jump with every answer. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
