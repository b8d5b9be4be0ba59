/** Whether a suggestion goes on with what is typed, as against holding it somewhere. */

/** What nearness is judged by. */
interface NearnessRules {
  /** Phrases begin with their noun, as against ending with it. */
  readonly nounFirst: boolean;
  /** The light stem of a folded word. */
  stem(word: string): string;
}

/**
 * Whether the words that are typed begin words of a suggestion, in their order. A word that is typed alone begins the
 * suggestion or the name of its type, or is a whole word of it: `tea` goes on to `green tea`, not to `deep teal swimsuit`.
 * `key` and `folded` are folded; `subject` is the suggestion's type, or null.
 */
export function isNear(
  key: string,
  subject: string | null,
  folded: string,
  { nounFirst, stem }: NearnessRules,
): boolean {
  if (key.startsWith(folded)) return true;
  const words = partsOf(key);
  const typed = partsOf(folded);
  let place = 0;
  for (const text of typed) {
    while (place < words.length && !begins(text, words[place] ?? '', stem)) place += 1;
    if (place === words.length) return false;
    place += 1;
  }
  if (typed.length !== 1 || subject === null) return true;
  const named = partsOf(subject).length;
  const isNamed = (at: number) => (nounFirst ? at < named : at >= words.length - named);
  const [text = ''] = typed;
  return words.some((word, at) => (at === 0 || isNamed(at) || word === text) && begins(text, word, stem));
}

function begins(text: string, word: string, stem: (word: string) => string): boolean {
  return word.startsWith(text) || stem(word) === stem(text);
}

function partsOf(folded: string): string[] {
  return folded.split(/[ -]+/);
}
