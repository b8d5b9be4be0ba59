/**
 * What a person changes on the page of a query, before it is published: products on top, boosted and hidden, the page that the query
 * leads to, and words that it also finds. Pure. A draft that says what is published already is no change.
 */
// Tests: ./search-draft.test.ts.
import type { SearchChange, SearchSettings } from '../../../../contract/searches.ts';
import type { OneWayRule } from '../../../../contract/synonyms.ts';
import type { Boost, MerchandisingRule, RuleInput } from '../../../../contract/words/merchandising.ts';

export interface SearchDraft {
  /** External ids, the first on top. */
  readonly pins: readonly string[];
  readonly hides: readonly string[];
  readonly boosts: readonly Boost[];
  readonly redirect: { readonly title: string; readonly url: string };
  /** Words that the query also finds. */
  readonly alsoFinds: readonly string[];
}

/** The weight of a product that is boosted here; the form of rules takes others. */
const usualWeight = 5;

export function draftOf({ rule, synonyms }: SearchSettings): SearchDraft {
  return {
    pins: rule?.pins ?? [],
    hides: rule?.hides ?? [],
    boosts: rule?.boosts ?? [],
    redirect: rule?.redirect ?? { title: '', url: '' },
    alsoFinds: [...new Set(synonyms.flatMap((one) => ('to' in one ? one.to : [])))],
  };
}

/** The change that publishes a draft; null if nothing differs. */
export function changeOf(query: string, settings: SearchSettings, draft: SearchDraft): SearchChange | null {
  const rule = ruleChange(query, settings.rule, draft);
  const synonyms = synonymChange(query, settings, draft);
  return rule === null && synonyms === null ? null : { rule, synonyms };
}

function ruleChange(
  query: string,
  before: MerchandisingRule | null,
  { pins, hides, boosts, redirect }: SearchDraft,
): SearchChange['rule'] {
  const parts = { pins, hides, boosts, redirect: isBlank(redirect) ? null : redirect };
  const isEmpty = pins.length + hides.length + boosts.length === 0 && parts.redirect === null;
  const place = null;
  if (before === null) return isEmpty ? null : { before, after: { ...newRule(query), ...parts }, place };
  if (isEmpty) return { before, after: null, place };
  const after = { ...before, ...parts };
  return isSame(before, after) ? null : { before, after, place };
}

function newRule(query: string): RuleInput {
  const nothing = { pins: [], hides: [], boosts: [], redirect: null };
  return { query, match: 'exact', is_active: true, starts_at: null, ends_at: null, ...nothing };
}

function synonymChange(
  query: string,
  { synonyms }: SearchSettings,
  { alsoFinds }: SearchDraft,
): SearchChange['synonyms'] {
  const known = draftOf({ rule: null, other_rules: [], synonyms, other_synonyms: [] }).alsoFinds;
  if (isSame(known, alsoFinds)) return null;
  const rule: OneWayRule = { from: [query], to: [...alsoFinds] };
  return { before: synonyms, after: alsoFinds.length === 0 ? [] : [rule], place: null };
}

function isBlank({ title, url }: SearchDraft['redirect']): boolean {
  return title.trim() === '' && url.trim() === '';
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Puts a product on top, below those that are there; or takes it from the top. */
export function togglePin(draft: SearchDraft, id: string): SearchDraft {
  const { pins } = draft;
  if (pins.includes(id)) return { ...draft, pins: pins.filter((pin) => pin !== id) };
  return { ...without(draft, id), pins: [...pins, id] };
}

/** Hides a product, or shows it again. */
export function toggleHide(draft: SearchDraft, id: string): SearchDraft {
  const { hides } = draft;
  if (hides.includes(id)) return { ...draft, hides: hides.filter((hidden) => hidden !== id) };
  return { ...without(draft, id), hides: [...hides, id] };
}

/** Boosts a product above those that meet the query as well, or lets it fall back. */
export function toggleBoost(draft: SearchDraft, id: string): SearchDraft {
  if (boostOf(draft, id) !== null)
    return { ...draft, boosts: draft.boosts.filter((boost) => !isOf(boost, id)) };
  const boosts = [...draft.boosts, { field: 'external_id', value: id, weight: usualWeight } as const];
  return { ...without(draft, id), boosts };
}

/** The weight by which the draft boosts this one product; null if it does not. */
export function boostOf({ boosts }: SearchDraft, id: string): number | null {
  return boosts.find((boost) => isOf(boost, id))?.weight ?? null;
}

function isOf({ field, value }: Boost, id: string): boolean {
  return field === 'external_id' && value === id;
}

/** A product has one of the three at a time. */
function without(draft: SearchDraft, id: string): SearchDraft {
  return {
    ...draft,
    pins: draft.pins.filter((pin) => pin !== id),
    hides: draft.hides.filter((hidden) => hidden !== id),
    boosts: draft.boosts.filter((boost) => !isOf(boost, id)),
  };
}

/**
 * Moves a product to a place, counted from 0, among the products that are shown. Rules put products on top in an order, so all
 * products up to that place are pinned. A pinned product that moves below the others is pinned no longer; other products never move
 * down.
 */
export function moveTo(draft: SearchDraft, shown: readonly string[], id: string, place: number): SearchDraft {
  const from = shown.indexOf(id);
  const pinned = shown.filter((one) => draft.pins.includes(one));
  const isPinned = pinned.includes(id);
  if (from < 0 || place === from || (!isPinned && place > from)) return draft;
  if (isPinned && place >= pinned.length) return togglePin(draft, id);
  const order = shown.filter((one) => one !== id).toSpliced(Math.max(0, place), 0, id);
  const reach = isPinned ? pinned.length : Math.max(place, pinned.length) + 1;
  const top = order.slice(0, reach);
  // Pins that are not shown, such as products out of stock, stay behind those that are.
  const rest = draft.pins.filter((pin) => !top.includes(pin));
  return { ...without(draft, id), pins: [...top, ...rest] };
}

/** What a draft asks for in a few words: `2 pinned, 1 hidden, also finds torch`. */
export function summarizeDraft({ pins, hides, boosts, redirect, alsoFinds }: SearchDraft): string {
  const parts = [
    pins.length > 0 ? `${pins.length} pinned` : '',
    boosts.length > 0 ? `${boosts.length} boosted` : '',
    hides.length > 0 ? `${hides.length} hidden` : '',
    isBlank(redirect) ? '' : `links to “${redirect.title}”`,
    alsoFinds.length > 0 ? `also finds ${alsoFinds.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'the usual order, and no synonyms' : parts.join(', ');
}
