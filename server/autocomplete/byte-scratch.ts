/** A place to put bytes together that is used again and again, so that an answer costs no buffers of its own. */

/** Room for an answer of twenty long cards; it grows where that is not enough. */
const firstLength = 64 * 1024;

/** Bytes in the order in which they were added. */
export class ByteScratch {
  #bytes = Buffer.allocUnsafeSlow(firstLength);
  #length = 0;

  /** Forgets everything; what {@link take} gave stays as it is. */
  clear(): void {
    this.#length = 0;
  }

  /** Adds the text as UTF-8. */
  addText(text: string): void {
    // At most three bytes for each UTF-16 unit.
    this.#makeRoom(text.length * 3);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  addBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.byteLength);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.byteLength;
  }

  /** Has bytes written where there is room for so many; `write` gets the place and returns where they end. */
  addWritten(bytesMax: number, write: (target: Uint8Array, at: number) => number): void {
    this.#makeRoom(bytesMax);
    this.#length = write(this.#bytes, this.#length);
  }

  /** What was added since the last call or {@link clear}, as a string of one character a byte. */
  take(): string {
    const taken = this.#bytes.toString('latin1', 0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(byteLength: number): void {
    const needed = this.#length + byteLength;
    if (needed <= this.#bytes.byteLength) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.byteLength));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
