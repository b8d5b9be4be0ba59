/** Which documents of a segment were looked at: one look is enough, however many postings lead to a document. */
export class VisitedDocuments {
  readonly #documentCount: number;
  /** A bit for each document; made with the first visit. */
  #bits: Uint32Array | null = null;

  constructor(documentCount: number) {
    this.#documentCount = documentCount;
  }

  /** Notes a visit; returns whether it is the first one. */
  visit(document: number): boolean {
    this.#bits ??= new Uint32Array(Math.ceil(this.#documentCount / 32));
    const place = document >>> 5;
    const bits = this.#bits[place] ?? 0;
    if (((bits >>> (document & 31)) & 1) === 1) return false;
    this.#bits[place] = bits | (1 << (document & 31));
    return true;
  }
}
