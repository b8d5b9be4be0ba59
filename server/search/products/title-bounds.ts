/**
 * Bounds on what the words of a query are worth in a title of which only the points of its two best words are known:
 * where the leading word is the best of the title, no other one is worth more than the second.
 */
import { pointsOf } from './intent.ts';
import type { ProductWord } from './product-words.ts';

const pointsCount = 16;

/** Bounds for one query in one segment. */
export class TitleBounds {
  readonly #lead: number;
  /** For each word the most that it can be worth by the points that it has at most. */
  readonly #byPoints: readonly Uint8Array[];
  /** No term meets two of the words, so that each of them is another word of the title. */
  readonly #areApart: boolean;

  /** `lead` is the place of the word whose products are walked. */
  constructor(words: readonly ProductWord[], lead: number) {
    this.#lead = lead;
    this.#byPoints = words.map((word) =>
      Uint8Array.from({ length: pointsCount }, (_, points) => word.boundInTitle(points)),
    );
    this.#areApart = areApart(words);
  }

  /**
   * Fills in the value of the leading word, and bounds on the others that hold for all of them together: only one of
   * them can be the best word of the title. `titlePoints` are those of a segment.
   */
  fillTogether(values: Uint8Array, leadValue: number, titlePoints: number): void {
    const best = titlePoints % pointsCount;
    if (!this.#areApart) {
      this.fillEach(values, leadValue, titlePoints);
      return;
    }
    const second = Math.floor(titlePoints / pointsCount);
    this.#fill(values, leadValue, second);
    if (pointsOf(leadValue) <= second) this.#raiseOne(values, best);
  }

  /** The same with bounds that hold for each word by itself, whatever the others turn out to be worth. */
  fillEach(values: Uint8Array, leadValue: number, titlePoints: number): void {
    this.#fill(values, leadValue, titlePoints % pointsCount);
  }

  #fill(values: Uint8Array, leadValue: number, points: number): void {
    for (let index = 0; index < values.length; index += 1) {
      values[index] = index === this.#lead ? leadValue : (this.#byPoints[index]?.[points] ?? 0);
    }
  }

  /** One of the words may be the best of the title: the one to which that adds most. */
  #raiseOne(values: Uint8Array, best: number): void {
    let most = 0;
    let raised = -1;
    for (let index = 0; index < values.length; index += 1) {
      if (index === this.#lead) continue;
      const gain = pointsOf(this.#byPoints[index]?.[best] ?? 0) - pointsOf(values[index] ?? 0);
      if (gain <= most) continue;
      most = gain;
      raised = index;
    }
    if (raised >= 0) values[raised] = this.#byPoints[raised]?.[best] ?? 0;
  }
}

function areApart(words: readonly ProductWord[]): boolean {
  if (words.some((word) => word.hasPhrases)) return false;
  const runs = words
    .flatMap((word) => word.runs.map(({ start, end }) => ({ start, end, word })))
    .sort((left, right) => left.start - right.start);
  let reached = runs[0];
  for (const run of runs.slice(1)) {
    if (reached !== undefined && run.start < reached.end && run.word !== reached.word) return false;
    if (reached === undefined || run.end > reached.end) reached = run;
  }
  return true;
}
