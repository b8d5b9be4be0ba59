/**
 * Reads the boosts that a merchant sends, shows the ranking settings of a store, and replaces them. Every fault is reported with its
 * place, its value and what would be right. A change writes an entry of the store's audit log and counts as a change of the store, so
 * that every node follows. At most 20 boosts; settings that changed since the caller read them are `conflict`.
 */
// Tests: test/api/ranking.test.ts.
import { isDeepStrictEqual } from 'node:util';
import { limits } from '../../../contract/limits.ts';
import type { RankingBody, rankingOperations } from '../../../contract/ranking.ts';
import {
  boostedFields,
  boostStrengths,
  type RankingSettings,
  type StoreBoost,
} from '../../../contract/words/ranking.ts';
import { nameGiven, quote } from '../../catalog/problem.ts';
import { type Clock, formatTimestamp } from '../../clock.ts';
import { AppError, type Report } from '../../errors.ts';
import { isObject, parseCondition, reportUnknown } from '../../merchandising/conditions/parse-condition.ts';
import { foldPath } from '../../merchandising/conditions/product-facts.ts';
import type { HandlerOf } from '../../operations/operation-call.ts';
import type { Formats } from '../../operations/read-by-schema.ts';
import { fold } from '../../search/text/fold.ts';
import type { Actor } from '../../storage/accounts/tables.ts';
import { passDamagedRow } from '../../storage/damage/damage.ts';
import type { StoreRanking } from '../../storage/merchandising/tables.ts';
import type { Storage, StoreReader, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';

/** The format that bodies of ranking settings name. */
export const rankingFormats: Formats = {
  'ranking-boosts': (value, { path }, report) => parseBoosts(value, path, report),
};

function parseBoosts(value: unknown, listPath: string, report: Report): StoreBoost[] {
  if (!Array.isArray(value)) {
    report(listPath, 'type_invalid', `"boosts" takes a list of boosts, got ${nameGiven(value)}.`);
    return [];
  }
  if (value.length > limits.rankingBoosts) {
    const message = `A store takes at most ${limits.rankingBoosts} boosts, got ${value.length}.`;
    report(listPath, 'boosts_too_many', message);
    return [];
  }
  const pathByCondition = new Map<string, string>();
  return value.flatMap((item: unknown, index) => {
    const path = `${listPath}/${index}`;
    const boost = parseBoost(item, path, report);
    if (boost === null) return [];
    const key = comparedKey(boost.when);
    const same = pathByCondition.get(key);
    if (same !== undefined) {
      const message = `The boost asks for the same as ${same}; leave one of them out.`;
      report(`${path}/when`, 'boost_repeated', message);
    }
    pathByCondition.set(key, same ?? path);
    return [boost];
  });
}

/** A text by which two conditions are equal if every product meets both or none, as far as their texts are compared. */
function comparedKey({ field, name = '', op, value }: StoreBoost['when']): string {
  const compared =
    typeof value !== 'string'
      ? value
      : field === 'category' && op !== 'contains'
        ? foldPath(value)
        : fold(value);
  return JSON.stringify([field, fold(name), op, compared]);
}

function parseBoost(value: unknown, path: string, report: Report): StoreBoost | null {
  if (!isObject(value)) {
    const message = `A boost takes { "when": { "field", "op", "value" }, "strength" }; got ${quote(value)}.`;
    report(path, 'boost_invalid', message);
    return null;
  }
  reportUnknown(value, ['when', 'strength'], { path, code: 'boost_invalid', what: 'A boost' }, report);
  const when = parseCondition(value.when, `${path}/when`, boostedFields, report);
  const strength = boostStrengths.find((name) => name === value.strength);
  if (strength === undefined) {
    const message = `"strength" takes ${boostStrengths.join(', ')}; got ${quote(value.strength)}.`;
    report(`${path}/strength`, 'strength_invalid', message);
  }
  return when === null || strength === undefined ? null : { when, strength };
}

/** The ranking settings as callers get them. */
export async function showRanking({
  merchandising,
}: Pick<StoreReader, 'merchandising'>): Promise<RankingBody> {
  const ranking = await merchandising.ranking();
  const { hide_out_of_stock, boosts } = settingsOf(ranking);
  const { updatedAt } = ranking;
  return {
    ...{ hide_out_of_stock, boosts: [...boosts] },
    updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
  };
}

function settingsOf({ hidesOutOfStock, boosts }: StoreRanking): RankingSettings {
  return { hide_out_of_stock: hidesOutOfStock, boosts };
}

/** Replaces the settings. It resolves when the change is durable; the same settings again are no change. */
export function rankingWrites(storage: Storage, clock: Clock) {
  const replaceRanking: HandlerOf<(typeof rankingOperations)['replaceRanking']> = async ({
    storeId,
    actor,
    caller,
    body: { updated_at: seen, ...settings },
  }) => {
    await storage.write(storeId, async (writer) => {
      const known = writer.merchandising.ranking();
      // Settings that cannot be read are replaced, unless the caller says which ones it read.
      const before = await (seen === undefined ? known.catch(passDamagedRow) : known);
      if (before !== null && seen !== undefined) checkSeen(before, seen);
      if (before?.updatedAt != null && isDeepStrictEqual(settingsOf(before), settings)) return;
      await writeRanking(writer, { before, settings, actor }, clock);
    });
    return caller === 'member' ? {} : { message: 'The ranking settings have been replaced.' };
  };
  return { replaceRanking };
}

function checkSeen({ updatedAt }: StoreRanking, seen: string | null): void {
  const changed = updatedAt === null ? null : formatTimestamp(updatedAt);
  if (seen === changed) return;
  const describe = (at: string | null) => (at === null ? 'never changed' : `changed at ${at}`);
  const message = `The ranking settings were ${describe(changed)}, and not ${describe(seen)} as "updated_at" says. Read them again, or send them without "updated_at".`;
  throw new AppError('conflict', message);
}

interface Replacement {
  /** Null if they cannot be read. */
  readonly before: StoreRanking | null;
  readonly settings: RankingSettings;
  readonly actor: Actor | null;
}

async function writeRanking(
  writer: StoreWriter,
  { before, settings, actor }: Replacement,
  clock: Clock,
): Promise<void> {
  const changeNumber = writer.store.changeNumber + 1;
  const { hide_out_of_stock: hidesOutOfStock, boosts } = settings;
  await writer.merchandising.replaceRanking({
    ...{ hidesOutOfStock, boosts, changeNumber },
    updatedAt: clock.nowMicros(),
  });
  await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  const hides = { from: before?.hidesOutOfStock ?? null, to: hidesOutOfStock };
  const boosted = { from: before?.boosts.map(describeBoost) ?? null, to: boosts.map(describeBoost) };
  const details = {
    ...(hides.from === hides.to ? {} : { hide_out_of_stock: hides }),
    ...(isDeepStrictEqual(boosted.from, boosted.to) ? {} : { boosts: boosted }),
  };
  const entry = { actor, action: 'ranking.changed', subject: 'Ranking', details };
  await writer.audit.insert(createAuditEntry(clock, entry));
}

/** `raise: brand is Acme`. */
function describeBoost({ when, strength }: StoreBoost): string {
  return `${strength.replaceAll('_', ' ')}: ${Object.values(when).flat().join(' ')}`;
}
