/** What a question to the engine is asked with, beside its words. */
import type { QuestionTerms, Signals } from '../engine.ts';
import { usualShape } from '../segment/prefix-graph.ts';

/** Which words of a segment are common, and what is known of these. */
export interface CommonRule {
  /** A word with at most so many postings is rare. */
  readonly rareMax: number;
  /** So many documents of each value are known at once. */
  readonly firstCount: number;
  /** A walk begins with so many documents of the segment. */
  readonly firstRange: number;
  /** To look a common word up in one product costs as much as to read so many of its postings. */
  readonly postingsPerLook: number;
  /** Lists of at most so many postings are read at once: to come back to each of thousands costs more. */
  readonly shortListMax: number;
  /** So many of the best products of a walk are kept for the next question. */
  readonly listLength: number;
}

/**
 * Chosen: the postings of a rare word are read in some microseconds; of the first documents other words leave some out, so that
 * there are twice as many as the longest answer has; in a first range of a large segment common words have enough products of
 * each grade. Looks were measured, roughly.
 */
export const usualRule: CommonRule = {
  rareMax: 2_048,
  firstCount: 40,
  firstRange: 16_384,
  postingsPerLook: 16,
  shortListMax: 64,
  listLength: usualShape.listLength,
};

/** One question to the engine. */
export interface EngineQuestion extends QuestionTerms {
  /** Of each group at most so many are wanted. */
  readonly limit: number;
  readonly signals: Signals;
  readonly common: CommonRule;
}

/** What of it products are looked for with. */
export type ProductQuestion = Pick<EngineQuestion, 'signals' | 'budget' | 'common'>;
