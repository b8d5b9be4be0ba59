import { compareCodePoints } from './text-order.ts';

/** The key with the highest count, of several the first by code points. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string {
  const [first] = Array.from(counts).sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || compareCodePoints(left, right),
  );
  return first?.[0] ?? '';
}
