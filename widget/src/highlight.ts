/**
 * Splits a text into parts that match the query or not, ignoring case and accents. Earlier words of the query match whole words,
 * also in the plural; the last one matches beginnings of words, but a single letter after other words only a whole word. Words that
 * the text writes together match: `usb c` matches `USBC`, but not the `C` of a cable. Scripts without case have no spaces that one
 * could rely on: their words are cut by the browser, and match anywhere, but never part a letter from its marks. It works on
 * decomposed text, where an accent follows its letter, so that no place has to be counted back.
 */
// Tests: ./highlight.test.ts.

/** Marks that decorate a letter. Others, as in Thai, are part of it. */
const accents = '[\\u0300-\\u036f\\u0591-\\u05c7\\u064b-\\u065f\\u0670]*';

/** The words of a run of letters; several where a script has no spaces. */
function cut(run: string): string[] {
  // Firefox has it since version 125.
  if (!/\p{Lo}/u.test(run) || !Intl.Segmenter) return [run];
  const cutter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...cutter.segment(run)].map(({ segment }) => segment);
}

/** Returns the complete text in pieces, alternating between not matched and matched; one piece if nothing matches. */
export type Split = (text: string) => string[];

/** The split by a query: `Trail run` with the query `run` gives `['Trail ', 'run', '']`. Made once for many texts. */
export function splitBy(query: string): Split {
  const plain = query.normalize('NFD').replace(RegExp(accents, 'g'), '');
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu)?.flatMap(cut);
  if (!words) return (text) => [text];
  // Each letter with optional accents.
  const patterns = words.map((word) => word.replace(/./gu, `$&${accents}`));
  const any = `(?:${patterns.join('|')})`;
  const isLetter = words[1] && !words.at(-1)?.[1];
  const begun = isLetter ? '' : `${patterns.at(-1)}\\p{M}*|`;
  const named = RegExp(
    `(?<![\\p{Lu}\\p{Ll}\\p{N}]\\p{M}*)(${any}{0,2}(?:${begun}${any}(?:(?<=\\p{L}{3})e?[ns])?(?![\\p{Lu}\\p{Ll}\\p{N}\\p{M}])))`,
    'giu',
  );
  return (text) =>
    text
      .normalize('NFD')
      .split(named)
      .map((piece) => piece.normalize());
}
