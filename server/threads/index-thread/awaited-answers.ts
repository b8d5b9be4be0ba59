/**
 * Tells workers, which have no indexes, when the indexes of this node show what they wrote (record 0058). It builds no index itself
 * and speaks for this node only, by change numbers. It is to look once a second at least. A look rejects while the database is away; a
 * store that cannot be followed now is tried again at the next look.
 */
// Tests: test/storage/awaited-changes.test.ts.
import { AppError } from '../../errors.ts';
import type { Directory } from '../../storage/storage.ts';

interface AwaitedAnswerParts {
  /** Writes as well as reads. */
  readonly directory: Pick<Directory, 'awaitedChanges' | 'noteWork' | 'noteShown'>;
  /** Resolves when every answer shows at least what was committed before the call. */
  readonly follow: (storeId: string) => Promise<void>;
}

/** Checks for changes that workers wait for; calls must not overlap. */
export class AwaitedAnswers {
  readonly #parts: AwaitedAnswerParts;
  /** Stores whose index is being brought up to date. */
  readonly #following = new Set<string>();

  constructor(parts: AwaitedAnswerParts) {
    this.#parts = parts;
  }

  /** Starts new work, and confirms that started work continues. Call it at least once a second. Rejects while the database is away. */
  async look(): Promise<void> {
    const { directory } = this.#parts;
    const awaited = await directory.awaitedChanges();
    for (const [storeId, changes] of Map.groupBy(awaited, (change) => change.storeId)) {
      if (this.#following.has(storeId)) continue;
      void this.#follow(storeId, Math.max(...changes.map(({ changeNumber }) => changeNumber)));
    }
    const underWay = awaited.map(({ storeId }) => storeId).filter((storeId) => this.#following.has(storeId));
    if (underWay.length > 0) await directory.noteWork(underWay);
  }

  async #follow(storeId: string, changeNumber: number): Promise<void> {
    this.#following.add(storeId);
    try {
      await this.#parts.follow(storeId);
      await this.#parts.directory.noteShown({ storeId, changeNumber });
    } catch (error) {
      // A store that cannot be followed now is followed at the next look.
      if (!(error instanceof AppError)) throw error;
    } finally {
      this.#following.delete(storeId);
    }
  }
}
