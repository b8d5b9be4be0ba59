/**
 * Walks over postings from the highest grade down. A posting and what its document's title holds at best tell the
 * highest grade that the document can have; most cannot enter the answer by then, and cost a comparison. That is the
 * order of impacts (Anh and Moffat, SIGIR 2006), made by looking again: a pass costs nanoseconds a posting and no memory.
 */

import { Misses } from '../columns/segment-pages.ts';
import { occurrenceMax } from '../document/occurrence.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
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
  /** Each posting that is passed over is a step, once for each grade. The rest of a walk is left out where none is left. */
  readonly budget: QueryBudget;
  /** In-stock documents of the segment: those below this number. */
  readonly inStockCount: number;
  /** For each document the points of the best words of its title (segment.ts), or null where these say nothing. */
  readonly titlePoints: Uint8Array | null;
  /** The highest grade of a document by what the word is worth and by those points; below 0 where there is none. */
  gradeMaxOf(value: number, titlePoints: number): number;
  /** The best tiers of a document of this grade. */
  tiersOf(grade: number, inStock: boolean): number;
  /** Called for documents that can enter, some of them repeatedly, with the value that the stream gives. */
  visit(document: number, value: number): void;
}

/** Visits what can enter of the streams. */
export function walkByGrade(streams: readonly ValueStream[], walk: Walk): void {
  const graded = streams.map((stream) => new GradedStream(stream, walk));
  const all = graded.reduce((grades, stream) => grades | stream.present, 0);
  const misses = new Misses();
  for (let grade = 31 - Math.clz32(all); grade >= 0; grade -= 1) {
    if ((all & (1 << grade)) === 0) continue;
    if (!walk.gate.isOpen(walk.tiersOf(grade, true)) || !walk.budget.allows()) break;
    for (const stream of graded) {
      if ((stream.present & (1 << grade)) !== 0) stream.visit(grade, misses);
    }
  }
  misses.end();
}

const unknown = -2;
/** Shorter streams are not worth a table of all points: their documents are visited by the value alone. */
const pointedMin = 512;
/** Stands for the points of any title: none has more. */
const anyPoints = 0xff;
const byteCount = occurrenceMax + 1;

class GradedStream {
  /** One bit for each grade that a document of the stream can have. */
  readonly present: number;
  readonly #stream: ValueStream;
  readonly #walk: Walk;
  readonly #titlePoints: Uint8Array | null;
  /** The highest grade for each byte and the points of a title, as far as it was asked for. */
  readonly #grades: Int8Array;
  /** Postings behind it are left out. */
  readonly #end: number;

  constructor(stream: ValueStream, walk: Walk) {
    this.#stream = stream;
    this.#walk = walk;
    this.#titlePoints = stream.end - stream.start < pointedMin ? null : walk.titlePoints;
    this.#grades = new Int8Array((this.#titlePoints === null ? 1 : anyPoints + 1) * byteCount).fill(unknown);
    walk.budget.spend(stepsOf.streamBegun);
    this.#end = stream.start + walk.budget.take(stream.end - stream.start);
    this.present = this.#findPresent();
  }

  #findPresent(): number {
    const { bytes, documents, start } = this.#stream;
    const end = this.#end;
    const titlePoints = this.#titlePoints;
    const grades = this.#grades;
    let present = 0;
    for (let place = start; place < end; place += 1) {
      const points = titlePoints === null ? 0 : (titlePoints[documents[place] ?? 0] ?? 0);
      const key = points * byteCount + (bytes[place] ?? 0);
      if (grades[key] !== unknown) continue;
      const value = this.#stream.meaning[key % byteCount] ?? 0;
      const grade = this.#walk.gradeMaxOf(value, titlePoints === null ? anyPoints : points);
      grades[key] = grade;
      if (grade >= 0) present |= 1 << grade;
    }
    return present;
  }

  /** Visits the documents of one grade. */
  visit(grade: number, misses: Misses): void {
    const { documents, bytes, start, meaning } = this.#stream;
    const { gate, budget, inStockCount } = this.#walk;
    const end = start + budget.take(this.#end - start);
    const titlePoints = this.#titlePoints;
    const grades = this.#grades;
    const tiers = this.#walk.tiersOf(grade, true);
    const tiersOutOfStock = this.#walk.tiersOf(grade, false);
    for (let place = start; place < end; place += 1) {
      const document = documents[place] ?? 0;
      const byte = bytes[place] ?? 0;
      const points = titlePoints === null ? 0 : (titlePoints[document] ?? 0);
      if (grades[points * byteCount + byte] !== grade) continue;
      if (!gate.admits(document < inStockCount ? tiers : tiersOutOfStock, document)) continue;
      if (!budget.allows()) return;
      try {
        this.#walk.visit(document, meaning[byte] ?? 0);
      } catch (error) {
        misses.add(error);
      }
    }
  }
}
