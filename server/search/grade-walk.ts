/**
 * Walks over postings from the highest grade down: a document's posting tells the highest grade that it can have, and
 * most of them cannot enter the answer by then, so that they cost one comparison (impact-ordered postings: Anh and
 * Moffat, SIGIR 2006; here ordered by looking again, since that costs a nanosecond a posting and no memory).
 */
import type { EntryGate } from './entry-gate.ts';

/** Documents from `start` to before `end`, in any order, with a byte each that tells what the word is worth in it. */
export interface ValueStream {
  readonly documents: Uint32Array;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The value of each byte (intent.ts). */
  readonly meaning: Uint8Array;
}

/** What a walk asks about documents. */
export interface Walk {
  readonly gate: EntryGate;
  /** The highest grade of a document in which the word has this value; below 0 where there is none. */
  gradeMaxOf(value: number): number;
  /** The best tiers of a document of this grade. */
  tiersOf(grade: number, inStock: boolean): number;
  /** Called for documents that can enter, some of them repeatedly, with the value that the stream gives. */
  visit(document: number, value: number): void;
}

/** Visits what can enter of the streams. `inStockCount` is that of their segment. */
export function walkByGrade(streams: readonly ValueStream[], inStockCount: number, walk: Walk): void {
  const graded = streams.map((stream) => gradeStream(stream, walk));
  const all = graded.reduce((grades, stream) => grades | stream.present, 0);
  for (let grade = 31 - Math.clz32(all); grade >= 0; grade -= 1) {
    if ((all & (1 << grade)) === 0) continue;
    if (!walk.gate.isOpen(walk.tiersOf(grade, true))) return;
    for (const stream of graded) {
      if ((stream.present & (1 << grade)) !== 0) visitGrade(stream, grade, inStockCount, walk);
    }
  }
}

interface GradedStream extends ValueStream {
  /** The highest grade of each byte that the stream holds. */
  readonly grades: Int8Array;
  /** One bit for each grade that a document of the stream can have. */
  readonly present: number;
}

function gradeStream(stream: ValueStream, walk: Walk): GradedStream {
  const { bytes, start, end, meaning } = stream;
  const isHeld = new Uint8Array(256);
  for (let place = start; place < end; place += 1) isHeld[bytes[place] ?? 0] = 1;
  const grades = new Int8Array(256).fill(-1);
  let present = 0;
  for (let byte = 0; byte < isHeld.length; byte += 1) {
    if (isHeld[byte] === 0) continue;
    const grade = walk.gradeMaxOf(meaning[byte] ?? 0);
    grades[byte] = grade;
    if (grade >= 0) present |= 1 << grade;
  }
  return { ...stream, grades, present };
}

function visitGrade(stream: GradedStream, grade: number, inStockCount: number, walk: Walk): void {
  const { documents, bytes, start, end, grades, meaning } = stream;
  const { gate } = walk;
  const tiers = walk.tiersOf(grade, true);
  const tiersOutOfStock = walk.tiersOf(grade, false);
  for (let place = start; place < end; place += 1) {
    const byte = bytes[place] ?? 0;
    if (grades[byte] !== grade) continue;
    const document = documents[place] ?? 0;
    if (!gate.admits(document < inStockCount ? tiers : tiersOutOfStock, document)) continue;
    walk.visit(document, meaning[byte] ?? 0);
  }
}
