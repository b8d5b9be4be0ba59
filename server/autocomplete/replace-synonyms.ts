/** Replacing the synonyms of a store, or adding to them: one transaction, counted as a change of the store, so that every index follows. */
import type { Clock } from '../clock.ts';
import { passDamagedRow } from '../storage/damage.ts';
import type { StoreSynonyms } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { parseSynonyms, type SynonymInput } from './parse-synonyms.ts';

/** The whole set of one store, or one rule, as the merchant sent it. */
export interface SynonymsRequest {
  readonly storeId: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Replaces only synonyms that cannot be read. */
  readonly keepsReadable?: boolean;
}

/**
 * The synonyms as they are now. The same set again is no change. Rejects with `validation_failed` naming every fault;
 * then the set before stays. One that cannot be read is replaced, with `keepsReadable` no other.
 */
export async function replaceSynonyms(
  storage: Storage,
  { storeId, body, keepsReadable = false }: SynonymsRequest,
  clock: Clock,
): Promise<StoreSynonyms> {
  const input = parseSynonyms(body);
  return await storage.write(storeId, async (writer) => {
    const before = await writer.synonyms().catch(passDamagedRow);
    return keepsReadable && before !== null ? before : await write(writer, before, input, clock);
  });
}

/** Adds the rule that `body` is to those there are. As {@link replaceSynonyms}. */
export async function addSynonym(
  storage: Storage,
  { storeId, body }: SynonymsRequest,
  clock: Clock,
): Promise<StoreSynonyms> {
  return await storage.write(storeId, async (writer) => {
    const before = await writer.synonyms();
    const { rules, common } = before;
    const isKnown = rules.some((rule) => JSON.stringify(rule) === JSON.stringify(body));
    const input = parseSynonyms({ synonyms: isKnown ? rules : [...rules, body], common });
    return await write(writer, before, input, clock);
  });
}

/** `before` is null where they cannot be read. */
async function write(
  writer: StoreWriter,
  before: StoreSynonyms | null,
  { rules, common }: SynonymInput,
  clock: Clock,
): Promise<StoreSynonyms> {
  const isKnown = before !== null && before.updatedAt !== null;
  const same = before?.common === common && JSON.stringify(before.rules) === JSON.stringify(rules);
  if (isKnown && same) return before;
  const changeNumber = writer.store.changeNumber + 1;
  const synonyms = { rules, common, changeNumber, updatedAt: clock.nowMicros() };
  await writer.replaceSynonyms(synonyms);
  await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  return synonyms;
}
