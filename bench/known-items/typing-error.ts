/**
 * One slip of the hand in a word: two neighbours swapped, a key missed, hit twice, or another one hit. A word needs at least 3 code
 * points (the caller takes words of 5), and the alphabet one: this is not checked here. It looks nothing up and keeps nothing.
 */
// Tests: test/bench/known-items.test.ts.
import { pick, type Random } from '../random.ts';

const slips = ['swap', 'miss', 'repeat', 'replace'] as const;

/**
 * The word with one slip, the same for the same random numbers. The first letter stays, since that is where hands seldom
 * slip, and the last one is never missed: a word without it is a beginning, which is no error. A key is a code point.
 */
export function slipIn(word: string, alphabet: readonly string[], random: Random): string {
  const keys = Array.from(word);
  const at = 1 + Math.floor(random() * (keys.length - 2));
  switch (pick(slips, random)) {
    case 'swap':
      return [...keys.slice(0, at), keys[at + 1], keys[at], ...keys.slice(at + 2)].join('');
    case 'miss':
      return keys.toSpliced(at, 1).join('');
    case 'repeat':
      return keys.toSpliced(at, 0, keys[at] ?? '').join('');
    case 'replace':
      return keys.toSpliced(at, 1, pick(alphabet, random)).join('');
  }
}
