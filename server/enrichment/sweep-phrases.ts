/**
 * Brings phrases in line with what the store has decided since they were written: it removes generated phrases that contain newly
 * blocked words, and applies standing decisions. It is a separate job, so neither a pause, a slow provider nor an import keeps them
 * live. Each stretch is one transaction that also stores the progress, so after a kill another worker continues there. Words of people
 * stay: lists that they edited or locked. It never calls a provider; it brings back only phrases whose refusal was taken back. A
 * transaction looks at 500 products; without the lease it writes nothing and ends. A database that is away rejects, and the job is
 * tried again.
 */
// Tests: test/scenarios/blocked-phrases.test.ts.
import { isDeepStrictEqual } from 'node:util';
import { newId } from '../ids.ts';
import type { Pause } from '../jobs/job-in-turns.ts';
import type { LivePhrases, PhraseLists } from '../storage/enrichment/tables.ts';
import type { ClaimedJob, Lease } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { addedTo, isUnedited, withoutBlocked } from './blocked-phrases.ts';
import { sameLists } from './decide-phrases.ts';
import { readBlocklist } from './phrase-rules/blocked-words.ts';
import { wordLanguage } from './phrase-rules/product-words.ts';
import { followDecisions } from './review/follow-decisions.ts';
import { isOpenToDecisions } from './review/standing-decisions.ts';
import type { EnrichmentEnvironment } from './run-enrichment.ts';
import { writeLive } from './write-answer.ts';

/** Products that are looked at in one transaction: a few milliseconds. Chosen. */
const productsPerStretch = 500;

/**
 * Starts a sweep if the blocklist has new entries. A running sweep continues to its end with the new list, and a second one checks
 * the products that it has passed: restarting it would let a list that keeps changing prevent its end.
 */
export async function beginSweep(writer: StoreWriter, blockedBefore: readonly string[]): Promise<void> {
  const settings = await writer.enrichment.settings();
  if (addedTo(blockedBefore, settings.blocklist).length > 0) await startSweep(writer);
}

/** Starts a sweep, or has a running one continue as {@link beginSweep} says. */
export async function startSweep(writer: StoreWriter): Promise<void> {
  const settings = await writer.enrichment.settings();
  // One that has not begun sees the new list from its first product on.
  if (settings.sweepAfter === '' || settings.sweepsAgain) return;
  const isUnderWay = settings.sweepAfter !== null;
  const sweep = isUnderWay ? { sweepsAgain: true } : { sweepAfter: '' };
  await writer.enrichment.saveSettings({ ...settings, ...sweep });
  const storeId = writer.store.id;
  await writer.jobs.insert({ id: newId(), kind: 'phrase_sweep', storeId, subject: storeId, runAt: 0 });
}

/** The dependencies of a sweep. */
export interface SweepEnvironment extends Pick<EnrichmentEnvironment, 'inTurn' | 'notifyIndex' | 'stopping'> {
  /** Called between two stretches: sweeps of other stores may have their turn before the next. */
  readonly pause: Pause;
}

/** Runs the claimed sweep to its end, or until another worker has it. */
export async function sweepPhrases(
  storage: Storage,
  { storeId }: ClaimedJob,
  lease: Lease,
  { inTurn, notifyIndex, stopping, pause }: SweepEnvironment,
): Promise<void> {
  while (!stopping.aborted) {
    const swept = await inTurn(storeId, () =>
      storage.write(storeId, async (writer) => {
        if (!(await writer.jobs.renewLease(lease))) return { isChanged: false, isMore: false };
        return await sweepStretch(writer, lease);
      }),
    );
    if (swept.isChanged) notifyIndex(storeId);
    if (!swept.isMore) return;
    await pause(true);
  }
}

async function sweepStretch(
  writer: StoreWriter,
  { jobId }: Lease,
): Promise<{ readonly isChanged: boolean; readonly isMore: boolean }> {
  const settings = await writer.enrichment.settings();
  const stretch = await writer.phrases.live({ after: settings.sweepAfter ?? '', limit: productsPerStretch });
  const written = await settle(writer, stretch.filter(isUnedited), settings.blocklist);
  const isMore = stretch.length === productsPerStretch;
  await writer.enrichment.saveSettings({
    ...settings,
    sweepAfter: isMore ? (stretch.at(-1)?.productId ?? null) : settings.sweepsAgain ? '' : null,
    sweepsAgain: isMore && settings.sweepsAgain,
  });
  if (!isMore) await writer.jobs.delete(jobId);
  return { isChanged: written.size > 0, isMore };
}

/** Applies the blocklist and the decisions to these products; returns the ids of those whose live phrases changed. */
async function settle(
  writer: StoreWriter,
  products: readonly LivePhrases[],
  blocklist: readonly string[],
): Promise<Set<string>> {
  const blocks = readBlocklist(blocklist, wordLanguage(writer.store.locale).stem);
  const unblocked = (lists: PhraseLists) => withoutBlocked(lists, blocks) ?? lists;
  const sets = await writer.phrases.sets(products.map(({ productId }) => productId));
  const before = products.flatMap(({ productId, state: _state, generator: _generator, ...live }) => {
    const set = sets.get(productId);
    return set === undefined ? [] : [{ live, set }];
  });
  const allowed = before.map(({ live, set }) => {
    const isOpen = set.generated !== null && isOpenToDecisions(set);
    return { live: unblocked(live), set: isOpen ? { ...set, generated: unblocked(set.generated) } : set };
  });
  const settled = await followDecisions(writer, allowed);
  const changed = settled.filter(({ set }, place) => !isDeepStrictEqual(set, before[place]?.set));
  await writer.phrases.writeSets(changed.map(({ set }) => set));
  const moved = settled.filter(({ live }, place) => !sameLists(live, before[place]?.live ?? none));
  return await writeLive(
    writer,
    moved.map(({ live, set: { productId } }) => ({ productId, sourceHash: null, ...live })),
  );
}

const none: PhraseLists = { suggestionPhrases: [], searchPhrases: [], type: null };
