/** Scores of products that were laid over segments in another thread, as they are read. */
import type { PlacedPopularity, PlacedScores, SegmentPopularity } from './engine.ts';
import { textScoresOf } from './products/popularity-overlay.ts';

const nobody: SegmentPopularity = {
  ...{ scores: new Float64Array(0), byScore: new Uint32Array(0), byText: null },
};

/** Views of shared memory; a segment that is not among them has no score. */
export function readPlacedScores(placed: readonly PlacedPopularity[]): PlacedScores {
  const bySegment = new Map(
    placed.map(({ segmentId, scores, byScore, byText }): [number, SegmentPopularity] => [
      segmentId,
      {
        scores: new Float64Array(scores),
        byScore: new Uint32Array(byScore),
        byText: textScoresOf(byText),
      },
    ]),
  );
  return { ofSegment: (segmentId) => bySegment.get(segmentId) ?? nobody };
}
