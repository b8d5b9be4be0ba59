/**
 * Finds what is wrong with a rule before it is sent, and places what the service refuses, by the field that has to
 * change. Pure.
 */
// Tests: ./rule-faults.test.ts.
import { limits } from '../../../../contract/limits.ts';
import { RequestFailure } from '../../api/request.ts';
import { fromLocalInput } from '../../words/clock.ts';
import { formatDateTime } from '../../words/times.ts';
import { doesAnything, type RuleDraft, ruleOf } from './rule-draft.ts';

/** Fields that can be wrong; `rule` is the whole. */
export type RuleField =
  | 'query'
  | 'startsAt'
  | 'endsAt'
  | 'pins'
  | 'hides'
  | 'boosts'
  | 'redirectTitle'
  | 'redirectUrl'
  | 'rule';
export type RuleFaults = Readonly<Partial<Record<RuleField, string>>>;

/** Every fault that can be found before the rule is sent; empty for a rule that can be sent. */
export function faultsOf(draft: RuleDraft): RuleFaults {
  const faults = {
    query: queryFault(draft),
    endsAt: timeFault(draft),
    pins: pickFault(draft.pinText),
    hides: pickFault(draft.hideText) ?? bothFault(draft),
    boosts: weightFault(draft),
    ...redirectFaults(draft),
  };
  const found: RuleFaults = Object.fromEntries(
    Object.entries(faults).filter(([, fault]) => fault !== undefined),
  );
  if (doesAnything(ruleOf(draft)) || Object.keys(found).length > 0) return found;
  return { rule: 'Pin, boost or hide something, or link to a page.' };
}

function queryFault({ query, match }: RuleDraft): string | undefined {
  if (/[\p{L}\p{N}]/u.test(query) || (query.trim() === '' && match === 'exact')) return;
  return query.trim() === '' ? 'Type how the queries begin.' : 'Type at least one letter or digit.';
}

function timeFault({ startsAt, endsAt }: RuleDraft): string | undefined {
  const start = fromLocalInput(startsAt);
  if (start === null || endsAt === '' || startsAt < endsAt) return;
  return `The rule would end before it begins. Choose a time after ${formatDateTime(start)}.`;
}

function pickFault(text: string): string | undefined {
  if (text.trim() !== '') return `Choose a product for “${text.trim()}” from the list, or clear the field.`;
}

function bothFault({ pins, hides }: RuleDraft): string | undefined {
  const both = hides.filter((id) => pins.includes(id));
  if (both.length > 0) return `Pinned and hidden at once: ${both.join(', ')}. Remove one of the two.`;
}

function weightFault({ boosts }: RuleDraft): string | undefined {
  const max = limits.merchandisingWeightMax;
  const isWeight = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  if (boosts.some(({ value, weight }) => value.trim() !== '' && !isWeight(weight)))
    return `A boost takes a weight from 1 to ${max}.`;
}

function redirectFaults({ redirectTitle: title, redirectUrl: url }: RuleDraft) {
  if (title.trim() === '' && url.trim() === '') return {};
  return {
    redirectTitle: title.trim() === '' ? 'Type the words that shoppers see.' : undefined,
    redirectUrl: isWebAddress(url) ? undefined : 'Type a whole address, such as https://shop.example/boots.',
  };
}

/** Whether a text is a whole http or https address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text.trim()) && URL.canParse(text.trim());
}

const fieldByPlace: Readonly<Record<string, RuleField>> = {
  ...{ query: 'query', match: 'query', starts_at: 'startsAt', ends_at: 'endsAt', pins: 'pins' },
  ...{ hides: 'hides', boosts: 'boosts', redirect: 'redirectUrl', 'redirect/title': 'redirectTitle' },
};

/** The faults that the service found, by field; a fault without a field belongs to the whole rule. */
export function refusalsOf(error: unknown): RuleFaults {
  if (error === null) return {};
  if (!(error instanceof RequestFailure)) return { rule: String(error) };
  if (error.errors.length === 0) return { rule: error.message };
  const faults: Partial<Record<RuleField, string>> = {};
  for (const { path, message } of error.errors) {
    const place = path.replace(/^\/rule\/after\//, '');
    const field = fieldByPlace[place] ?? fieldByPlace[place.split('/', 1)[0] ?? ''] ?? 'rule';
    faults[field] = faults[field] === undefined ? message : `${faults[field]} ${message}`;
  }
  return faults;
}
