/** What a version of the prompt consists of. */
export interface PhrasePrompt {
  /** Kept with every phrase that it led to. */
  readonly version: string;
  readonly instructions: string;
  /** JSON schema of the answer, for servers that can hold a model to one. */
  readonly answerSchema: Readonly<Record<string, unknown>>;
}
