/** Layers that stand on each other: what uPlot draws are the sums from the ground up. */

/** The upper edge of every layer, from the lowest to the highest. */
export function stackLayers(layers: readonly (readonly number[])[]): number[][] {
  const edges: number[][] = [];
  for (const layer of layers) {
    const below = edges.at(-1);
    edges.push(layer.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return edges;
}

/** A round number of at least `value`, so that an axis does not jump with every answer: 1, 2 or 5 times a power of 10. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}
