/** Segments of small catalogs, for tests that look into them. */
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { GraphShape, IndexWriter } from '../../server/search/engine.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { LiveSegment } from '../../server/search/segment/live-segment.ts';
import { usualShape } from '../../server/search/segment/prefix-graph.ts';

/** The segments of a writer, as of now. */
export function openSegments(writer: IndexWriter): LiveSegment[] {
  return writer.snapshot().segments.map((segment) => LiveSegment.open(segment));
}

/** A segment of each batch; a later version of a product is dead in the earlier ones. */
export function segmentsOf(
  batches: readonly (readonly SearchDocument[])[],
  graph: GraphShape = usualShape,
): LiveSegment[] {
  const writer = createIndexWriter({ locale: 'en', graph });
  for (const batch of batches) writer.apply(batch);
  return openSegments(writer);
}
