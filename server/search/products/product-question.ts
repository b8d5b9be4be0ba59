/**
 * The parts of a question besides its words: signals, budget, and the rule by which words are rare or common. Limits count postings,
 * documents or products, as their names say. It holds data only and checks nothing: `limit` (1 to 20) and the signals come checked
 * from the caller. Nothing throws.
 */
// Tests: ./word-values.test.ts.
import type { QuestionTerms, Signals } from '../engine.ts';
import { usualShape } from '../segment/prefix-graph.ts';

/** The thresholds that decide which words are common, and what is stored for these. */
export interface CommonRule {
  /** The most postings of a rare word. */
  readonly rareMax: number;
  /** The number of documents of each value that are known at once. */
  readonly firstCount: number;
  /** The number of documents with which a walk begins. */
  readonly firstRange: number;
  /** The number of postings of a common word that cost as much to read as one look-up in a product. */
  readonly postingsPerLook: number;
  /** The most postings of a list that is read at once: coming back to each of thousands of lists costs more. */
  readonly shortListMax: number;
  /** The number of best products of a walk that are kept for the next question. */
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
  /** The most items of each group. */
  readonly limit: number;
  readonly signals: Signals;
  readonly common: CommonRule;
}

/** The part of a question that finds products. */
export type ProductQuestion = Pick<EngineQuestion, 'signals' | 'budget' | 'common'>;
