/**
 * Replacing the merchandising of a store, or one rule of it: one transaction, counted as a change of the store, so that
 * every node follows. Whoever names what they had read changes nothing that somebody else changed since.
 */
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../contract/limits.ts';
import { type MerchandisingRule, ruleDeleted } from '../../contract/words/merchandising.ts';
import { type Clock, formatTimestamp } from '../clock.ts';
import { AppError, validationFailed } from '../errors.ts';
import type { Actor } from '../storage/accounts.ts';
import { passDamagedRow } from '../storage/damage.ts';
import type { StoreMerchandising } from '../storage/merchandising.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import { parseMerchandising } from './parse-merchandising.ts';

/** What a merchant sent for one store, and who asks: null for a key. */
export interface MerchandisingRequest {
  readonly storeId: string;
  readonly actor: Actor | null;
  readonly body: Readonly<Record<string, unknown>>;
  /** Replaces only rules that cannot be read. */
  readonly keepsReadable?: boolean;
}

/** What a replacement needs from outside. */
export interface MerchandisingEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * The rules as they are now. The same rules again are no change. Rejects with `validation_failed` naming every fault, and
 * with `conflict` where the body has an `updated_at` that is no longer true; then the rules before stay. Rules that cannot
 * be read are replaced, but not by a body with `updated_at`: whether they changed since is not known. With `keepsReadable`
 * no others are: they stay as they are.
 */
export async function replaceMerchandising(
  storage: Storage,
  { storeId, actor, body, keepsReadable = false }: MerchandisingRequest,
  { clock, newId }: MerchandisingEnvironment,
): Promise<StoreMerchandising> {
  const { rules, seenAt } = parseMerchandising(body, newId);
  return await storage.write(storeId, async (writer) => {
    const known = writer.merchandising();
    const before = await (seenAt === undefined ? known.catch(passDamagedRow) : known);
    if (before === null) return await write(writer, { before, rules, actor }, clock);
    if (keepsReadable) return before;
    if (before.updatedAt !== null && isDeepStrictEqual(before.rules, rules)) return before;
    if (seenAt !== undefined && seenAt !== before.updatedAt) throw rulesChanged(before.updatedAt, seenAt);
    return await write(writer, { before, rules, actor }, clock);
  });
}

function rulesChanged(updatedAt: number | null, seenAt: number | null): AppError {
  const describe = (at: number | null) =>
    at === null ? 'never changed' : `changed at ${formatTimestamp(at)}`;
  const message = `The rules were ${describe(updatedAt)}, and not ${describe(seenAt)} as "updated_at" says. Read them again, or send them without "updated_at".`;
  return new AppError('conflict', message);
}

/**
 * One rule is put where another was, `{ "before", "after" }`: no `before` adds, no `after` removes, and all other rules
 * stay as they are. Rejects with `conflict` where `before` is not what is there.
 */
export async function changeRule(
  storage: Storage,
  { storeId, actor, body }: MerchandisingRequest,
  { clock, newId }: MerchandisingEnvironment,
): Promise<StoreMerchandising> {
  const { before: seen = null, after = null } = body;
  const [rule] = after === null ? [] : parseMerchandising({ rules: [after] }, newId).rules;
  return await storage.write(storeId, async (writer) => {
    const before = await writer.merchandising();
    const rules = [...before.rules];
    const place = seen === null ? rules.length : rules.findIndex((known) => isDeepStrictEqual(known, seen));
    if (place < 0) throw ruleChanged(rules, seen);
    rules.splice(place, 1, ...(rule === undefined ? [] : [rule]));
    checkTogether(rules, rule);
    if (isDeepStrictEqual(before.rules, rules)) return before;
    return await write(writer, { before, rules, actor }, clock);
  });
}

function ruleChanged(rules: readonly MerchandisingRule[], seen: unknown): AppError {
  const isThere =
    typeof seen === 'object' && seen !== null && rules.some(({ id }) => 'id' in seen && id === seen.id);
  if (isThere) {
    return new AppError('conflict', 'Somebody has changed this rule since you opened it. Reload it first.');
  }
  const message = 'Somebody has deleted this rule since you opened it.';
  return new AppError('conflict', message, { errors: [{ path: '/before', code: ruleDeleted, message }] });
}

/** What no rule shows alone. */
function checkTogether(rules: readonly MerchandisingRule[], changed: MerchandisingRule | undefined): void {
  if (rules.length > limits.merchandisingRules) {
    const message = `A store takes at most ${limits.merchandisingRules} rules.`;
    throw validationFailed([{ path: '/rules', code: 'rules_too_many', message }]);
  }
  if (rules.filter(({ id }) => id === changed?.id).length > 1) {
    const message = 'Another rule of the store has this id.';
    throw validationFailed([{ path: '/rules/0/id', code: 'id_repeated', message }]);
  }
}

interface Replacement {
  /** Null where they cannot be read. */
  readonly before: StoreMerchandising | null;
  readonly rules: readonly MerchandisingRule[];
  readonly actor: Actor | null;
}

async function write(
  writer: StoreWriter,
  { before, rules, actor }: Replacement,
  clock: Clock,
): Promise<StoreMerchandising> {
  const changeNumber = writer.store.changeNumber + 1;
  const set = { rules, changeNumber, updatedAt: clock.nowMicros() };
  await writer.replaceMerchandising(set);
  await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  const details = { rules: { from: before?.rules.length ?? null, to: rules.length } };
  const entry = { actor, action: 'merchandising.changed', subject: 'Merchandising', details };
  await writer.insertAuditEntry(createAuditEntry(clock, entry));
  return set;
}
