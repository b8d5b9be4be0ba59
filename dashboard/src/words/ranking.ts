/**
 * Says ranking settings in sentences: what a boost does, and what a change does to an answer. Pure; it checks nothing and shows a faulty
 * value as it is. Places count from 1.
 */
// Tests: ./ranking.test.ts.
import type { CollectionCondition } from '../../../contract/words/collections.ts';
import type { BoostStrength, StoreBoost } from '../../../contract/words/ranking.ts';
import { describeCondition } from './collections.ts';

/** What products do that meet a boost, as people read it. */
export const strengthWords: Readonly<Record<BoostStrength, string>> = {
  raise: 'rise a little',
  raise_strongly: 'rise a lot',
  lower: 'sink a little',
  lower_strongly: 'sink a lot',
};

/** `Products whose brand is “Acme” rise a little.` */
export function describeBoost({ when, strength }: StoreBoost): string {
  return `Products ${whichMeet(when)} ${strengthWords[strength]}.`;
}

function whichMeet(when: CollectionCondition): string {
  if (when.field === 'category' && when.op === 'under') return `in the category “${String(when.value)}”`;
  // Boosts compare no price.
  const words = describeCondition(when, '');
  if (when.field === 'age_days') return `that ${uncapitalized(words)}`;
  return `whose ${when.field === 'attribute' ? words : uncapitalized(words)}`;
}

function uncapitalized(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A move of a product: its direction, and the words for it. */
export interface Move {
  readonly way: 'up' | 'down' | 'same';
  readonly words: string;
}

/** Says where a product comes from that stands at `place`; `before` is null where it was not among the places that are compared. */
export function moveTo(place: number, before: number | null): Move {
  if (before === place) return { way: 'same', words: 'Stays' };
  if (before === null) return { way: 'up', words: 'New here' };
  return before > place
    ? { way: 'up', words: `Up from ${before}` }
    : { way: 'down', words: `Down from ${before}` };
}
