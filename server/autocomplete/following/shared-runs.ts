/**
 * Runs work again and again, one run after the other, each on the newest input that was asked for. A call waits for a run that begins
 * after it; all calls that come before that run begins share it, so the last waits for two runs at most, however many wait. It has no
 * time limit and never runs two at once. A run that rejects does so for all that share it, and the next one runs all the same.
 */
// Tests: ./shared-runs.live.test.ts.
/** The runs of one kind of work, which calls share. */
export class SharedRuns<Input, Result> {
  readonly #run: (begin: () => Input) => Promise<Result>;
  readonly #newer: (left: Input, right: Input) => Input;
  #waiting: { input: Input; readonly result: Promise<Result> } | null = null;
  /** Runs that began or wait for the one before. */
  #runCount = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `begin` returns the newest input that was asked for; later calls wait for the next run. */
  constructor(run: (begin: () => Input) => Promise<Result>, newer: (left: Input, right: Input) => Input) {
    this.#run = run;
    this.#newer = newer;
  }

  get isRunning(): boolean {
    return this.#runCount > 0;
  }

  /** Calls that share a run get the same promise. */
  ask(input: Input): Promise<Result> {
    if (this.#waiting !== null) {
      this.#waiting.input = this.#newer(this.#waiting.input, input);
      return this.#waiting.result;
    }
    this.#runCount += 1;
    // A run that failed must not fail those that wait behind it.
    const result = this.#last
      .then(() => this.#run(() => this.#begin(input)))
      .finally(() => {
        this.#runCount -= 1;
        // Where the run failed before it began.
        if (this.#waiting?.result === result) this.#waiting = null;
      });
    this.#waiting = { input, result };
    this.#last = result.catch(() => {});
    return result;
  }

  #begin(first: Input): Input {
    const input = this.#waiting?.input ?? first;
    this.#waiting = null;
    return input;
  }
}
