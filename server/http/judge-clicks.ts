/**
 * What of a request's events may count. A click from a storefront key needs evidence: its query was answered lately to
 * the network that it comes from, and the answer holds what was clicked. A click without it gets the same answer and does not count.
 */
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { limits, rateLimits } from '../../contract/limits.ts';
import { createLookBudget, type ShownThing } from '../autocomplete/autocomplete.ts';
import type { JudgedEvent, ShownEvidence } from '../events/event-batch.ts';
import type { ShopperEvent } from '../events/parse-events.ts';
import { networkPrefix } from '../network-prefix.ts';
import { giveBack, take } from '../threads/numbers.ts';
import type { Services } from './services.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Who sent them. */
export interface ClickSender {
  readonly storeId: string;
  readonly address: string;
  /** By a secret key: then no evidence is needed. */
  readonly isTrusted: boolean;
}

/** An event, and whether it is a click on something that the store shows. */
export interface JudgedClick {
  readonly event: JudgedEvent;
  readonly isShown: boolean;
}

/** Judges the events of one request. Rejects with `unavailable` while the store's index is being loaded. */
export type ClickJudge = (
  events: readonly ShopperEvent[],
  sender: ClickSender,
) => Promise<readonly JudgedClick[]>;

/** Between two looks for questions of other nodes. Chosen. */
const lookMs = 250;
/** No network has this name. */
const allWaits = '';

/** What judging clicks needs of the services. */
export interface ClickJudgeParts
  extends Pick<Services, 'autocomplete' | 'bounds' | 'clock' | 'config' | 'shown'> {
  readonly index: Pick<Services['index'], 'load'>;
  readonly pipeline: Pick<Services['pipeline'], 'loadShown'>;
}

/** Counts in `bounds`, so that all threads of a process judge alike. */
export function createClickJudge(services: ClickJudgeParts): ClickJudge {
  const { autocomplete, index } = services;
  const findEvidence = createEvidenceSearch(services);
  const mayLook = createLookLimit(services);

  return async (events, sender) => {
    const { storeId, isTrusted } = sender;
    const evidence = isTrusted ? events.map(() => null) : await findEvidence(events, sender);
    /** Queries whose answer is looked at once more. */
    const asked = new Set<string>();
    for (const [place, event] of events.entries()) {
      if (event.typed === null || thingOf(event) === null) continue;
      const isAsked = isTrusted
        ? event.phrase !== null && event.region === 'categories'
        : evidence[place] !== null;
      if (isAsked) asked.add(event.typed);
    }
    const needsIndex = asked.size > 0 || events.some(({ phrase }) => phrase !== null);
    if (needsIndex && !autocomplete.isLoaded(storeId)) await index.load(storeId);
    const allowed = Array.from(asked).filter(() => mayLook(sender));
    const answers = await lookAt(autocomplete, storeId, allowed);
    return await autocomplete.whole(storeId, () =>
      events.map(({ typed, ...event }, place) => {
        const thing = thingOf(event);
        const phraseKey = event.phrase === null ? null : autocomplete.suggestionKey(storeId, event.phrase);
        const ofEvent = evidence[place] ?? null;
        const isKnown = isTrusted && (thing?.group === 'products' || phraseKey !== null);
        const isShown =
          thing !== null &&
          typed !== null &&
          (isKnown || ((isTrusted || ofEvent !== null) && answers.get(typed)?.(thing) === true));
        return { event: { ...event, phraseKey, evidence: isShown ? ofEvent : null }, isShown };
      }),
    );
  };
}

/** Whether a sender may have one more answer looked at. A secret key speaks for its store, anybody else for a network. */
function createLookLimit({ bounds, clock, config }: ClickJudgeParts): (sender: ClickSender) => boolean {
  const nowMs = () => clock.monotonicMs();
  const ofNetworks = createTokenBuckets(
    rateLimits.clickLooksPerNetwork,
    nowMs,
    bounds.numbers('rates', 'click looks'),
  );
  const ofStores = createTokenBuckets(
    rateLimits.clickLooksPerStore,
    nowMs,
    bounds.numbers('rates', 'click looks of stores'),
  );
  return ({ storeId, address, isTrusted }) =>
    !config.rateLimit ||
    (isTrusted ? ofStores.take(storeId) : ofNetworks.take(networkPrefix(address))).allowed;
}

/** What the answers hold. Keystrokes are answered between two looks; what the shared budget does not reach is absent. */
async function lookAt(
  autocomplete: ClickJudgeParts['autocomplete'],
  storeId: string,
  queries: readonly string[],
): Promise<Map<string, (thing: ShownThing) => boolean>> {
  const questions = createLookBudget();
  const answers = new Map<string, (thing: ShownThing) => boolean>();
  for (const [place, query] of queries.entries()) {
    if (questions.left === 0) break;
    if (place > 0) await nextTurn();
    const answer = await autocomplete.whole(storeId, () =>
      autocomplete.shownFor({ storeId, query }, questions),
    );
    if (answer !== undefined) answers.set(query, answer);
  }
  return answers;
}

/** What was clicked; null for what is no click. */
function thingOf({ productId, phrase, region }: Omit<ShopperEvent, 'typed'>): ShownThing | null {
  if (region === 'products') return productId === null ? null : { group: 'products', name: productId };
  if (phrase === null) return null;
  return { group: region === 'categories' ? 'categories' : 'suggestions', name: phrase };
}

/** Finds what clicks rest on. Where other nodes may have shown it they are asked, and waited for if need be. */
function createEvidenceSearch({ bounds, clock, config, pipeline, shown }: ClickJudgeParts) {
  const counts = bounds.numbers('counts', 'shown waits');
  const waits = createTokenBuckets(
    rateLimits.clickWaitsPerNetwork,
    () => clock.monotonicMs(),
    bounds.numbers('rates', 'shown waits'),
  );
  return async (
    events: readonly ShopperEvent[],
    { storeId, address }: ClickSender,
  ): Promise<readonly (ShownEvidence | null)[]> => {
    const look = () =>
      events.map(({ typed }) => (typed === null ? null : shown.find({ storeId, address, typed })));
    const isWhole = (found: readonly (ShownEvidence | null)[]) =>
      events.every(({ typed }, place) => typed === null || found[place] !== null);
    let found = look();
    if (!shown.areSeveralNodes || isWhole(found)) return found;
    await pipeline.loadShown();
    found = look();
    // Who never has evidence must not have others wait for it again and again.
    if (isWhole(found) || (config.rateLimit && !waits.take(networkPrefix(address)).allowed)) return found;
    if (!take(counts, allWaits, 1, limits.shownWaitsMax)) return found;
    try {
      const untilMs = clock.monotonicMs() + limits.shownWaitMs;
      while (!isWhole(found) && clock.monotonicMs() < untilMs) {
        await pause(lookMs);
        await pipeline.loadShown();
        found = look();
      }
      return found;
    } finally {
      giveBack(counts, allWaits, 1);
    }
  };
}
