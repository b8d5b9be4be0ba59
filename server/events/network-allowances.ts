/**
 * Decides how far the clicks of one network may move one thing. Each network has an allowance for each thing, and so has each prefix
 * around it: a click is worth the part of the allowance that is left, and takes that; what is used comes back within a day. So the
 * first shopper of a network counts whole and the next ones less, and all clicks of a network together are worth less than its
 * allowance, however many they are. Beside that a thing in an answer is clicked no more often than the answer was shown. Pure: what is
 * used stands in the database, so that it holds on every node. An allowance is worth 2, 6 and 10 clicks for a network and the two
 * wider ones, and refills within a day; times are microseconds. A click beyond it is worth 0, never an error.
 */
// Tests: ./network-allowances.test.ts.
import { limits } from '../../contract/limits.ts';
import { dayMicros } from '../clock.ts';
import { moveName, type NetworkMark, type PopularityKind } from '../storage/events/tables.ts';
import type { ShownEvidence } from './event-batch.ts';
import type { SessionHashes } from './sessions.ts';

/** A thing with popularity. */
export interface Thing {
  readonly kind: PopularityKind;
  readonly key: string;
}

/** The networks of a sender by their hashes, the narrowest first. */
export type NetworkHashes = readonly [narrow: SessionHashes, middle: SessionHashes, wide: SessionHashes];

/** The sender of a click and its evidence. */
export interface ClickSource {
  readonly networks: NetworkHashes;
  readonly evidence: ShownEvidence;
  /** An answer that was shown allows one click on a thing and one cart with it. */
  readonly use: 'click' | 'cart';
}

/** The worth of a click. */
export interface ClickWorth {
  /** Its whole weight for the first click of a network, then less, down to 0. */
  readonly share: number;
  /** Whether it counts in the figures of products. */
  readonly isCounted: boolean;
}

/** Clicks on an answer are counted by quarters of an hour, as questions are (shown-table.ts). */
const slotMicros = (limits.shownMinutes * 60 * 1_000_000) / 2;
/** The current quarter and earlier ones: so no question counts twice if its quarter differs from that of the click. */
const slotCount = 4;
/** A smaller share counts as nothing and is not stored: that is after eleven clicks at once of one network. Chosen. */
const shareMin = 2 ** -10;

const { clickAllowances, countedClicksPerNetwork } = limits;
const nothing: ClickWorth = { share: 0, isCounted: false };

/** The names of all marks for such a click: look them up before {@link NetworkAllowances.take}. */
export function markNames(source: ClickSource, thing: Thing, nowMicros: number): string[] {
  const allowances = source.networks.flatMap((hashes) => namesOf(hashes, thing));
  const figures =
    thing.kind === 'product'
      ? namesOf(source.networks[0], thing).map((name) => figureName(name, source))
      : [];
  return [...clicksNames(source, thing, nowMicros), ...allowances, ...figures];
}

/** The allowances for a group of events: as stored, then as changed by the group. */
export class NetworkAllowances {
  readonly #known: Map<string, NetworkMark>;
  readonly #changed = new Map<string, NetworkMark>();
  readonly #now: number;

  constructor(known: readonly NetworkMark[], nowMicros: number) {
    this.#known = new Map(known.map((mark) => [mark.name, mark]));
    this.#now = nowMicros;
  }

  /** The marks to store. */
  changed(): NetworkMark[] {
    return [...this.#changed.values()];
  }

  /** Counts a click on the thing, or a cart with it, and returns what it is worth: at most `weight`. */
  take(source: ClickSource, thing: Thing, weight: number): ClickWorth {
    const names = clicksNames(source, thing, this.#now);
    const amounts = names.map((name) => this.#known.get(name)?.amount ?? 0);
    if (amounts.reduce((sum, amount) => sum + amount, 0) >= source.evidence.shown) return nothing;
    const [name = ''] = names;
    const until = (slotOf(this.#now) + slotCount) * slotMicros;
    this.#put({ name, amount: (amounts[0] ?? 0) + 1, until });
    const isCounted = thing.kind === 'product' && this.#takeCount(source, thing);
    return { share: this.#takeShare(source.networks, thing, weight), isCounted };
  }

  /** A cart weighs more than a click, but never more than the narrowest allowance: so no allowance is ever exceeded. */
  #takeShare(networks: NetworkHashes, thing: Thing, weight: number): number {
    const used = networks.map((hashes, level) =>
      this.#used(namesOf(hashes, thing), clickAllowances[level] ?? 0),
    );
    const left = used.map((amount, level) => 1 - amount / (clickAllowances[level] ?? 0));
    const share = Math.min(...left) * Math.min(weight, clickAllowances[0]);
    if (share < shareMin) return 0;
    for (const [level, hashes] of networks.entries()) {
      const [name = ''] = namesOf(hashes, thing);
      this.#use(name, (used[level] ?? 0) + share, clickAllowances[level] ?? 0);
    }
    return share;
  }

  #takeCount(source: ClickSource, thing: Thing): boolean {
    const names = namesOf(source.networks[0], thing).map((name) => figureName(name, source));
    const used = this.#used(names, countedClicksPerNetwork);
    // Times are rounded.
    if (Math.floor(used) >= countedClicksPerNetwork) return false;
    this.#use(names[0] ?? '', used + 1, countedClicksPerNetwork);
    return true;
  }

  /** The part of an allowance that is used and has not refilled yet. */
  #used(names: readonly string[], most: number): number {
    const until = Math.max(...names.map((name) => this.#known.get(name)?.until ?? 0));
    return Math.min(most, Math.max(0, ((until - this.#now) / dayMicros) * most));
  }

  #use(name: string, used: number, most: number): void {
    this.#put({ name, amount: used, until: this.#now + Math.ceil((used / most) * dayMicros) });
  }

  #put(mark: NetworkMark): void {
    this.#known.set(mark.name, mark);
    this.#changed.set(mark.name, mark);
  }
}

/** The name with today's salt, under which it is stored, and with yesterday's. */
function namesOf({ today, yesterday }: SessionHashes, { kind, key }: Thing): string[] {
  const names = [today, yesterday].filter((hash) => hash !== null);
  return names.map((hash) => moveName(hash, kind, key));
}

function figureName(name: string, { use }: ClickSource): string {
  return use === 'click' ? `${name}:figures` : `${name}:${use}:figures`;
}

/** The name for the current quarter of an hour, under which a click is counted, and for earlier ones. */
function clicksNames({ evidence, use }: ClickSource, { kind, key }: Thing, nowMicros: number): string[] {
  const slot = slotOf(nowMicros);
  const name = `${moveName(evidence.name, kind, key)}${use === 'click' ? '' : `:${use}`}`;
  return Array.from({ length: slotCount }, (_, back) => `${name}:${slot - back}`);
}

function slotOf(micros: number): number {
  return Math.floor(micros / slotMicros);
}
