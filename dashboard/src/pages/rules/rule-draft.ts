/**
 * A rule as the form has it: weights and times are text, and lines may be unfinished. Pure; rule-faults.ts says what is
 * wrong with it.
 */
// Tests: ./rule-draft.test.ts.
import type {
  BoostField,
  MerchandisingRule,
  RuleInput,
  RuleMatch,
} from '../../../../contract/words/merchandising.ts';
import { fromLocalInput, toLocalInput } from '../../words/clock.ts';

/** A line of the boosts. */
export interface DraftBoost {
  /** Tells lines apart while they come and go. */
  readonly key: number;
  readonly field: BoostField;
  readonly value: string;
  readonly weight: string;
}

export interface RuleDraft {
  readonly query: string;
  readonly match: RuleMatch;
  readonly isActive: boolean;
  /** The value of an input for date and time, in the zone of the person who types; empty for none. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly pins: readonly string[];
  readonly hides: readonly string[];
  /** Typed, and no product chosen for it yet. */
  readonly pinText: string;
  readonly hideText: string;
  readonly boosts: readonly DraftBoost[];
  readonly redirectTitle: string;
  readonly redirectUrl: string;
}

export const blankRule: RuleDraft = {
  ...{ query: '', match: 'exact', isActive: true, startsAt: '', endsAt: '' },
  ...{ pins: [], hides: [], pinText: '', hideText: '', boosts: [], redirectTitle: '', redirectUrl: '' },
};

/** A new line without a value, which boosts nothing. */
export function newBoost(key: number): DraftBoost {
  return { key, field: 'brand', value: '', weight: '5' };
}

export function draftOfRule(rule: MerchandisingRule): RuleDraft {
  const { query, match, pins, hides, boosts, redirect } = rule;
  return {
    ...{ query, match, pins, hides, isActive: rule.is_active },
    ...{ pinText: '', hideText: '' },
    ...{ startsAt: toLocalInput(rule.starts_at), endsAt: toLocalInput(rule.ends_at) },
    boosts: boosts.map(({ field, value, weight }, key) => ({ key, field, value, weight: `${weight}` })),
    redirectTitle: redirect?.title ?? '',
    redirectUrl: redirect?.url ?? '',
  };
}

/** The rule to send; unfinished boosts are left out. */
export function ruleOf(draft: RuleDraft): RuleInput {
  const { query, match, pins, hides, isActive, boosts, redirectTitle: title, redirectUrl: url } = draft;
  return {
    ...{ query: query.trim(), match, pins, hides, is_active: isActive },
    ...{ starts_at: fromLocalInput(draft.startsAt), ends_at: fromLocalInput(draft.endsAt) },
    boosts: boosts
      .filter(({ value }) => value.trim() !== '')
      .map(({ field, value, weight }) => ({ field, value: value.trim(), weight: Number(weight) })),
    redirect: title.trim() === '' && url.trim() === '' ? null : { title: title.trim(), url: url.trim() },
  };
}

/** Whether the rule asks anything of an answer. */
export function doesAnything({ pins, hides, boosts, redirect }: RuleInput): boolean {
  return pins.length + hides.length + boosts.length > 0 || redirect !== null;
}
