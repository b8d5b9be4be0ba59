/** Whether a suggestion continues the typed text rather than only containing it. */

/** What nearness is judged by. */
interface NearnessRules {
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** The light stem of a folded word. */
  stem(word: string): string;
}

/**
 * Several typed words must begin words of the suggestion, in the same order. A single typed word must begin the suggestion
 * or any word of its type's name (another inflected form counts), or equal one of its words: `tea` continues to `green tea`, not
 * to `deep teal swimsuit`.
 * `folded` is the query; `key` is folded; `subject` is the suggestion's type, or null.
 */
export function createNearness(
  folded: string,
  { nounFirst, stem }: NearnessRules,
): (key: string, subject: string | null) => boolean {
  const typed = partsOf(folded).map((text) => ({ text, stem: stem(text) }));
  const begins = (place: number, word: string) => {
    const part = typed[place];
    if (part === undefined || word[0] !== part.text[0]) return false;
    return word.startsWith(part.text) || stem(word) === part.stem;
  };
  return (key, subject) => {
    if (key.startsWith(folded)) return true;
    const words = partsOf(key);
    let place = 0;
    for (const word of words) if (place < typed.length && begins(place, word)) place += 1;
    if (place < typed.length) return false;
    if (typed.length !== 1 || subject === null) return true;
    const named = partsOf(subject).length;
    const isNamed = (at: number) => (nounFirst ? at < named : at >= words.length - named);
    return words.some((word, at) => (at === 0 || isNamed(at) || word === typed[0]?.text) && begins(0, word));
  };
}

function partsOf(folded: string): string[] {
  return folded.split(/[ -]+/).filter((part) => part !== '');
}
