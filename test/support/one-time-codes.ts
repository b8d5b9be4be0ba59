/**
 * An authenticator app for tests: it computes codes from the secret as it is shown to people, and never shows one twice. It waits for the
 * next step of 30 seconds only where the service would not take the code yet; a wait of more than a minute rejects.
 */
import { codeOfStep, stepAt } from '../../server/accounts/one-time-code.ts';
import { createSystemClock } from '../../server/clock.ts';
import { waitUntil } from './wait-until.ts';

const clock = createSystemClock();
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a text in base32. */
export function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** An app that holds this secret. */
export function createApp(secret: string) {
  const bytes = fromBase32(secret);
  let last = 0;
  const now = () => stepAt(clock.nowMicros());
  return {
    /** A code that was never given out. */
    async code(): Promise<string> {
      last = Math.max(last + 1, now() - 1);
      await waitUntil('the next code', () => now() + 1 >= last, 60_000);
      return codeOfStep(bytes, last);
    },
    /** The last code again. */
    again: () => codeOfStep(bytes, last),
  };
}
