/**
 * Keeps what shoppers did, as scores, equal to what is committed, on every node: for stores whose index is in memory it looks again
 * and again whether their popularity moved, and reads what did. Scores are reported as of the beginning of an hour, the same one on
 * all nodes; when it is over all of them are reported again, without those that faded. Reports of a store are at least 4,000 ms apart,
 * reads take 5,000 scores, 1,000 intents count. It writes nothing. A read that fails puts the scores of that store in quarantine; the
 * last ones stay.
 */
// Tests: ./publication-gate.live.test.ts.

import { limits } from '../../../contract/limits.ts';
import { type Clock, hourMicros } from '../../clock.ts';
import { fadedScore, worthAt } from '../../events/popularity.ts';
import type { Quarantine } from '../../jobs/quarantine.ts';
import { readIntentKey, type VersionedScore } from '../../storage/events/tables.ts';
import type { Storage } from '../../storage/storage.ts';

/** Something with a score. */
export type Scored = readonly [name: string, score: number];

/** The worth of one product with one intent. */
export interface IntentScore {
  /** As typed queries are named. */
  readonly query: string;
  readonly productId: string;
  readonly score: number;
}

/** New scores of a store. */
export interface SignalsNotice {
  readonly storeId: string;
  /** Scores by product UUID. */
  readonly products: readonly (readonly [productId: string, score: number])[];
  /** Scores by folded phrase. */
  readonly phrases: readonly (readonly [phrase: string, score: number])[];
  readonly intents: readonly IntentScore[];
  /** All there are, in the place of those before; else those that changed. */
  readonly isWhole: boolean;
  /** Typed queries that may be shown, best first; null where they did not change. */
  readonly queries: readonly Scored[] | null;
}

/** The settings and dependencies of a follower. */
export interface SignalsSettings {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Stores whose scores cannot be read: the last known scores stay. */
  readonly quarantine: Quarantine;
  /** The least time between two notices of one store: each makes its cached answers stale. */
  readonly apartMs: number;
  readonly notify: (notice: SignalsNotice) => void;
}

interface Followed {
  readonly hour: number;
  after: VersionedScore | null;
  version: number;
  reportedMs: number;
  readonly queries: Map<string, number>;
  /** Set while it is read, if it must not be reported any more. */
  isForgotten: boolean;
}

const scoresPerRead = 5_000;

/** Follows scores. Its calls may overlap. */
export class SignalsFollower {
  readonly #settings: SignalsSettings;
  readonly #followed = new Map<string, Followed>();
  readonly #loading = new Map<string, { readonly followed: Followed; readonly done: Promise<void> }>();

  constructor(settings: SignalsSettings) {
    this.#settings = settings;
  }

  isKnown(storeId: string): boolean {
    return this.#followed.has(storeId);
  }

  /** Resolves when the store's scores were reported. Callers share one read. */
  load(storeId: string): Promise<void> {
    const underWay = this.#loading.get(storeId);
    if (underWay !== undefined) return underWay.done;
    const followed: Followed = {
      hour: this.#hour(),
      after: null,
      version: 0,
      reportedMs: Number.NEGATIVE_INFINITY,
      queries: new Map(),
      isForgotten: false,
    };
    const done = this.#readWhole(storeId, followed).finally(() => {
      if (this.#loading.get(storeId)?.followed === followed) this.#loading.delete(storeId);
    });
    this.#loading.set(storeId, { followed, done });
    return done;
  }

  /** The store is not asked any more: nothing of what is being read is reported. */
  forget(storeId: string): void {
    for (const followed of [this.#followed.get(storeId), this.#loading.get(storeId)?.followed]) {
      if (followed !== undefined) followed.isForgotten = true;
    }
    this.#followed.delete(storeId);
    this.#loading.delete(storeId);
  }

  /** Reports what changed since the last time, or is due again. */
  async poll(): Promise<void> {
    if (this.#followed.size === 0) return;
    const { storage, clock, apartMs, quarantine } = this.#settings;
    const versions = await storage.directory.popularityVersions();
    for (const [storeId, version] of versions) {
      const followed = this.#followed.get(storeId);
      if (followed === undefined || this.#loading.has(storeId) || quarantine.isFailing(storeId)) continue;
      try {
        if (followed.hour !== this.#hour()) await this.load(storeId);
        else if (version > followed.version && clock.monotonicMs() - followed.reportedMs >= apartMs) {
          await this.#readChanges(storeId, followed);
        }
      } catch (error) {
        if (!quarantine.fail(storeId, error)) throw error;
      }
    }
  }

  async #readWhole(storeId: string, followed: Followed): Promise<void> {
    await this.#read(storeId, followed, true);
    if (!followed.isForgotten) this.#followed.set(storeId, followed);
  }

  async #readChanges(storeId: string, followed: Followed): Promise<void> {
    await this.#read(storeId, followed, false);
  }

  async #read(storeId: string, followed: Followed, isWhole: boolean): Promise<void> {
    const { storage, clock, notify } = this.#settings;
    const reader = storage.reader(storeId);
    const asOf = followed.hour * hourMicros;
    // Before the scores: what is committed meanwhile is found again.
    const version = await reader.events.popularityVersion();
    const least = fadedScore(asOf);
    const moved = {
      products: [] as [string, number][],
      phrases: [] as [string, number][],
      intents: [] as IntentScore[],
      query: isWhole,
    };
    for (let isMore = version > 0; isMore; ) {
      const scores = await reader.events.changedPopularity({ after: followed.after, limit: scoresPerRead });
      for (const { kind, key, score } of scores) {
        const worth = worthAt(score, asOf);
        if (score < least) continue;
        if (kind === 'query') {
          followed.queries.set(key, worth);
          moved.query = true;
        } else if (kind === 'intent') moved.intents.push({ ...readIntentKey(key), score: worth });
        else (kind === 'product' ? moved.products : moved.phrases).push([key, worth]);
      }
      followed.after = scores.at(-1) ?? followed.after;
      isMore = scores.length === scoresPerRead;
    }
    followed.version = version;
    if (!isWhole) followed.reportedMs = clock.monotonicMs();
    if (followed.isForgotten) return;
    const { products, phrases, intents } = moved;
    const queries = moved.query ? bestOf(followed.queries) : null;
    notify({ storeId, isWhole, products, phrases, intents, queries });
  }

  #hour(): number {
    return Math.floor(this.#settings.clock.nowMicros() / hourMicros);
  }
}

/** The best, and of the others none: each search that ends may be one of them. */
function bestOf(queries: Map<string, number>): [query: string, score: number][] {
  return Array.from(queries)
    .sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1))
    .slice(0, limits.intentsKept);
}
