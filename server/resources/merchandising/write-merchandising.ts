/**
 * The operations that change merchandising, done in the pipeline thread. Each writes an entry of the store's audit log, and counts as
 * a change of the store, so that every node follows. A store has at most 500 rules; rules that changed since the caller read them are
 * `conflict`. They look up no product.
 */
// Tests: test/api/merchandising.test.ts.
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../../contract/limits.ts';
import type { merchandisingOperations } from '../../../contract/merchandising.ts';
import type { rankingOperations } from '../../../contract/ranking.ts';
import {
  type MerchandisingRule,
  type RuleInput,
  ruleDeleted,
} from '../../../contract/words/merchandising.ts';
import { quote } from '../../catalog/problem.ts';
import { type Clock, formatTimestamp } from '../../clock.ts';
import { AppError, validationFailed } from '../../errors.ts';
import type { HandlerOf, OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import { passDamagedRow } from '../../storage/damage/damage.ts';
import type { StoreMerchandising } from '../../storage/merchandising/tables.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { rankingWrites } from './ranking-settings.ts';

/** The parts from outside that changes of rules need. */
export interface MerchandisingDependencies {
  readonly clock: Clock;
  readonly newId: () => string;
}

type Call<Name extends keyof typeof merchandisingOperations> = Parameters<
  HandlerOf<(typeof merchandisingOperations)[Name]>
>[0];

/** A handler for each operation. It resolves when the change is durable. The same rules again are no change. */
export function merchandisingWrites(
  storage: Storage,
  dependencies: MerchandisingDependencies,
): OperationHandlers<typeof merchandisingOperations & typeof rankingOperations, 'pipeline'> {
  return {
    ...rankingWrites(storage, dependencies.clock),
    async replaceMerchandising(call) {
      await replace(storage, call, dependencies);
      return call.caller === 'member' ? {} : { message: 'The rules have been replaced.' };
    },
  };
}

/** Gives an id to each rule without one. */
export function withIds(rules: readonly RuleInput[], newId: () => string): MerchandisingRule[] {
  return rules.map((rule) => ({ id: newId(), ...rule }));
}

/**
 * Rules that cannot be read are replaced, unless the body has `updated_at`: whether they have changed since is not known. A
 * member of the store replaces no others.
 */
async function replace(
  storage: Storage,
  { storeId, actor, caller, body }: Call<'replaceMerchandising'>,
  { clock, newId }: MerchandisingDependencies,
): Promise<void> {
  const rules = withIds(body.rules, newId);
  const { updated_at: seen } = body;
  await storage.write(storeId, async (writer) => {
    const known = writer.merchandising.read();
    const before = await (seen === undefined ? known.catch(passDamagedRow) : known);
    if (before === null) return await write(writer, { before, rules, actor }, clock);
    if (caller === 'member') return;
    const { updatedAt } = before;
    if (updatedAt !== null && isDeepStrictEqual(before.rules, rules)) return;
    const changed = updatedAt === null ? null : formatTimestamp(updatedAt);
    if (seen !== undefined && seen !== changed) throw rulesChanged(changed, seen);
    await write(writer, { before, rules, actor }, clock);
  });
}

function rulesChanged(updatedAt: string | null, seen: string | null): AppError {
  const describe = (at: string | null) => (at === null ? 'never changed' : `changed at ${at}`);
  const message = `The rules were ${describe(updatedAt)}, and not ${describe(seen)} as "updated_at" says. Read them again, or send them without "updated_at".`;
  return new AppError('conflict', message);
}

/** The replacement of one rule, or null for none: a new rule, or a rule that is deleted. */
export interface RuleChange {
  readonly before: MerchandisingRule | null;
  readonly after: RuleInput | null;
  /** The place of a new rule, counted from 0; null for the end. */
  readonly place: number | null;
}

/**
 * Replaces one rule, and leaves all others as they are. Returns the change that undoes it. Rejects with `conflict` if `before` is not
 * there any more, and with `validation_failed` if the store has too many rules.
 */
export async function changeRule(
  writer: StoreWriter,
  { before: seen, after, place: wanted }: RuleChange,
  actor: Actor | null,
  { clock, newId }: MerchandisingDependencies,
): Promise<RuleChange> {
  const [rule = null] = after === null ? [] : withIds([after], newId);
  const before = await writer.merchandising.read();
  const rules = [...before.rules];
  const found = seen === null ? -1 : rules.findIndex((known) => isDeepStrictEqual(known, seen));
  if (seen !== null && found < 0) throw ruleChanged(rules, seen);
  const place = seen === null ? Math.min(wanted ?? rules.length, rules.length) : found;
  rules.splice(place, seen === null ? 0 : 1, ...(rule === null ? [] : [rule]));
  checkTogether(rules, rule);
  if (!isDeepStrictEqual(before.rules, rules)) await write(writer, { before, rules, actor }, clock);
  return { before: rule, after: seen, place };
}

function ruleChanged(rules: readonly MerchandisingRule[], seen: unknown): AppError {
  const isThere =
    typeof seen === 'object' && seen !== null && rules.some(({ id }) => 'id' in seen && id === seen.id);
  if (isThere) {
    return new AppError('conflict', 'Somebody has changed this rule since you opened it. Reload it first.');
  }
  const message = 'Somebody has deleted this rule since you opened it.';
  return new AppError('conflict', message, {
    errors: [{ path: '/rule/before', code: ruleDeleted, message }],
  });
}

/** Checks what depends on all rules together. */
function checkTogether(rules: readonly MerchandisingRule[], changed: MerchandisingRule | null): void {
  if (rules.length > limits.merchandisingRules) {
    const message = `A store takes at most ${limits.merchandisingRules} rules, got ${rules.length}.`;
    throw validationFailed([{ path: '/rule/after', code: 'rules_too_many', message }]);
  }
  if (changed !== null && rules.filter(({ id }) => id === changed.id).length > 1) {
    const message = `${quote(changed.id)} is the id of another rule of the store too; send another id, or none.`;
    throw validationFailed([{ path: '/rule/after/id', code: 'id_repeated', message }]);
  }
}

interface Replacement {
  /** Null if they cannot be read. */
  readonly before: StoreMerchandising | null;
  readonly rules: readonly MerchandisingRule[];
  readonly actor: Actor | null;
}

async function write(
  writer: StoreWriter,
  { before, rules, actor }: Replacement,
  clock: Clock,
): Promise<void> {
  const changeNumber = writer.store.changeNumber + 1;
  await writer.merchandising.replace({ rules, changeNumber, updatedAt: clock.nowMicros() });
  await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  const count = { from: before?.rules.length ?? null, to: rules.length };
  const details = count.from === count.to ? {} : { rules: count };
  const entry = { actor, action: 'merchandising.changed', subject: 'Merchandising', details };
  await writer.audit.insert(createAuditEntry(clock, entry));
}
