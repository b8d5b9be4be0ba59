/** Whether a suggestion goes on with what is typed, as against holding it somewhere. */

/** What nearness is judged by. */
interface NearnessRules {
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** The light stem of a folded word. */
  stem(word: string): string;
}

/**
 * Tells whether the words that are typed begin words of a suggestion, in their order. A word that is typed alone begins the
 * suggestion or the name of its type, or is a whole word of it: `tea` goes on to `green tea`, not to `deep teal swimsuit`.
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
