/** One call from its beginning to its end: its deadline, who may abort it, and why it was aborted. */
import { OutboundError } from './outbound-error.ts';

/** Aborts its signal at the deadline, when the caller aborts and when all calls are ended. */
export class Call {
  readonly signal: AbortSignal;
  readonly #deadline = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #ending: readonly AbortSignal[];

  /** `ending` are the signals of others that end this call. */
  constructor(totalTimeoutMs: number, ending: readonly AbortSignal[]) {
    this.#ending = ending;
    this.#timer = setTimeout(() => this.#deadline.abort(), totalTimeoutMs);
    this.signal = AbortSignal.any([this.#deadline.signal, ...ending]);
  }

  /** Throws why this call was aborted, where it was: the reason of the one who did, or `timed_out`. */
  check(): void {
    for (const signal of this.#ending) signal.throwIfAborted();
    if (this.#deadline.signal.aborted) {
      const message =
        'The server did not send everything in time; let it answer faster, or split the document.';
      throw new OutboundError('timed_out', message);
    }
  }

  /** Nothing aborts it any more. */
  finish(): void {
    clearTimeout(this.#timer);
  }
}
