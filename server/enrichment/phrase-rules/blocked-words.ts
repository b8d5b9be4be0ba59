/**
 * The words and phrases that a store blocks: whole words in every form with the same stem (`hoodies` by `hoodie`), or any part of a
 * text in scripts without spaces. Pure. An entry without letters and digits blocks nothing; the API allows 500 entries of a store. Any
 * text is accepted; nothing throws, and no phrase is changed here.
 */
// Tests: test/scenarios/blocked-phrases.test.ts.
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';

/** Whether a text contains a blocked word or phrase. */
export type Blocks = (text: string) => boolean;

/** A compiled blocklist. Plain data, to cross a thread. */
export interface CompiledBlocks {
  /** Folded texts, any part of a text may be. */
  readonly parts: readonly string[];
  /** The stems of each of the others, between spaces. */
  readonly phrases: readonly string[];
}

/** Compiles and opens a blocklist, for many texts. `stem` is that of the store's language. */
export function readBlocklist(blocklist: readonly string[], stem: (word: string) => string): Blocks {
  return openBlocks(compileBlocklist(blocklist, stem), stem);
}

/** The part of {@link readBlocklist} whose cost is linear in the letters of the list. */
export function compileBlocklist(
  blocklist: readonly string[],
  stem: (word: string) => string,
): CompiledBlocks {
  const parts: string[] = [];
  const phrases: string[] = [];
  for (const text of blocklist.map(fold)) {
    const words = scanWords(text);
    if (words.some(({ kind }) => kind !== 'word')) parts.push(text);
    else if (words.length > 0) phrases.push(` ${words.map((word) => stem(word.text)).join(' ')} `);
  }
  return { parts, phrases };
}

/** Opens a compiled blocklist. `stem` must be the one that it was compiled with. */
export function openBlocks({ parts, phrases }: CompiledBlocks, stem: (word: string) => string): Blocks {
  /** The blocked phrases by their first stem. */
  const byStem = Map.groupBy(phrases, (phrase) => phrase.slice(1, phrase.indexOf(' ', 1)));
  if (parts.length === 0 && byStem.size === 0) return () => false;
  return (given) => {
    const folded = fold(given);
    if (parts.some((part) => folded.includes(part))) return true;
    if (byStem.size === 0) return false;
    const stems = scanWords(folded).flatMap(({ kind, text }) => (kind === 'tail' ? [] : [stem(text)]));
    const spaced = ` ${stems.join(' ')} `;
    return stems.some((one) => byStem.get(one)?.some((phrase) => spaced.includes(phrase)));
  };
}
