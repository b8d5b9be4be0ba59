/**
 * What keeps a flood from moving the ranking: of one network's clicks on one thing the first count whole, further ones
 * less and less, and all together less than twice that. So honest clicks keep their order, also those that share an
 * address, and a hundred thousand forged ones are worth less than fifty shoppers. Held in memory only, and by a hash
 * that nothing but this process can make: who clicked is written nowhere.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { randomToken } from '../ids.ts';

/** Clicks that count whole. Chosen: together with those that count less they stay below fifty. */
const wholeClicks = 20;
/** Each click beyond them is worth so much of the one before: all of them together 19. */
const share = 0.95;
/** Beyond so many a click is worth nothing. */
const clicksMax = 150;
/** As time goes by clicks are forgotten, one after the other. Chosen. */
const forgottenPerHour = 1;
/** Places in memory; those used longest ago are given up. */
const placesMax = 200_000;

/** Tells what the next click is worth. */
export interface MoveDamping {
  /** Of a client on a thing of a store: 1 for the first ones, then less, down to 0. Counts the click. */
  take(place: string): number;
}

/** `nowMs` must only ever grow. */
export function createMoveDamping(nowMs: () => number): MoveDamping {
  const key = randomToken();
  // By size, though all are alike: a bound on their number takes memory for all of them at once.
  const places = new LRUCache<string, { clicks: number; atMs: number }>({
    maxSize: placesMax,
    sizeCalculation: () => 1,
  });
  return {
    take(place) {
      const now = nowMs();
      const name = hash('sha256', `${key}${place}`, 'base64url');
      const known = places.get(name) ?? { clicks: 0, atMs: now };
      const forgotten = ((now - known.atMs) / 3_600_000) * forgottenPerHour;
      const clicks = Math.max(0, known.clicks - forgotten);
      places.set(name, { clicks: Math.min(clicksMax, clicks + 1), atMs: now });
      if (clicks >= clicksMax - 1) return 0;
      return clicks < wholeClicks ? 1 : share ** (clicks - wholeClicks + 1);
    },
  };
}
