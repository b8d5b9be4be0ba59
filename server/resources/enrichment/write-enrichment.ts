/**
 * The operations that change phrases and the queue, done in the pipeline thread. A change that a person makes writes an entry of the
 * store's audit log. They never call a provider themselves. An unknown product is `not_found`, a call without a configured provider
 * `conflict`; unknown ids of a list are returned, not refused. Money is millionths of a US dollar inside.
 */
// Tests: test/storage/enrichment.test.ts, test/api/enrichment.test.ts.
import type { enrichmentOperations } from '../../../contract/enrichment.ts';
import { pluralOf } from '../../../contract/plural.ts';
import { quote } from '../../catalog/problem.ts';
import { isSameHash } from '../../catalog/source-hash.ts';
import { type Clock, formatTimestamp } from '../../clock.ts';
import { isUnedited, withoutBlocked } from '../../enrichment/blocked-phrases.ts';
import { decideByPerson, type PhraseDecision, sameLists } from '../../enrichment/decide-phrases.ts';
import { readBlocklist } from '../../enrichment/phrase-rules/blocked-words.ts';
import { wordLanguage } from '../../enrichment/phrase-rules/product-words.ts';
import { withoutHold } from '../../enrichment/queue-hold.ts';
import {
  type ChosenProducts,
  countQueueable,
  type OutdatedPlace,
  type QueuedRange,
  queueChosen,
  queueOutdated,
} from '../../enrichment/queue-rest.ts';
import { followDecisions } from '../../enrichment/review/follow-decisions.ts';
import { beginSweep } from '../../enrichment/sweep-phrases.ts';
import { noteChange, writeLive } from '../../enrichment/write-answer.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { enrichmentJobOf } from '../../jobs/enrichment-job.ts';
import { pathExternalId } from '../../operations/external-ids.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import type {
  EnrichmentSettings,
  PhraseRules,
  PhraseSet,
  QueueableProduct,
} from '../../storage/enrichment/tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { decisionOf } from './parse-enrichment.ts';

/** The parts from outside that changes need. */
export interface EnrichmentDependencies {
  readonly clock: Clock;
  /** The rules that write phrases; null when no enrichment provider is configured. */
  readonly rules: PhraseRules | null;
  /**
   * Waits for the store's turn among all writes. Queuing takes one for each of its transactions; other changes are one
   * transaction, and run within a turn of their caller.
   */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** Operations that take their turns to write by themselves: they queue a catalog in parts. */
export const ownTurnEnrichmentWrites = ['queueEnrichment'] as const;

/** A handler for each operation. It resolves when the change is durable. */
export function enrichmentWrites(
  storage: Storage,
  dependencies: EnrichmentDependencies,
): OperationHandlers<typeof enrichmentOperations, 'pipeline'> {
  const { clock } = dependencies;
  return {
    async changePhrases(call) {
      const { storeId, actor, callerName: reviewedBy } = call;
      const externalId = pathExternalId(call);
      const decision = decisionOf(call.body);
      return await storage.write(storeId, async (writer) => {
        const set = await decide(writer, { externalId, reviewedBy }, decision, dependencies);
        const change = { actor, action: 'phrases.changed', subject: externalId };
        await record(writer, { ...change, details: { state: set.state } }, clock);
        const warnings = await warningsOf(writer, decision);
        return { message: 'The phrases of the product have been changed.', warnings };
      });
    },
    async changeEnrichment({ storeId, actor, body }) {
      const { paused, monthly_budget_usd: budget, blocklist } = body;
      const changed = {
        ...(paused !== undefined && { paused }),
        ...(budget !== undefined && { monthlyBudgetMicros: budget === null ? null : microsOf(budget) }),
        ...(blocklist !== undefined && { blocklist }),
      };
      return await storage.write(storeId, async (writer) => {
        const before = await writer.enrichment.settings();
        const blocklistChange = await changeBlocklist(writer, before, blocklist ?? before.blocklist);
        // A person who changes the settings wants to see the effect: a hold ends.
        const open = withoutHold(before, clock.nowMicros());
        await writer.enrichment.saveSettings({ ...open, ...changed, blocklistChange });
        await writer.jobs.schedule(enrichmentJobOf(writer.store.id));
        await beginSweep(writer, before.blocklist);
        const details = differences(before, changed);
        await record(writer, { ...ofQueue, actor, action: 'enrichment.changed', details }, clock);
        return { message: 'The queue has been changed.' };
      });
    },
    async retryEnrichment({ storeId, actor, body }) {
      const externalIds = body.external_ids ?? null;
      const retried = await retryProducts(storage, { storeId, actor, externalIds }, clock);
      return presentChosen(retried, `queued again.${describeHold(retried)}`);
    },
    async queueEnrichment({ storeId, actor, body }) {
      const { external_ids: externalIds = null, outdated } = body;
      if (outdated && externalIds !== null) {
        const message = 'Name products in "external_ids" or set "outdated" to true, not both.';
        throw validationFailed([{ path: '/outdated', code: 'outdated_invalid', message }]);
      }
      const queued = await queueProducts(storage, { storeId, actor, externalIds, outdated }, dependencies);
      return presentChosen(queued, 'being queued.');
    },
  };
}

/** Products of a store, chosen by a person or a key. */
interface Choice {
  readonly storeId: string;
  readonly actor: Actor | null;
  /** Null: all. */
  readonly externalIds: readonly string[] | null;
}

/** Products that are tried again. */
interface Retried extends ChosenProducts {
  readonly wasHeld: boolean;
  /** The time until which the queue stays held all the same; null if it is not held. */
  readonly heldUntil: number | null;
}

/** Tries failed products again. */
export async function retryProducts(
  storage: Storage,
  { storeId, actor, externalIds }: Choice,
  clock: Clock,
): Promise<Retried> {
  return await storage.write(storeId, async (writer) => {
    const known = externalIds === null ? null : await writer.products.existing(externalIds);
    const ids = known === null ? null : [...known.values()].map(({ id }) => id);
    const unknownIds = [...new Set(externalIds ?? [])].filter((id) => known?.has(id) === false);
    const { hold } = await writer.enrichment.settings();
    const count = await writer.enrichment.retry(ids);
    const heldUntil = (await goOn(writer, {}, clock)).hold?.until ?? 0;
    const details = { products: count };
    await record(writer, { ...ofQueue, actor, action: 'enrichment.retried', details }, clock);
    const staysHeld = heldUntil > clock.nowMicros();
    return { count, unknownIds, wasHeld: hold !== null, heldUntil: staysHeld ? heldUntil : null };
  });
}

/**
 * Queues products: all that never were and fit the plan, those that are named, even if they have phrases, or those whose
 * phrases other rules wrote (`outdated`). The count of all that never were is an estimate. Rejects with `conflict` if no
 * provider is configured.
 */
export async function queueProducts(
  storage: Storage,
  { storeId, actor, externalIds, outdated }: Choice & { readonly outdated: boolean },
  { clock, rules, inTurn }: EnrichmentDependencies,
): Promise<ChosenProducts> {
  if (rules === null) {
    throw new AppError('conflict', 'No phrases are generated here: FORETYPE_ENRICHMENT_PROVIDER is off.');
  }
  const write: Write = (work) => inTurn(storeId, () => storage.write(storeId, (writer) => work(writer)));
  const outdatedCount = outdated ? await queueAllOutdated(write, rules, clock) : null;
  return await write(async (writer) => {
    const queued = await queueAllOr(writer, { externalIds, outdatedCount }, clock);
    const details = { products: queued.count };
    await record(writer, { ...ofQueue, actor, action: 'enrichment.queued', details }, clock);
    return queued;
  });
}

const ofQueue = { subject: 'enrichment' };

/** Records a change in the audit log, if a person made it: programs change phrases product by product. */
async function record(writer: StoreWriter, entry: Recorded, clock: Clock): Promise<void> {
  if (entry.actor !== null && entry.actor.email !== null)
    await writer.audit.insert(createAuditEntry(clock, entry));
}

type Recorded = Parameters<typeof createAuditEntry>[1];

function microsOf(usd: string | number): number {
  return Math.round(Number(usd) * 1_000_000);
}

function describeHold({ wasHeld, heldUntil }: Retried): string {
  if (heldUntil === null) return wasHeld ? ' The queue was held and goes on.' : '';
  const until = formatTimestamp(heldUntil);
  return ` The queue stays held, since the request that was allowed last failed too: the provider is asked again at ${until}.`;
}

function presentChosen({ count, unknownIds }: ChosenProducts, done: string) {
  const message = `${count} ${pluralOf(count, 'product')} ${count === 1 ? 'is' : 'are'} ${done}`;
  const unknown = unknownIds.length === 0 ? '' : ` Unknown: ${unknownIds.map(quote).join(', ')}.`;
  return { message: `${message}${unknown}`, queued_rows: count, unknown_ids: unknownIds };
}

/** A new list counts as a change of the store, so that indexes follow. Returns the number of the last such change. */
async function changeBlocklist(
  writer: StoreWriter,
  { blocklist: known, blocklistChange }: EnrichmentSettings,
  blocklist: readonly string[],
): Promise<number> {
  return JSON.stringify(known) === JSON.stringify(blocklist) ? blocklistChange : await noteChange(writer);
}

/** Queues named products, or all without phrases. Outdated ones are queued already. */
async function queueAllOr(
  writer: StoreWriter,
  { externalIds, outdatedCount }: Pick<Choice, 'externalIds'> & { readonly outdatedCount: number | null },
  clock: Clock,
): Promise<ChosenProducts> {
  const count = outdatedCount ?? countQueueable(writer.store);
  const queued =
    externalIds === null ? { count, unknownIds: [] } : await queueChosen(writer, externalIds, clock);
  const isAll = externalIds === null && outdatedCount === null;
  await goOn(writer, isAll ? { queueAfter: '' } : {}, clock);
  return queued;
}

type Write = <Result>(work: (writer: StoreWriter) => Promise<Result>) => Promise<Result>;

/** Queues one stretch after the other, so that no other write waits for all of them. Returns how many were queued. */
async function queueAllOutdated(write: Write, rules: PhraseRules, clock: Clock): Promise<number> {
  let [count, after]: [number, string | null] = [0, ''];
  while (after !== null) {
    const place: OutdatedPlace = { after, rules };
    const stretch: QueuedRange = await write((writer) => queueOutdated(writer, place, clock));
    [count, after] = [count + stretch.count, stretch.scannedTo];
  }
  return count;
}

async function goOn(
  writer: StoreWriter,
  changed: Partial<EnrichmentSettings>,
  clock: Clock,
): Promise<EnrichmentSettings> {
  const settings = { ...withoutHold(await writer.enrichment.settings(), clock.nowMicros()), ...changed };
  await writer.enrichment.saveSettings(settings);
  await writer.jobs.schedule(enrichmentJobOf(writer.store.id));
  return settings;
}

function differences(
  before: EnrichmentSettings,
  changed: Partial<EnrichmentSettings>,
): Readonly<Record<string, unknown>> {
  const names = ['paused', 'monthlyBudgetMicros', 'blocklist'] as const;
  const pairs = names.flatMap((name) => {
    const to = changed[name];
    return to === undefined || JSON.stringify(to) === JSON.stringify(before[name])
      ? []
      : [[wireNames[name], { from: before[name], to }] as const];
  });
  return Object.fromEntries(pairs);
}

const wireNames = {
  paused: 'paused',
  monthlyBudgetMicros: 'monthly_budget_usd_millionths',
  blocklist: 'blocklist',
} as const;

/** A person's words are always kept, but what is blocked is not suggested. */
async function warningsOf(
  writer: StoreWriter,
  { suggestionPhrases = [], searchPhrases = [], type = null }: PhraseDecision,
): Promise<readonly string[]> {
  const { blocklist } = await writer.enrichment.settings();
  const blocks = readBlocklist(blocklist, wordLanguage(writer.store.locale).stem);
  const names = type === null ? [] : [type.name, ...type.otherNames];
  return [...suggestionPhrases, ...searchPhrases, ...names]
    .filter(blocks)
    .map(
      (phrase) => `The phrase ${quote(phrase)} holds what the store blocks: it is kept, and not suggested.`,
    );
}

async function decide(
  writer: StoreWriter,
  { externalId, reviewedBy }: { readonly externalId: string; readonly reviewedBy: string | null },
  decision: PhraseDecision,
  { clock, rules }: EnrichmentDependencies,
): Promise<PhraseSet> {
  const product = await writer.products.find(externalId);
  const queueable = await writer.enrichment.queueable(externalId);
  if (product === null || queueable === null) throw notFound('product');
  const before = (await writer.phrases.sets([product.id])).get(product.id) ?? null;
  const review = { reviewedAt: clock.nowMicros(), reviewedBy };
  const { live: decided, set: known } = decideByPerson(
    { productId: product.id, live: product, set: before },
    decision,
    review,
  );
  const { blocklist } = await writer.enrichment.settings();
  // A decision may restore what was generated before a word was blocked.
  const blocks = readBlocklist(blocklist, wordLanguage(writer.store.locale).stem);
  const unblocked = isUnedited(known) ? (withoutBlocked(decided, blocks) ?? decided) : decided;
  // A product without a decision of its own follows the standing decisions again.
  const [{ live, set } = { live: unblocked, set: known }] = await followDecisions(writer, [
    { live: unblocked, set: known },
  ]);
  await writer.phrases.writeSets([set]);
  if (!sameLists(live, product)) {
    await writeLive(writer, [{ productId: product.id, sourceHash: null, ...live }]);
  }
  const isLocked = set.state === 'locked';
  if (isLocked !== queueable.isLocked) await writer.phrases.setLocked(product.id, isLocked);
  // A request that is under way for it is not used.
  if (isLocked || set.state === 'rejected') await writer.enrichment.delete(product.id);
  else if ((queueable.isLocked || before?.state === 'rejected') && rules !== null) {
    await queueUnlocked(writer, queueable, set, clock);
  }
  return set;
}

/** Queues a product that changed while it was locked or refused, if the plan has room. */
async function queueUnlocked(
  writer: StoreWriter,
  { id: productId, sourceHash, countsAsEnriched }: QueueableProduct,
  set: PhraseSet,
  clock: Clock,
): Promise<void> {
  if (set.sourceHash !== null && isSameHash(set.sourceHash, sourceHash)) return;
  if (!countsAsEnriched) {
    if (countQueueable(writer.store) === 0) return;
    await writer.enrichment.countProducts([productId]);
  }
  await writer.enrichment.enqueue([{ productId, sourceHash, createdAt: clock.nowMicros() }]);
  await writer.jobs.schedule(enrichmentJobOf(writer.store.id));
}
