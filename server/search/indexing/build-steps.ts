/**
 * Declares long work in steps, so that a thread can answer other calls between two steps. A step takes some 10 ms at most where its
 * builder says nothing else. It measures no time and never waits: the caller decides when the next step runs, and may stop between
 * steps, which discards the work. An error of a step is rethrown.
 */
// Tests: ./prefix-graph-builder.test.ts.
/** A generator that yields between its steps and returns the result. */
export type BuildSteps<Result = SharedArrayBuffer> = Generator<undefined, Result, undefined>;

/** Runs all steps without a pause; an error of a step is rethrown. */
export function runAllSteps<Result>(steps: BuildSteps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
