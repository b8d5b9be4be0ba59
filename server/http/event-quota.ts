/**
 * How many events a store may send in a day (UTC), counted by this process. Only accepted events count. Secret and
 * storefront keys have a quota each, so that the public key cannot use up what the store's own servers need; and of the
 * storefront's quota one network gets a part only.
 */
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Bounds, Numbers } from '../threads/numbers.ts';

/** Who sent events. */
export interface EventSender {
  readonly storeId: string;
  /** Null where a secret key was used. */
  readonly network: string | null;
}

/** Counts the events of a day. */
export interface EventQuota {
  /** Throws `rate_limited` where the sender has no event left today. */
  admit(sender: EventSender): void;
  /** Counts events that were accepted. What was under way together may exceed the quota by its own size. */
  charge(sender: EventSender, accepted: number): void;
}

const dayMicros = 24 * 3_600 * 1_000_000;

/** The counts of a day are larger than those of the day before. */
const countsPerDay = 1e10;

/** `perDay`: events of one store and kind of key. */
export function createEventQuota(
  clock: Pick<Clock, 'nowMicros'>,
  perDay: number,
  bounds: Pick<Bounds, 'numbers'>,
): EventQuota {
  const counts: Numbers = bounds.numbers('days', 'events');
  const perNetwork = Math.ceil((perDay * limits.eventsPercentPerNetwork) / 100);
  const dayFloor = () => Math.floor(clock.nowMicros() / dayMicros) * countsPerDay;

  function isUsedUp(name: string, most: number): boolean {
    const floor = dayFloor();
    return counts.add(name, 0, floor, Number.POSITIVE_INFINITY) - floor >= most;
  }

  return {
    admit(sender) {
      const { storeId, network } = sender;
      if (isUsedUp(storeName(sender), perDay)) throw tooManyToday('The store', perDay, sender);
      if (network !== null && isUsedUp(networkName(storeId, network), perNetwork)) {
        throw tooManyToday('This network', perNetwork, sender);
      }
    },
    charge(sender, accepted) {
      if (accepted === 0) return;
      const { storeId, network } = sender;
      const floor = dayFloor();
      counts.add(storeName(sender), accepted, floor, Number.POSITIVE_INFINITY);
      if (network !== null) {
        counts.add(networkName(storeId, network), accepted, floor, Number.POSITIVE_INFINITY);
      }
    },
  };
}

/** A store's id has one length, so that no two of these names are the same text. */
function storeName({ storeId, network }: EventSender): string {
  return network === null ? `${storeId} secret` : `${storeId} storefront`;
}

function networkName(storeId: string, network: string): string {
  return `${storeId} network ${network}`;
}

function tooManyToday(who: string, most: number, { network }: EventSender): AppError {
  const kind = network === null ? 'secret' : 'storefront';
  const message = `${who} has sent ${most.toLocaleString('en')} events with ${kind} keys today. Send more tomorrow.`;
  return new AppError('rate_limited', message, { retryAfterSeconds: 3_600 });
}
