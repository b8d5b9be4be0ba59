/**
 * Turns phrases, their states and their queue into words. Pure. A provider or rule that this page does not know is
 * shown by its code; costs are US dollars as decimal text.
 */
// Tests: ./phrases.test.ts, test/browser/dashboard-phrases.test.ts.
import type { EnrichmentBody, PhrasesBody } from '../../../contract/enrichment.ts';
import type { EnrichmentList, PhraseState } from '../../../contract/words/enrichment.ts';
import type { Tone } from '../parts/state-mark.tsx';
import { countOf, formatCount } from './numbers.ts';

/** The names of the lists on the switch. */
export const listNames: Readonly<Record<EnrichmentList, string>> = {
  generated: 'To review',
  approved: 'Approved',
  edited: 'Edited',
  locked: 'Locked',
  rejected: 'Refused',
  waiting: 'Waiting',
  failed: 'Failed',
};

/** The text of an empty list, which says which products it would hold. */
export const emptyListWords: Readonly<Record<EnrichmentList, string>> = {
  generated: 'Generated phrases that no person has reviewed yet. They are live already.',
  approved: 'Phrases that somebody approved. They stay until the product changes.',
  edited: 'Phrases in words of your own. They stay when the product changes.',
  locked: 'Phrases that are never written again.',
  rejected: 'Products whose phrases were refused. New ones are written when the product changes.',
  waiting: 'Products that wait for their phrases.',
  failed: 'Products for which no phrases could be written, with the reason.',
};

/** Shown for a product whose phrases were written, but none were needed. */
export const nothingToAdd = 'Nothing to add: its title, brand and category say it already.';

const ruleWords: Readonly<Record<string, string>> = {
  duplicate: 'there already',
  too_many: 'more than there is room for',
  too_long: 'too long',
  wrong_script: 'in another script',
  other_language: 'in another language',
  other_brand: 'of another brand',
  unrelated: 'about something else',
  blocked: 'blocked by the store',
  web_address: 'with a web address',
  personal_data: 'with personal data',
};

/** Lists the phrases that the output rules removed, such as `2 promotion (cheap lamp free shipping)`; null if they removed nothing. */
export function wordsOfDropped(dropped: PhrasesBody['dropped']): string | null {
  if (dropped.length === 0) return null;
  const rules = dropped.map(({ rule, count, example }) => {
    const what = ruleWords[rule] ?? rule;
    return example === '' ? `${count} ${what}` : `${count} ${what} (${example})`;
  });
  return `Left out by the rules: ${rules.join(', ')}`;
}

/** A state in words, with its tone. */
export interface StateWords {
  readonly tone: Tone;
  readonly label: string;
}

const stateWords: Readonly<Record<PhraseState | 'none', StateWords>> = {
  generated: { tone: 'live', label: 'Not reviewed' },
  approved: { tone: 'good', label: 'Approved' },
  edited: { tone: 'good', label: 'Edited' },
  locked: { tone: 'good', label: 'Locked' },
  rejected: { tone: 'bad', label: 'Refused' },
  none: { tone: 'quiet', label: 'None yet' },
};

/** Describes the state of a product’s phrases, with its tone. */
export function wordsOfState(state: PhraseState | 'none'): StateWords {
  return stateWords[state];
}

const providerNames: Readonly<Record<string, string>> = {
  offline: 'Built-in rules',
  openai: 'Language model',
  anthropic: 'Anthropic',
  off: 'Switched off',
};

/** The name of the generator that writes phrases. */
export function nameProvider(provider: string): string {
  return providerNames[provider] ?? provider;
}

/** Whether the queue works, in a word. */
export function wordsOfQueue({ provider, paused, held, waiting }: EnrichmentBody): {
  readonly isWell: boolean;
  readonly label: string;
} {
  if (provider === 'off') return { isWell: false, label: 'Off' };
  if (paused) return { isWell: false, label: 'Paused' };
  if (held !== null) return { isWell: false, label: 'Held' };
  return { isWell: true, label: waiting > 0 ? 'Writing' : 'Up to date' };
}

/** What there is to say about products without phrases: how many the plan holds, or whether any is left to be written. */
export function wordsOfEnriched({
  limit,
  waiting,
  failed,
  estimate,
}: Pick<EnrichmentBody, 'limit' | 'waiting' | 'failed' | 'estimate'>): string {
  if (limit !== null) return `of ${formatCount(limit)} that the plan holds`;
  return waiting + failed + estimate.products === 0 ? 'All phrases are written' : 'The others have none yet';
}

/** Describes the limits of the queue: requests and tokens a minute, or none. */
export function wordsOfRate({ rate, provider }: Pick<EnrichmentBody, 'rate' | 'provider'>): string {
  const { requests_per_minute: requests, tokens_per_minute: tokens } = rate;
  if (provider === 'offline' || requests === null) return 'As fast as this machine can';
  const bounds = [`${countOf(requests, 'request')} a minute`];
  if (tokens !== null) bounds.push(`${formatCount(tokens)} tokens`);
  return bounds.join(', ');
}

/** The cost and time of writing the missing phrases. */
export function wordsOfEstimate({
  estimate,
  provider,
}: Pick<EnrichmentBody, 'estimate' | 'provider'>): string {
  const products = countOf(estimate.products, 'product');
  if (provider === 'offline') return `${products} without phrases; it costs nothing.`;
  const cost =
    estimate.cost_usd === null ? 'at a price that is not configured' : `about $${estimate.cost_usd}`;
  const minutes = Math.max(1, Math.round(estimate.minutes));
  return `${products} without phrases: ${countOf(estimate.requests, 'request')}, ${cost}, at least ${countOf(minutes, 'minute')}.`;
}

/** Says where a product's phrases come from; null if nothing generated them. */
export function wordsOfOrigin(phrases: Pick<PhrasesBody, 'generator' | 'model'>): string | null {
  if (phrases.generator === null) return null;
  return phrases.model === null ? nameProvider(phrases.generator) : phrases.model;
}
