/** A long piece of building in steps, between which its thread may do something else. */
export type BuildSteps<Result = SharedArrayBuffer> = Generator<undefined, Result, undefined>;

/** Takes all steps at once. */
export function inOneGo<Result>(steps: BuildSteps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
