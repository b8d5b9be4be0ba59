/** The words and phrases that a store blocks: whole words where there are some, any part in scripts without spaces. */
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';

/** Whether a phrase holds something that is blocked. */
export type Blocks = (phrase: string) => boolean;

/** Reads a blocklist once, for many phrases. */
export function readBlocklist(blocklist: readonly string[]): Blocks {
  const parts: string[] = [];
  /** Blocked words between spaces, by the first of them. */
  const spacedByWord = new Map<string, string[]>();
  for (const text of blocklist.map(fold)) {
    const words = scanWords(text);
    const [first] = words;
    if (first === undefined) continue;
    if (words.some(({ kind }) => kind !== 'word')) parts.push(text);
    else {
      const known = spacedByWord.get(first.text) ?? [];
      spacedByWord.set(first.text, [...known, ` ${words.map((word) => word.text).join(' ')} `]);
    }
  }
  if (parts.length === 0 && spacedByWord.size === 0) return () => false;
  return (phrase) => {
    const folded = fold(phrase);
    if (parts.some((part) => folded.includes(part))) return true;
    if (spacedByWord.size === 0) return false;
    const words = scanWords(folded).flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text]));
    const spaced = ` ${words.join(' ')} `;
    return words.some((word) => spacedByWord.get(word)?.some((text) => spaced.includes(text)));
  };
}
