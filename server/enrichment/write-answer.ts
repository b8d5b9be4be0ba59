/**
 * Writes the result of a request within the caller's transaction. A job is deleted only if it still has the hash it was claimed with,
 * and phrases are written only for the hash they were made for: a product that changed meanwhile waits for its next turn. It calls no
 * generator and checks no phrase: output rules came before. Costs are millionths of a US dollar, times microseconds. A product without
 * usable phrases is put off with its fault; errors of the database reject, and nothing of the answer is stored.
 */
// Tests: test/api/outdated-phrases.test.ts.
import type { Clock } from '../clock.ts';
import { describeDamage } from '../storage/damage/damage.ts';
import type {
  DueEnrichment,
  EnrichmentUsage,
  PhraseOrigin,
  PhraseSet,
  PhraseWrite,
} from '../storage/enrichment/tables.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { type DecidedPhrases, decideByGenerator } from './decide-phrases.ts';
import type { CheckedAnswer } from './generate-checked.ts';
import type { GeneratorError, GeneratorErrorKind, PhraseGenerator } from './phrase-generator.ts';
import { nextAttempt } from './queue-hold.ts';
import { followDecisions } from './review/follow-decisions.ts';
import { dayOf } from './usage-days.ts';

/** The description of a generator. */
export type GeneratorOutline = Omit<PhraseGenerator, 'generate'>;

/** The cost of a request. */
export interface RequestCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

/** A finished request. */
export interface EndedRequest {
  readonly products: readonly DueEnrichment[];
  readonly generator: GeneratorOutline;
  readonly cost: RequestCost;
}

/** Stores the phrases, deletes their jobs and postpones the others. Returns whether something changed that shoppers see. */
export async function writeAnswer(
  writer: StoreWriter,
  request: EndedRequest,
  answer: CheckedAnswer,
  clock: Clock,
): Promise<boolean> {
  const { phrases, faults } = answer;
  const done = request.products.filter(({ product }) => phrases.has(product.id));
  const taken = await writer.enrichment.take(done.map(nameOf));
  const ours = done.filter(({ product }) => taken.has(product.id));
  const { storedCount, isChanged } = await writeTaken(writer, ours, request, answer, clock);
  const without = request.products.filter(({ product }) => faults.has(product.id));
  for (const due of without) {
    await putOff(writer, [due], 'unusable', faults.get(due.product.id) ?? '');
  }
  await addUsage(writer, request, { products: storedCount, failed: without.length }, clock);
  return isChanged;
}

async function writeTaken(
  writer: StoreWriter,
  taken: readonly DueEnrichment[],
  { generator }: EndedRequest,
  { phrases, dropped: droppedById }: CheckedAnswer,
  clock: Clock,
): Promise<{ readonly storedCount: number; readonly isChanged: boolean }> {
  const known = await writer.phrases.sets(taken.map(({ product }) => product.id));
  const generatedAt = clock.nowMicros();
  const proposed: PhraseSet[] = [];
  const live: DecidedPhrases[] = [];
  for (const { product, sourceHash } of taken) {
    const generated = phrases.get(product.id);
    const set = known.get(product.id) ?? null;
    if (generated === undefined || set?.state === 'locked') continue;
    const { name, model, promptVersion } = generator;
    const dropped = droppedById.get(product.id) ?? [];
    const origin: PhraseOrigin = { generator: name, model, promptVersion, generatedAt, sourceHash, dropped };
    const decided = decideByGenerator({ productId: product.id, set }, generated, origin);
    if (decided.live === null) proposed.push(decided.set);
    else live.push({ live: decided.live, set: decided.set });
  }
  const sources = new Map(taken.map(({ product }) => [product.id, product]));
  const reviewed = await followDecisions(writer, live, sources);
  const sets = [...proposed, ...reviewed.map(({ set }) => set)];
  const writes = reviewed.map(({ live: lists, set: { productId, sourceHash } }) => ({
    productId,
    sourceHash,
    ...lists,
  }));
  const written = await writeLive(writer, writes);
  const lost = new Set(writes.flatMap(({ productId }) => (written.has(productId) ? [] : [productId])));
  const stored = sets.filter(({ productId }) => !lost.has(productId));
  await writer.phrases.writeSets(stored);
  // Changed without a job of its own, since the plan was full: the one that it had goes on.
  const again = taken.filter(({ product }) => lost.has(product.id));
  await writer.enrichment.enqueue(again.map((due) => ({ ...nameOf(due), createdAt: generatedAt })));
  return { storedCount: stored.length, isChanged: written.size > 0 };
}

/** Writes live phrases; returns the ids of the written products. */
export async function writeLive(writer: StoreWriter, writes: readonly PhraseWrite[]): Promise<Set<string>> {
  if (writes.length === 0) return new Set();
  const written = await writer.phrases.write(writes, writer.store.changeNumber + 1);
  if (written.size > 0) await noteChange(writer);
  return written;
}

/** Counts the write as the next change of the store, which indexes follow; returns the change number. */
export async function noteChange(writer: StoreWriter): Promise<number> {
  const before = writer.store.changeNumber;
  const changeNumber = before + 1;
  await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  // Phrases are none of a feed's matters: its document is known as well as before.
  await writer.feeds.carryCaughtUp(before, changeNumber);
  return changeNumber;
}

/** Postpones the products or gives them up, depending on the failure and the number of attempts. */
export async function writeFailure(
  writer: StoreWriter,
  request: EndedRequest,
  error: Pick<GeneratorError, 'kind' | 'message'>,
  clock: Clock,
): Promise<void> {
  const failed = await putOff(writer, request.products, error.kind, error.message);
  await addUsage(writer, request, { products: 0, failed }, clock);
}

/** Gives up products that cannot be read, with the reason, until they are written again or a call retries them. */
export async function giveUpDamaged(writer: StoreWriter, products: readonly DueEnrichment[]): Promise<void> {
  const jobs = products.flatMap((due) => {
    if (due.damage === null) return [];
    const error = `The product cannot be read (${describeDamage(due.damage)}). Write it again.`;
    const given = { state: 'failed' as const, attempts: due.attempts + 1, delayMs: 0, errorCode: 'damaged' };
    return [{ ...nameOf(due), ...given, error }];
  });
  await writer.enrichment.putOff(jobs);
}

/** Gives how many had an attempt of theirs counted. */
async function putOff(
  writer: StoreWriter,
  products: readonly DueEnrichment[],
  kind: GeneratorErrorKind,
  error: string,
): Promise<number> {
  const jobs = products.flatMap((due) => {
    const next = nextAttempt(kind, due.attempts, due.product.id);
    return next === null ? [] : [{ ...nameOf(due), ...next, error, errorCode: kind }];
  });
  await writer.enrichment.putOff(jobs);
  return jobs.length;
}

async function addUsage(
  writer: StoreWriter,
  { generator, cost }: EndedRequest,
  counts: Pick<EnrichmentUsage, 'products' | 'failed'>,
  clock: Clock,
): Promise<void> {
  await writer.enrichment.addUsage({
    ...{ day: dayOf(clock.nowMicros()), generator: [generator.name, generator.model ?? ''].join(' ').trim() },
    ...{ requests: 1, ...counts, ...cost },
  });
}

function nameOf({ product, jobHash }: DueEnrichment) {
  return { productId: product.id, sourceHash: jobHash };
}
