/**
 * Declares the calls of the phrase thread and the data that it starts with. Plain data only, so no key but those that the thread
 * needs; times are milliseconds. A failure of a generator is declared as a value, not as an error; nothing is checked here.
 */
// Tests: ./phrase-client.live.test.ts.
import type { GeneratorSettings } from '../../enrichment/create-generator.ts';
import type { CheckedAnswer, CheckedRequest } from '../../enrichment/generate-checked.ts';
import type { GeneratorErrorKind } from '../../enrichment/phrase-generator.ts';
import type { StorageTarget } from '../../storage/open-storage.ts';

/** The data with which the thread starts. */
export interface PhraseThreadData extends GeneratorSettings {
  readonly target: StorageTarget;
}

/** A GeneratorError as plain data. */
export interface GeneratorFailure {
  readonly kind: GeneratorErrorKind;
  readonly message: string;
  readonly retryAfterMs: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Calls of the phrase thread. */
export interface PhraseMethods {
  /** Rejects for a defect only; an error of a generator is answered as `failure`. */
  readonly generate: {
    readonly request: CheckedRequest & { readonly id: number };
    readonly response: { readonly answer: CheckedAnswer } | { readonly failure: GeneratorFailure };
  };
  /** Breaks the request of that id off. */
  readonly abortRun: { readonly request: number; readonly response: null };
}
