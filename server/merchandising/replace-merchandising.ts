/** Replacing the merchandising of a store: one transaction, counted as a change of the store, so that every node follows. */
import type { Clock } from '../clock.ts';
import type { Actor } from '../storage/accounts.ts';
import type { StoreMerchandising } from '../storage/merchandising.ts';
import type { Storage } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import { parseMerchandising } from './parse-merchandising.ts';

/** All rules of one store, as the merchant sent them, and who asks: null for a key. */
export interface MerchandisingRequest {
  readonly storeId: string;
  readonly actor: Actor | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a replacement needs from outside. */
export interface MerchandisingEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * The rules as they are now. The same rules again are no change. Rejects with `validation_failed` naming every fault; then
 * the rules before stay.
 */
export async function replaceMerchandising(
  storage: Storage,
  { storeId, actor, body }: MerchandisingRequest,
  { clock, newId }: MerchandisingEnvironment,
): Promise<StoreMerchandising> {
  const rules = parseMerchandising(body, newId);
  return await storage.write(storeId, async (writer) => {
    const before = await writer.merchandising();
    if (before.updatedAt !== null && JSON.stringify(before.rules) === JSON.stringify(rules)) return before;
    const changeNumber = writer.store.changeNumber + 1;
    const set = { rules, changeNumber, updatedAt: clock.nowMicros() };
    await writer.replaceMerchandising(set);
    await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
    const details = { rules: { from: before.rules.length, to: rules.length } };
    const entry = { actor, action: 'merchandising.changed', subject: 'Merchandising', details };
    await writer.insertAuditEntry(createAuditEntry(clock, entry));
    return set;
  });
}
