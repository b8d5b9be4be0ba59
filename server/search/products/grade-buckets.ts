/** Documents by the highest grade that each can have: those of the highest grade are looked at first. */

const gradeCount = 16;
const firstRoom = 256;
/** What more room is needed for is rare. Chosen. */
const keptRoom = 65_536;

/** See the head of the file. */
export class GradeBuckets {
  readonly #documents = Array.from({ length: gradeCount }, () => new Uint32Array(firstRoom));
  readonly #counts = new Uint32Array(gradeCount);

  clear(): void {
    this.#counts.fill(0);
    for (const [grade, { length }] of this.#documents.entries()) {
      if (length > keptRoom) this.#documents[grade] = new Uint32Array(firstRoom);
    }
  }

  add(grade: number, document: number): void {
    const count = this.#counts[grade] ?? 0;
    let documents = this.#documents[grade] as Uint32Array;
    if (count === documents.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(documents);
      this.#documents[grade] = larger;
      documents = larger;
    }
    documents[count] = document;
    this.#counts[grade] = count + 1;
  }

  /** How many there are of a grade. */
  countOf(grade: number): number {
    return this.#counts[grade] ?? 0;
  }

  /** Those of a grade, in the order in which they were added. Valid until the next {@link clear}. */
  of(grade: number): Uint32Array {
    return (this.#documents[grade] as Uint32Array).subarray(0, this.#counts[grade]);
  }

  /** Visits them from the highest grade down, as long as `visit` returns true. */
  visitFromBest(visit: (document: number, grade: number) => boolean): void {
    for (let grade = gradeCount - 1; grade >= 0; grade -= 1) {
      const documents = this.#documents[grade] as Uint32Array;
      const count = this.#counts[grade] ?? 0;
      for (let place = 0; place < count; place += 1) if (!visit(documents[place] ?? 0, grade)) return;
    }
  }
}
