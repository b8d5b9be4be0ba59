/**
 * Ranking settings as the form has them: boosts may be unfinished. Makes the settings of the finished ones and says in words what a
 * draft changes. Pure; the service checks the rest.
 */
// Tests: ./ranking-draft.test.ts.
import { deepEqual } from '@tanstack/react-router';
import type { ProductRow } from '../../../../contract/products.ts';
import type { ConditionField } from '../../../../contract/words/collections.ts';
import type { BoostStrength, RankingSettings, StoreBoost } from '../../../../contract/words/ranking.ts';
import { countOf } from '../../words/numbers.ts';
import {
  conditionOf,
  type DraftCondition,
  draftOfCondition,
  faultOf,
  newCondition,
} from '../collections/collection-draft.ts';

/** A boost of the form. The key of its condition tells boosts apart while they come and go. */
export interface DraftBoost {
  readonly condition: DraftCondition;
  readonly strength: BoostStrength;
}

export interface RankingDraft {
  readonly hides: boolean;
  readonly boosts: readonly DraftBoost[];
}

export function draftOfRanking({ hide_out_of_stock: hides, boosts }: RankingSettings): RankingDraft {
  return {
    hides,
    boosts: boosts.map(({ when, strength }, key) => ({ condition: draftOfCondition(when, key), strength })),
  };
}

/** Adds a boost that asks nothing yet, at the end. */
export function withNewBoost(draft: RankingDraft): RankingDraft {
  const key = Math.max(-1, ...draft.boosts.map(({ condition }) => condition.key)) + 1;
  const boost: DraftBoost = { condition: newCondition(key, 'brand'), strength: 'raise' };
  return { ...draft, boosts: [...draft.boosts, boost] };
}

/** The boosts that are finished, in their order. */
export function finishedOf({ boosts }: RankingDraft): readonly DraftBoost[] {
  return boosts.filter(({ condition }) => faultOf(condition) === null);
}

/** The boost as it is stored; null while it is unfinished. */
export function boostOf({ condition, strength }: DraftBoost): StoreBoost | null {
  return faultOf(condition) === null ? { when: conditionOf(condition), strength } : null;
}

/** The settings to send; unfinished boosts are left out. */
export function settingsOf(draft: RankingDraft): RankingSettings {
  const boosts = draft.boosts.map(boostOf).filter((boost) => boost !== null);
  return { hide_out_of_stock: draft.hides, boosts };
}

/** What products have in a field that is asked about, each once: brands, or categories with those above them. */
export function offeredValues(
  products: readonly Pick<ProductRow, 'brand' | 'category'>[],
  field: ConditionField,
): readonly string[] {
  if (field !== 'brand' && field !== 'category') return [];
  const values = products.flatMap((product) => product[field] ?? []);
  return [...new Set(field === 'brand' ? values : values.flatMap(categoriesTo))];
}

/** A category with all above it, the highest first. */
function categoriesTo(category: string): readonly string[] {
  const levels = category.split(/\s*>\s*/);
  return levels.map((_, at) => levels.slice(0, at + 1).join(' > '));
}

/** What a draft changes in words; null if it changes nothing. */
export function summarizeChange(base: RankingSettings, draft: RankingDraft): string | null {
  const unfinished = draft.boosts.length - finishedOf(draft).length;
  const now = settingsOf(draft);
  const added = countBeyond(now.boosts, base.boosts);
  const removed = countBeyond(base.boosts, now.boosts);
  const changed = Math.min(added, removed);
  const parts = [
    ...(now.hide_out_of_stock === base.hide_out_of_stock
      ? []
      : [now.hide_out_of_stock ? 'hides what is out of stock' : 'shows what is out of stock']),
    ...(changed > 0 ? [`${countOf(changed, 'boost')} changed`] : []),
    ...(added > changed ? [`${countOf(added - changed, 'new boost')}`] : []),
    ...(removed > changed ? [`${countOf(removed - changed, 'boost')} removed`] : []),
    ...(unfinished > 0 ? [`${countOf(unfinished, 'boost')} unfinished`] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(', ')}.`;
}

/** How many boosts have no equal among others; each of the others is the equal of one. */
function countBeyond(boosts: readonly StoreBoost[], others: readonly StoreBoost[]): number {
  const left = [...others];
  return boosts.filter((boost) => {
    const at = left.findIndex((other) => deepEqual(other, boost));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
}
