/** What a question to the engine is asked with, beside its words. */
import type { QuestionTerms, Signals } from '../engine.ts';

/** One question to the engine. */
export interface EngineQuestion extends QuestionTerms {
  /** Of each group at most so many are wanted. */
  readonly limit: number;
  readonly signals: Signals;
}

/** What of it products are looked for with. */
export type ProductQuestion = Pick<EngineQuestion, 'signals' | 'budget'>;
