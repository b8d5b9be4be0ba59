/** The changes of {@link EnrichmentChanges} on a database. Those of people leave an entry in the store's audit log. */
import { quote } from '../catalog/problem.ts';
import { isSameHash } from '../catalog/source-hash.ts';
import type { Clock } from '../clock.ts';
import { AppError, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { enrichmentJobOf } from '../jobs/enrichment-job.ts';
import type { EnrichmentSettings, PhraseRules, PhraseSet, QueueableProduct } from '../storage/enrichment.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { isUnedited, withoutBlocked } from './blocked-phrases.ts';
import type { EnrichmentHandlers, StoreOfQueue } from './changes.ts';
import { decideByPerson, type PhraseDecision, sameLists } from './decide-phrases.ts';
import {
  parseChoice,
  parseDecision,
  parseQueueChoice,
  parseQueueSettings,
  type QueueChoice,
} from './parse-enrichment.ts';
import { readBlocklist } from './phrase-rules/blocked-words.ts';
import { wordLanguage } from './phrase-rules/product-words.ts';
import { lifted } from './queue-hold.ts';
import {
  type ChosenProducts,
  countQueueable,
  type OutdatedPlace,
  type QueuedStretch,
  queueChosen,
  queueOutdated,
} from './queue-rest.ts';
import { beginSweep } from './sweep-phrases.ts';
import { noteChange, writeLive } from './write-answer.ts';

/** What changes need from outside. */
export interface ChangeEnvironment {
  readonly clock: Clock;
  /** By what phrases are written; null when no enrichment provider is configured. */
  readonly rules: PhraseRules | null;
  /**
   * Waits for the store's turn among all writes. Queuing takes one for each of its transactions; other changes are one
   * transaction, and run within a turn of their caller.
   */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** A handler for each change; it resolves when the change is durable. */
export function createEnrichmentChanges(
  storage: Storage,
  environment: ChangeEnvironment,
): EnrichmentHandlers {
  const { clock, inTurn } = environment;
  const record = async (
    writer: StoreWriter,
    { actor }: StoreOfQueue,
    action: string,
    subject: string,
    details: Readonly<Record<string, unknown>>,
  ) => {
    if (actor === null) return;
    await writer.insertAuditEntry({ id: newId(), at: clock.nowMicros(), actor, action, subject, details });
  };
  return {
    async changePhrases({ body, externalId, ...caller }) {
      const decision = parseDecision(body);
      return await storage.write(caller.storeId, async (writer) => {
        const place = { externalId, reviewedBy: caller.actor?.name ?? caller.keyName ?? null };
        const set = await changePhrases(writer, place, decision, environment);
        await record(writer, caller, 'phrases.changed', externalId, { state: set.state });
        return { warnings: await warningsOf(writer, decision) };
      });
    },
    async changeEnrichment({ body, ...caller }) {
      const changed = parseQueueSettings(body);
      return await storage.write(caller.storeId, async (writer) => {
        const before = await writer.enrichmentSettings();
        const { blocklist = before.blocklist } = changed;
        const blocklistChange = await changeBlocklist(writer, before, blocklist);
        // Whoever sets the queue wants to see what comes of it.
        const open = lifted(before, clock.nowMicros());
        await writer.saveEnrichmentSettings({ ...open, ...changed, blocklistChange });
        await writer.scheduleJob(enrichmentJobOf(writer.store.id));
        await beginSweep(writer, before.blocklist);
        await record(writer, caller, 'enrichment.changed', 'enrichment', differences(before, changed));
        return null;
      });
    },
    async retryEnrichment({ body, ...caller }) {
      const externalIds = parseChoice(body);
      return await storage.write(caller.storeId, async (writer) => {
        const known = externalIds === null ? null : await writer.existingProducts(externalIds);
        const ids = known === null ? null : [...known.values()].map(({ id }) => id);
        const unknownIds = [...new Set(externalIds ?? [])].filter((id) => known?.has(id) === false);
        const { hold } = await writer.enrichmentSettings();
        const count = await writer.retryEnrichments(ids);
        const heldUntil = (await goOn(writer, {}, clock)).hold?.until ?? 0;
        await record(writer, caller, 'enrichment.retried', 'enrichment', { products: count });
        const staysHeld = heldUntil > clock.nowMicros();
        return { count, unknownIds, wasHeld: hold !== null, heldUntil: staysHeld ? heldUntil : null };
      });
    },
    async queueEnrichment({ body = {}, ...caller }) {
      const choice = parseQueueChoice(body);
      const rules = neededRules(environment);
      const write: Write = (work) =>
        inTurn(caller.storeId, () => storage.write(caller.storeId, (writer) => work(writer)));
      const outdatedCount = choice.outdated ? await queueAllOutdated(write, rules, clock) : null;
      return await write(async (writer) => {
        const queued = await queueAllOr(writer, { ...choice, outdatedCount }, clock);
        await record(writer, caller, 'enrichment.queued', 'enrichment', { products: queued.count });
        return queued;
      });
    },
  };
}

/** A change of the store where it is another list, so that indexes follow; gives the number of the last such change. */
async function changeBlocklist(
  writer: StoreWriter,
  { blocklist: known, blocklistChange }: EnrichmentSettings,
  blocklist: readonly string[],
): Promise<number> {
  return JSON.stringify(known) === JSON.stringify(blocklist) ? blocklistChange : await noteChange(writer);
}

function neededRules({ rules }: ChangeEnvironment): PhraseRules {
  if (rules !== null) return rules;
  throw new AppError('conflict', 'No phrases are generated here: FORETYPE_ENRICHMENT_PROVIDER is off.');
}

/** Those that are named, those of other rules, which are queued already, or all without phrases. */
async function queueAllOr(
  writer: StoreWriter,
  {
    externalIds,
    outdatedCount,
  }: Pick<QueueChoice, 'externalIds'> & { readonly outdatedCount: number | null },
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

/** A stretch after the other, so that no other write waits for all of them; gives how many. */
async function queueAllOutdated(write: Write, rules: PhraseRules, clock: Clock): Promise<number> {
  let [count, after]: [number, string | null] = [0, ''];
  while (after !== null) {
    const place: OutdatedPlace = { after, rules };
    const stretch: QueuedStretch = await write((writer) => queueOutdated(writer, place, clock));
    [count, after] = [count + stretch.count, stretch.scannedTo];
  }
  return count;
}

async function goOn(
  writer: StoreWriter,
  changed: Partial<EnrichmentSettings>,
  clock: Clock,
): Promise<EnrichmentSettings> {
  const settings = { ...lifted(await writer.enrichmentSettings(), clock.nowMicros()), ...changed };
  await writer.saveEnrichmentSettings(settings);
  await writer.scheduleJob(enrichmentJobOf(writer.store.id));
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

/** A person's words are kept, whatever they hold; but what is blocked is not suggested. */
async function warningsOf(
  writer: StoreWriter,
  { suggestionPhrases = [], searchPhrases = [], type = null }: PhraseDecision,
): Promise<readonly string[]> {
  const { blocklist } = await writer.enrichmentSettings();
  const blocks = readBlocklist(blocklist, wordLanguage(writer.store.locale).stem);
  const names = type === null ? [] : [type.name, ...type.otherNames];
  return [...suggestionPhrases, ...searchPhrases, ...names]
    .filter(blocks)
    .map(
      (phrase) => `The phrase ${quote(phrase)} holds what the store blocks: it is kept, and not suggested.`,
    );
}

async function changePhrases(
  writer: StoreWriter,
  { externalId, reviewedBy }: { readonly externalId: string; readonly reviewedBy: string | null },
  decision: PhraseDecision,
  { clock, rules }: ChangeEnvironment,
): Promise<PhraseSet> {
  const product = await writer.product(externalId);
  const queueable = await writer.queueableProduct(externalId);
  if (product === null || queueable === null) throw notFound('product');
  const before = (await writer.phraseSets([product.id])).get(product.id) ?? null;
  const review = { reviewedAt: clock.nowMicros(), reviewedBy };
  const { live: decided, set } = decideByPerson(
    { productId: product.id, live: product, set: before },
    decision,
    review,
  );
  await writer.writePhraseSets([set]);
  const { blocklist } = await writer.enrichmentSettings();
  // What was generated before a word was blocked may come back by a decision.
  const blocks = readBlocklist(blocklist, wordLanguage(writer.store.locale).stem);
  const live = isUnedited(set) ? (withoutBlocked(decided, blocks) ?? decided) : decided;
  if (!sameLists(live, product)) {
    await writeLive(writer, [{ productId: product.id, sourceHash: null, ...live }]);
  }
  const isLocked = set.state === 'locked';
  if (isLocked !== queueable.isLocked) await writer.setPhrasesLocked(product.id, isLocked);
  // What is under way for it comes to nothing: nobody wants phrases of the product as it is.
  if (isLocked || set.state === 'rejected') await writer.deleteEnrichment(product.id);
  else if ((queueable.isLocked || before?.state === 'rejected') && rules !== null) {
    await queueUnlocked(writer, queueable, set, clock);
  }
  return set;
}

/** What changed while it was locked or refused has phrases written for it now, if the plan has room. */
async function queueUnlocked(
  writer: StoreWriter,
  { id: productId, sourceHash, countsAsEnriched }: QueueableProduct,
  set: PhraseSet,
  clock: Clock,
): Promise<void> {
  if (set.sourceHash !== null && isSameHash(set.sourceHash, sourceHash)) return;
  if (!countsAsEnriched) {
    if (countQueueable(writer.store) === 0) return;
    await writer.countAsEnriched([productId]);
  }
  await writer.enqueueEnrichments([{ productId, sourceHash, createdAt: clock.nowMicros() }]);
  await writer.scheduleJob(enrichmentJobOf(writer.store.id));
}
