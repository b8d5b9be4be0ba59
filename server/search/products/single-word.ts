/**
 * Ranks the products of a segment that hold the only word of a query: its postings say all that counts. They are read twice, for the
 * highest value of each product and to offer it, so that the steps grow with the postings alone.
 */
import { gradeIntent, standing } from './intent.ts';
import type { ValueStream } from './value-stream.ts';

/** The grade of a product by what the only word of a query is worth in it. */
const gradeOfValue = Uint8Array.from({ length: 256 }, (_, value) =>
  value === 0 ? 0 : gradeIntent(Uint8Array.of(value), standing.scattered),
);

/** What the word is worth in each document. Kept between calls and left empty. */
let values = new Uint8Array(0);

/** Visits each document of the streams once, with its grade. None of the streams may be a bound. */
export function visitSingle(
  documentCount: number,
  streams: readonly ValueStream[],
  visit: (document: number, grade: number) => void,
): void {
  if (values.length < documentCount) values = new Uint8Array(documentCount);
  for (const { documents, bytes, start, end, meaning } of streams) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      const value = meaning[bytes[at] ?? 0] ?? 0;
      if (value > (values[document] ?? 0)) values[document] = value;
    }
  }
  try {
    for (const { documents, start, end } of streams) {
      for (let at = start; at < end; at += 1) {
        const document = documents[at] ?? 0;
        const value = values[document] ?? 0;
        if (value === 0) continue;
        values[document] = 0;
        visit(document, gradeOfValue[value] ?? 0);
      }
    }
  } catch (error) {
    // Where a page is missing the rest is left unread.
    values.fill(0);
    throw error;
  }
}
