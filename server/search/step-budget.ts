/**
 * The budget of one question. The unit is a step: the time to pass over one posting of a list in memory, a few nanoseconds. More
 * expensive work counts as several steps ({@link stepsOf}). Steps are counted, never timed: the same question on the same index
 * ends at the same place on every machine.
 *
 * All work for a question spends from its budget; once it is used up, the best results so far are the answer.
 *
 * It reads no clock and throws nothing. Amounts are trusted to be at least 0; a budget of 0 steps allows nothing.
 */
// Tests: test/search/budget.test.ts, server/search/products/word-look-up.test.ts.

/** The cost in steps of work that is more expensive than passing over a posting. Measured relative to postings, and rounded up. */
export const stepsOf = {
  /** A posting that is only noted, and compared with nothing. */
  postingNoted: 0.25,
  /** A word of a query is looked up in the dictionary of one segment. */
  wordLookedUp: 800,
  /** The cost of reading one word of the query in one document, if few of its words are read. */
  wordOfDocument: 16,
  /** A further word of a document that is read in search of that one. */
  wordRead: 0.5,
  /** A stream of postings is begun. */
  streamBegun: 100,
  /** A suggestion is read and counted, in one segment. */
  suggestionMet: 300,
  /** A phrase that shoppers clicked is looked up among the suggestions. */
  phraseLookedUp: 60,
  /** A category is counted. */
  categoryMet: 150,
  /** A letter is read in search of a correction. */
  spellingStep: 8,
  /** A product of the answer. */
  productShown: 100,
  /** A product that rules pin or hide is looked up. */
  productNamed: 100,
} as const;

/** The remaining steps of one question, or of a part of it. */
export class QueryBudget {
  /** The number of steps that may be spent. */
  readonly steps: number;
  #spent = 0;
  #looks = 0;
  #wasShort = false;
  readonly #whole: QueryBudget | null;

  constructor(steps: number, whole: QueryBudget | null = null) {
    this.steps = steps;
    this.#whole = whole;
  }

  /** A budget of its own with a share (0 to 1) of what is left here; what it spends is spent here too. */
  part(share: number): QueryBudget {
    return new QueryBudget(this.left * share, this);
  }

  /** Steps that may still be spent, at least 0. */
  get left(): number {
    return Math.max(0, this.steps - this.#spent);
  }

  /** Steps that were spent so far; the last ones may lie beyond the budget. */
  get spent(): number {
    return this.#spent;
  }

  /** Whether anything was left undone because too little was left. */
  get wasShort(): boolean {
    return this.#wasShort;
  }

  /** Products that were looked at, word by word, for as long as anything is counted here. */
  get looks(): number {
    return this.#looks;
  }

  /** Counts steps that are taken in any case, and products that are looked at for them. */
  spend(steps: number, looks = 0): void {
    this.#spent += steps;
    this.#looks += looks;
    this.#whole?.spend(steps, looks);
  }

  /** Whether to go on: false once nothing is left, and that is noted. */
  allows(): boolean {
    if (this.#spent < this.steps) return true;
    this.#noteShort();
    return false;
  }

  /** Spends `steps`, or as many as are left; returns how many. */
  take(steps: number): number {
    const taken = Math.min(steps, Math.floor(this.left));
    if (taken < steps) this.#noteShort();
    this.spend(taken);
    return taken;
  }

  #noteShort(): void {
    this.#wasShort = true;
    if (this.#whole !== null) this.#whole.#noteShort();
  }
}

/** A budget for questions that no shopper waits for, and for tests. */
export function unlimitedBudget(): QueryBudget {
  return new QueryBudget(Number.POSITIVE_INFINITY);
}
