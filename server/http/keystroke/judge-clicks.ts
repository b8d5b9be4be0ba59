/**
 * Decides which events of a request count. A click or cart from a storefront key needs evidence: its query was answered lately to the
 * network that it comes from, and the answer holds the thing. One without evidence gets the same answer and does not count, so a
 * stranger cannot tell. It writes nothing. A network may have 10 answers looked at per second, a store with its secret key 100; clicks
 * beyond that count as without evidence.
 */
// Tests: ./judge-clicks.test.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rateLimits } from '../../../contract/limits.ts';
import { searchText } from '../../analytics/search-counter.ts';
import { createCheckBudget } from '../../autocomplete/answering/autocomplete.ts';
import type { ShownThing } from '../../autocomplete/answering/shown-things.ts';
import type { JudgedEvent } from '../../events/event-batch.ts';
import type { SaleSearch } from '../../events/event-days.ts';
import { isSale, type ShopperEvent } from '../../events/parse-events.ts';
import { networkPrefix } from '../../structures/network-prefix.ts';
import { createTokenBuckets } from '../admission/token-buckets.ts';
import type { Services } from '../services.ts';
import { createEvidenceSearch, type EvidenceParts } from './evidence-search.ts';
import { createSearchFinder } from './named-searches.ts';

/** The sender of events. */
export interface ClickSender {
  readonly storeId: string;
  readonly address: string;
  /** Whether a secret key was used: then no evidence is needed. */
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

/** The services that judging clicks needs. */
export interface ClickJudgeParts
  extends EvidenceParts,
    Pick<Services, 'autocomplete' | 'config' | 'intents' | 'queryIds'> {
  readonly index: Pick<Services['index'], 'load'>;
  readonly pipeline: Pick<Services['pipeline'], 'loadShown' | 'findAnswered'>;
}

/** Creates the judge of clicks, with the limits of how many answers it looks at for each network and store. */
export function createClickJudge(services: ClickJudgeParts): ClickJudge {
  const { autocomplete, index, intents } = services;
  const findEvidence = createEvidenceSearch(services);
  const findSearches = createSearchFinder(services);
  const mayLook = createLookLimit(services);

  /** A selected phrase counts as itself; what must not be kept has no query here. */
  const intentOf = (
    storeId: string,
    { phrase, query, productId }: Pick<ShopperEvent, 'phrase' | 'query' | 'productId'>,
  ) => phrase ?? (query === null || query === '' ? null : intents.ofClick(storeId, query, productId));

  return async (sent, sender) => {
    const { storeId, isTrusted } = sender;
    const events = await findSearches(sent, storeId);
    const typedQueries = events.flatMap(({ typed }) => (typed === null ? [] : [typed]));
    const evidence = await findEvidence(isTrusted ? [] : typedQueries, sender);
    /** Queries whose answer is looked at once more. */
    const asked = new Set<string>();
    for (const event of events) {
      if (event.typed === null || thingOf(event) === null) continue;
      const isAsked = isTrusted
        ? event.phrase !== null && event.region === 'categories'
        : evidence.has(event.typed);
      if (isAsked) asked.add(event.typed);
    }
    const needsIndex = asked.size > 0 || events.some(({ phrase }) => phrase !== null);
    const loaded = autocomplete.isLoaded(storeId) ? null : index.load;
    if (needsIndex) await loaded?.(storeId);
    // A purchase or cart counts whether or not the typed query is known.
    else if (isTrusted && typedQueries.some((typed) => typed !== ''))
      await loaded?.(storeId).catch(() => null);
    const allowed = Array.from(asked).filter(mayLook(sender));
    const answers = await probe(autocomplete, storeId, allowed);
    return await autocomplete.inTurn(storeId, () =>
      events.map(({ typed, isNamed, ...event }) => {
        const thing = thingOf(event);
        const phraseKey = event.phrase === null ? null : autocomplete.suggestionKey(storeId, event.phrase);
        const ofEvent = typed === null ? null : (evidence.get(typed) ?? null);
        const isKnown = isTrusted && (thing?.group === 'products' || phraseKey !== null);
        const isShown =
          thing !== null &&
          typed !== null &&
          (isKnown || ((isTrusted || ofEvent !== null) && answers.get(typed)?.(thing) === true));
        const intent = isShown || isTrusted ? intentOf(storeId, event) : null;
        const isTyped = typed !== null && typed !== '';
        const isFromBox = isTrusted ? isNamed || isTyped : isShown;
        const search = isFromBox && isSale(event.type) ? searchOf(intent) : null;
        return {
          event: { ...event, phraseKey, intent, search, evidence: isShown ? ofEvent : null },
          isShown,
        };
      }),
    );
  };
}

/** Bounds how many answers are looked at for a sender: for a secret key by its store, for others by their network. */
function createLookLimit({ clock, config }: ClickJudgeParts): (sender: ClickSender) => () => boolean {
  const nowMs = () => clock.monotonicMs();
  const ofNetworks = createTokenBuckets(rateLimits.clickLooksPerNetwork, nowMs);
  const ofStores = createTokenBuckets(rateLimits.clickLooksPerStore, nowMs);
  return ({ storeId, address, isTrusted }) => {
    const name = isTrusted ? storeId : networkPrefix(address);
    const buckets = isTrusted ? ofStores : ofNetworks;
    return () => !config.rateLimit || buckets.take(name).allowed;
  };
}

/** Looks at the answers of queries. Keystrokes are answered between two looks; queries beyond the shared budget are absent. */
async function probe(
  autocomplete: ClickJudgeParts['autocomplete'],
  storeId: string,
  queries: readonly string[],
): Promise<Map<string, (thing: ShownThing) => boolean>> {
  const questions = createCheckBudget();
  const answers = new Map<string, (thing: ShownThing) => boolean>();
  for (const [place, query] of queries.entries()) {
    if (questions.left === 0) break;
    if (place > 0) await nextTurn();
    const answer = await autocomplete.inTurn(storeId, () =>
      autocomplete.shownFor({ storeId, query }, questions),
    );
    if (answer !== undefined) answers.set(query, answer);
  }
  return answers;
}

/** The search that meant a query, as analytics count it. */
function searchOf(intent: string | null): SaleSearch {
  return { query: intent === null ? null : searchText(intent) };
}

/** The thing of a click or cart; null for a purchase. */
function thingOf({
  type,
  productId,
  externalId,
  phrase,
  region,
}: Pick<ShopperEvent, 'type' | 'productId' | 'externalId' | 'phrase' | 'region'>): ShownThing | null {
  if (type === 'purchase') return null;
  if (productId !== null) return { group: 'products', name: productId };
  if (externalId !== null) return { group: 'products', externalId };
  if (phrase === null) return null;
  return { group: region === 'categories' ? 'categories' : 'suggestions', name: phrase };
}
