/**
 * Holds a built index back until the popularity of its store is known, so that no answer ranks as if shoppers had done nothing. An
 * index is published without popularity only where that cannot be read. It has no time limit: a read of scores ends or fails. It
 * changes neither index nor scores. A failed read puts the store's scores in quarantine, not its index; while the database is away the
 * index is held.
 */
// Tests: ./publication-gate.live.test.ts.
import type { Quarantine } from '../../jobs/quarantine.ts';
import type { PublishedIndex } from '../following/follower-settings.ts';
import type { SignalsFollower } from './signals-follower.ts';

/** Holds indexes back whose scores are not known yet. */
export class PublicationGate {
  readonly #signals: SignalsFollower;
  readonly #publish: (index: PublishedIndex) => void;
  readonly #quarantine: Quarantine;
  /** The newest version of each store that waits. */
  readonly #held = new Map<string, PublishedIndex>();
  readonly #opening = new Map<string, Promise<void>>();

  constructor(
    signals: SignalsFollower,
    { publish, quarantine }: { publish: (index: PublishedIndex) => void; quarantine: Quarantine },
  ) {
    this.#signals = signals;
    this.#publish = publish;
    this.#quarantine = quarantine;
  }

  publish(index: PublishedIndex): void {
    const { storeId } = index;
    if (this.#signals.isKnown(storeId) || this.#quarantine.isFailing(storeId)) {
      this.#publish(index);
      return;
    }
    this.#held.set(storeId, index);
    this.#open(storeId);
  }

  /** The store's index leaves memory. */
  drop(storeId: string): void {
    this.#held.delete(storeId);
    this.#opening.delete(storeId);
    this.#signals.forget(storeId);
    this.#quarantine.end(storeId);
  }

  /** Resolves when nothing of the store is held back, or the database cannot say. */
  async opened(storeId: string): Promise<void> {
    await this.#opening.get(storeId);
  }

  /** Tries again where the database was away, or the pause after damage is over. */
  retry(): void {
    for (const storeId of [...this.#held.keys(), ...this.#quarantine.takeDue()]) this.#open(storeId);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#opening.values());
  }

  #open(storeId: string): void {
    if (this.#opening.has(storeId)) return;
    // It may leave memory meanwhile, and come back, for which scores are read again.
    const isCurrent = () => this.#opening.get(storeId) === opening;
    const opening: Promise<void> = this.#signals
      .load(storeId)
      .then(
        () => this.#quarantine.end(storeId),
        (error: unknown) => {
          if (!this.#quarantine.fail(storeId, error)) throw error;
        },
      )
      .then(() => {
        if (isCurrent()) this.#release(storeId);
      })
      // The database is away: indexes that are held wait for the next try.
      .catch(() => {})
      .finally(() => {
        if (isCurrent()) this.#opening.delete(storeId);
      });
    this.#opening.set(storeId, opening);
  }

  #release(storeId: string): void {
    const index = this.#held.get(storeId);
    this.#held.delete(storeId);
    if (index !== undefined) this.#publish(index);
  }
}
