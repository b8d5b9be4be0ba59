/** What the phrase thread can be asked to do, and with what it starts. */
import type { GeneratorSettings } from '../enrichment/create-generator.ts';
import type { CheckedAnswer, CheckedRequest } from '../enrichment/generate-checked.ts';
import type { GeneratorErrorKind } from '../enrichment/phrase-generator.ts';
import type { StorageTarget } from '../storage/open-storage.ts';

/** With what the thread starts. */
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
  /** A rejection is a defect; what a generator says of itself is a failure. */
  readonly generate: {
    readonly request: CheckedRequest & { readonly id: number };
    readonly response: { readonly answer: CheckedAnswer } | { readonly failure: GeneratorFailure };
  };
  /** Breaks the request of that id off. */
  readonly breakOff: { readonly request: number; readonly response: null };
}
