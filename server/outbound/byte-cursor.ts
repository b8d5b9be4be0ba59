/**
 * Reads a stream of bytes in pieces of a given length, and then chunk by chunk. It holds no more than was asked for and one chunk;
 * errors of the source are thrown unchanged. Lengths are bytes, and it sets no limit: callers ask for a few bytes only. It must not be
 * read by two callers at once.
 */
// Tests: ./zip-file.test.ts.

/** A place in a stream of bytes. */
export class ByteCursor {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, without consuming them; fewer at the end. */
  async peek(count: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [this.#held];
    for (let length = this.#held.length; length < count; ) {
      const { done, value } = await this.#source.next();
      if (done === true) break;
      chunks.push(value);
      length += value.length;
    }
    if (chunks.length > 1) this.#held = Buffer.concat(chunks);
    return this.#held.subarray(0, count);
  }

  /** The next bytes; fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const taken = await this.peek(count);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  /** The next chunk, however long; null at the end. */
  async next(): Promise<Uint8Array | null> {
    if (this.#held.length > 0) return this.take(this.#held.length);
    const { done, value } = await this.#source.next();
    return done === true ? null : value;
  }

  /** Puts bytes back in front of the rest. */
  giveBack(bytes: Uint8Array): void {
    this.#held = Buffer.concat([bytes, this.#held]);
  }

  /** Yields all remaining chunks; leaving the loop early closes the source. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = await this.next(); chunk !== null; chunk = await this.next()) yield chunk;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
