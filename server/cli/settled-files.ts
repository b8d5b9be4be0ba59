/**
 * Decides when files of a watched folder are complete: once their size and time have not changed for a while, as seen from here. The clock of
 * another machine does not matter, and neither does how a file arrives: written in place, copied with its old time, or renamed. Pure.
 * Times are milliseconds of a clock that only goes forward.
 */
// Tests: ./settled-files.test.ts.

/** A file as a look at its folder shows it. */
export interface SeenFile {
  readonly name: string;
  readonly size: number;
  /** The time of the last change, by the folder's clock. */
  readonly mtimeMs: number;
}

/** What a look at the folder gave. */
export interface SettledFiles {
  /** The complete files, newest last. */
  readonly ready: readonly SeenFile[];
  /** Milliseconds until the next one may be complete; null where none is on its way. */
  readonly nextMs: number | null;
}

/** Files that were seen, each since when it is as it is. */
export class FileWatch {
  readonly #settleMs: number;
  #seen: ReadonlyMap<string, { readonly file: SeenFile; readonly sinceMs: number }> = new Map();

  /** `settleMs`: for how long a complete file has not changed. */
  constructor(settleMs: number) {
    this.#settleMs = settleMs;
  }

  /** Takes a look at the folder; files that it does not show are forgotten. */
  look(files: readonly SeenFile[], nowMs: number): SettledFiles {
    const before = this.#seen;
    const seen = files.map((file) => {
      const last = before.get(file.name);
      const isSame = last !== undefined && isSameFile(last.file, file);
      return { file, sinceMs: isSame ? last.sinceMs : nowMs };
    });
    this.#seen = new Map(seen.map((one) => [one.file.name, one]));
    const isReady = ({ sinceMs }: { readonly sinceMs: number }) => nowMs - sinceMs >= this.#settleMs;
    const waits = seen.filter((one) => !isReady(one)).map(({ sinceMs }) => sinceMs + this.#settleMs - nowMs);
    return {
      ready: seen
        .filter(isReady)
        .map(({ file }) => file)
        .sort(byAge),
      nextMs: waits.length === 0 ? null : Math.min(...waits),
    };
  }

  /** Begins to wait again for a file that turned out to be incomplete. */
  forget(name: string): void {
    this.#seen = new Map(Array.from(this.#seen).filter(([known]) => known !== name));
  }
}

/** Whether both looks show the same content, as far as a look can say. */
export function isSameFile(one: SeenFile, other: SeenFile): boolean {
  return one.name === other.name && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function byAge(one: SeenFile, other: SeenFile): number {
  return one.mtimeMs - other.mtimeMs || (one.name < other.name ? -1 : 1);
}
