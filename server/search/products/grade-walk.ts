/**
 * Walks over postings from the highest grade down. A posting and what its document's title holds at best tell the
 * highest grade that the document can have; most cannot enter the answer by then, and cost a comparison. That is the
 * order of impacts (Anh and Moffat, SIGIR 2006), made by looking again: a pass costs nanoseconds a posting and no memory.
 */

import { occurrenceMax } from '../document/occurrence.ts';
import type { EntryGate } from './entry-gate.ts';

/**
 * Documents from `start` to before `end`, in any order, with a byte each, at most {@link occurrenceMax}, that tells what
 * the word is worth in it.
 */
export interface ValueStream {
  readonly documents: Uint32Array;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** The value of each byte (intent.ts); of a phrase the highest that it can have. */
  readonly meaning: Uint8Array;
}

/** What a walk asks about documents. */
export interface Walk {
  readonly gate: EntryGate;
  /** In-stock documents of the segment: those below this number. */
  readonly inStockCount: number;
  /** For each document an occurrence that none of its title is above, or null where titles say nothing. */
  readonly titleBests: Uint8Array | null;
  /** The highest grade of a document in which the word has this value; below 0 where there is none. */
  gradeMaxOf(value: number, titleBest: number): number;
  /** The best tiers of a document of this grade. */
  tiersOf(grade: number, inStock: boolean): number;
  /** Called for documents that can enter, some of them repeatedly, with the value that the stream gives. */
  visit(document: number, value: number): void;
}

/** Visits what can enter of the streams. */
export function walkByGrade(streams: readonly ValueStream[], walk: Walk): void {
  const graded = streams.map((stream) => new GradedStream(stream, walk));
  const all = graded.reduce((grades, stream) => grades | stream.present, 0);
  for (let grade = 31 - Math.clz32(all); grade >= 0; grade -= 1) {
    if ((all & (1 << grade)) === 0) continue;
    if (!walk.gate.isOpen(walk.tiersOf(grade, true))) return;
    for (const stream of graded) {
      if ((stream.present & (1 << grade)) !== 0) stream.visit(grade);
    }
  }
}

const unknown = -2;
const byteCount = occurrenceMax + 1;

class GradedStream {
  /** One bit for each grade that a document of the stream can have. */
  readonly present: number;
  readonly #stream: ValueStream;
  readonly #walk: Walk;
  /** The highest grade for each byte and each best occurrence of a title, as far as it was asked for. */
  readonly #grades: Int8Array;

  constructor(stream: ValueStream, walk: Walk) {
    this.#stream = stream;
    this.#walk = walk;
    this.#grades = new Int8Array((walk.titleBests === null ? 1 : byteCount) * byteCount).fill(unknown);
    this.present = this.#findPresent();
  }

  #findPresent(): number {
    const { bytes, documents, start, end } = this.#stream;
    const { titleBests } = this.#walk;
    const grades = this.#grades;
    let present = 0;
    for (let place = start; place < end; place += 1) {
      const best = titleBests === null ? 0 : (titleBests[documents[place] ?? 0] ?? 0);
      const key = best * byteCount + (bytes[place] ?? 0);
      if (grades[key] !== unknown) continue;
      const grade = this.#walk.gradeMaxOf(this.#stream.meaning[key % byteCount] ?? 0, best);
      grades[key] = grade;
      if (grade >= 0) present |= 1 << grade;
    }
    return present;
  }

  /** Visits the documents of one grade. */
  visit(grade: number): void {
    const { documents, bytes, start, end, meaning } = this.#stream;
    const { gate, titleBests, inStockCount } = this.#walk;
    const grades = this.#grades;
    const tiers = this.#walk.tiersOf(grade, true);
    const tiersOutOfStock = this.#walk.tiersOf(grade, false);
    for (let place = start; place < end; place += 1) {
      const document = documents[place] ?? 0;
      const byte = bytes[place] ?? 0;
      const best = titleBests === null ? 0 : (titleBests[document] ?? 0);
      if (grades[best * byteCount + byte] !== grade) continue;
      if (!gate.admits(document < inStockCount ? tiers : tiersOutOfStock, document)) continue;
      this.#walk.visit(document, meaning[byte] ?? 0);
    }
  }
}
