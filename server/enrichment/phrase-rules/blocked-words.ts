/**
 * The words and phrases that a store blocks: whole words where there are some, in every form that has the same stem
 * (`hoodies` by `hoodie`), any part in scripts without spaces.
 */
import { fold } from '../../search/text/fold.ts';
import { scanWords } from '../../search/text/words.ts';

/** Whether a text holds something that is blocked. */
export type Blocks = (text: string) => boolean;

/** Reads a blocklist once, for many texts. `stem` is that of the store's language. */
export function readBlocklist(blocklist: readonly string[], stem: (word: string) => string): Blocks {
  const parts: string[] = [];
  /** Stems of blocked words between spaces, by the first of them. */
  const spacedByStem = new Map<string, string[]>();
  for (const text of blocklist.map(fold)) {
    const words = scanWords(text);
    if (words.some(({ kind }) => kind !== 'word')) parts.push(text);
    const stems = words.filter(({ kind }) => kind === 'word').map((word) => stem(word.text));
    const [first] = stems;
    if (first === undefined || stems.length < words.length) continue;
    spacedByStem.set(first, [...(spacedByStem.get(first) ?? []), ` ${stems.join(' ')} `]);
  }
  if (parts.length === 0 && spacedByStem.size === 0) return () => false;
  return (given) => {
    const folded = fold(given);
    if (parts.some((part) => folded.includes(part))) return true;
    if (spacedByStem.size === 0) return false;
    const stems = scanWords(folded).flatMap(({ kind, text }) => (kind === 'tail' ? [] : [stem(text)]));
    const spaced = ` ${stems.join(' ')} `;
    return stems.some((one) => spacedByStem.get(one)?.some((text) => spaced.includes(text)));
  };
}
