/**
 * Chooses the letters that are typed in the dropdown of a new store: the beginning of the word that most titles share, so that several
 * products show. Titles in the script of the store's language come before others. Pure.
 */
// Tests: ./first-query.test.ts.

/** Letters after which the dropdown shows something, and leaves something to type. Chosen. */
const lettersTyped = 3;

/** The letters to type for these titles, in a store of this language; empty without a title. */
export function firstQueryOf(titles: readonly string[], locale: string): string {
  const script = scriptOf(locale);
  const readable = titles.filter((title) => script.test(title));
  const counts = new Map<string, number>();
  for (const title of readable) {
    for (const word of new Set(wordsOf(title))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [shared] = [...counts].sort(([, one], [, other]) => other - one);
  return beginningOf(shared?.[0] ?? readable[0] ?? titles[0] ?? '');
}

/** Matches a letter of the language's script; any letter for a language of several scripts, such as Japanese. */
function scriptOf(locale: string): RegExp {
  try {
    return new RegExp(`\\p{Script=${new Intl.Locale(locale).maximize().script}}`, 'u');
  } catch {
    return /\p{L}/u;
  }
}

/** The words that leave something to type. */
function wordsOf(title: string): readonly string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => [...word].length > lettersTyped);
}

function beginningOf(text: string): string {
  return [...text].slice(0, lettersTyped).join('').trim();
}
