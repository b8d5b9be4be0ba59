/**
 * The operations that change synonyms, done in the pipeline thread. A change counts as one of the store, so that every index follows.
 * They parse nothing (parse-synonyms.ts has) and change no product; unreadable synonyms are replaced. Wrong rules were refused before
 * (`validation_failed`); a store has at most 2,000 rules with 5,000 terms.
 */
// Tests: test/storage/synonyms.test.ts, test/api/synonyms.test.ts.
import type { SynonymRule, synonymOperations } from '../../../contract/synonyms.ts';
import type { Clock } from '../../clock.ts';
import { AppError, Faults } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import { passDamagedRow } from '../../storage/damage/damage.ts';
import type { StoreSynonyms } from '../../storage/records.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import { parseSynonymRules } from './parse-synonyms.ts';

/** A handler for each operation. It resolves when the change is durable. The same set again is no change. */
export function synonymWrites(
  storage: Storage,
  { clock }: { readonly clock: Clock },
): OperationHandlers<typeof synonymOperations, 'pipeline'> {
  return {
    async replaceSynonyms({ storeId, actor, caller, body }) {
      const { synonyms: rules, common } = body;
      return await storage.write(storeId, async (writer) => {
        const before = await writer.synonyms.read().catch(passDamagedRow);
        const isMember = caller === 'member';
        // Someone may have sent them again since the dashboard found that they cannot be read.
        if (!isMember || before === null) await write(writer, { before, rules, common, actor }, clock);
        return isMember ? {} : { message: 'The synonyms have been replaced.' };
      });
    },
  };
}

/** The replacement of some rules by others. */
export interface SynonymChange {
  /** As they were read. */
  readonly before: readonly SynonymRule[];
  readonly after: readonly SynonymRule[];
  /** The place of new rules if none is replaced, counted from 0; null for the end. */
  readonly place: number | null;
}

/**
 * Replaces some rules by others, and leaves all others as they are. Returns the change that undoes it. Rules that are there already
 * are not added again. Rejects with `conflict` if one of `before` is not there any more, and with `validation_failed` if the store has
 * too many rules or terms.
 */
export async function changeSynonyms(
  writer: StoreWriter,
  change: SynonymChange,
  actor: Actor | null,
  clock: Clock,
): Promise<SynonymChange> {
  const before = await writer.synonyms.read();
  const rules = replaceSynonyms(before.rules, change);
  if (rules === null) {
    throw new AppError(
      'conflict',
      'Somebody has changed these synonyms since you opened them. Read them again first.',
    );
  }
  checkTogether(rules, change);
  await write(writer, { before, rules, common: before.common, actor }, clock);
  const known = new Set(before.rules.map(canonical));
  const seen = new Set(change.before.map(canonical));
  const place = before.rules.findIndex((rule) => seen.has(canonical(rule)));
  return {
    before: change.after.filter((rule) => !known.has(canonical(rule)) || seen.has(canonical(rule))),
    after: change.before,
    place: place < 0 ? null : place,
  };
}

/** Checks what depends on all rules together. */
function checkTogether(rules: readonly SynonymRule[], { after }: SynonymChange): void {
  const changed = new Set(after.map(canonical));
  const kept = rules.filter((rule) => !changed.has(canonical(rule)));
  const faults = new Faults();
  parseSynonymRules(after, { path: '/synonyms/after', name: 'after', kept }, faults.report);
  faults.refuse();
}

/** One text for all forms of a rule that say the same in the same order. */
function canonical(rule: SynonymRule): string {
  return JSON.stringify('terms' in rule ? { terms: rule.terms } : { from: rule.from, to: rule.to });
}

/** The rules after a change, in which new rules take the place of the first old one; null if one of `before` is missing. */
export function replaceSynonyms(
  rules: readonly SynonymRule[],
  { before, after, place: wanted }: SynonymChange,
): SynonymRule[] | null {
  const textsOf = (some: readonly SynonymRule[]) => new Set(some.map(canonical));
  const known = textsOf(rules);
  const replaced = textsOf(before);
  if (![...replaced].every((text) => known.has(text))) return null;
  const first = rules.findIndex((rule) => replaced.has(canonical(rule)));
  const left = (some: readonly SynonymRule[]) => some.filter((rule) => !replaced.has(canonical(rule)));
  const others = left(rules);
  const kept = textsOf(others);
  const added = after.filter((rule) => !kept.has(canonical(rule)));
  const place = first < 0 ? (wanted ?? others.length) : left(rules.slice(0, first)).length;
  return others.toSpliced(place, 0, ...added);
}

interface Replacement extends Pick<StoreSynonyms, 'rules' | 'common'> {
  /** Null if they cannot be read. */
  readonly before: StoreSynonyms | null;
  readonly actor: Actor | null;
}

async function write(
  writer: StoreWriter,
  { before, rules, common, actor }: Replacement,
  clock: Clock,
): Promise<void> {
  const isKnown = before !== null && before.updatedAt !== null;
  const same = before?.common === common && JSON.stringify(before.rules) === JSON.stringify(rules);
  if (isKnown && same) return;
  const changeNumber = writer.store.changeNumber + 1;
  await writer.synonyms.replace({ rules, common, changeNumber, updatedAt: clock.nowMicros() });
  await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  const count = { from: before?.rules.length ?? null, to: rules.length };
  const details = count.from === count.to ? {} : { synonyms: count };
  const entry = { actor, action: 'synonyms.changed', subject: 'Synonyms', details };
  await writer.audit.insert(createAuditEntry(clock, entry));
}
