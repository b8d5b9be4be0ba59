/**
 * Reads the files of this folder, which hold words and nothing else, so that a language is changed or added without touching code: a
 * file for each use of words, by the code of the language (`de`, ISO 639). A key may name several languages (`no nb`); a line may hold
 * several words. Words that are compared with folded text are stored folded. Pure: nothing is ever changed while the program runs. The
 * files are part of the program and trusted: a language without an entry has no words, never an error.
 */
// Tests: server/search/text/stop-words.test.ts.

/** The entries of a file by language code, such as `de`. */
export function byLanguage<Entry>(file: Readonly<Record<string, Entry>>): ReadonlyMap<string, Entry> {
  return new Map(
    Object.entries(file).flatMap(([codes, entry]) => codes.split(' ').map((code) => [code, entry] as const)),
  );
}

/** The words of some lines; none where there are no lines. */
export function wordsOfLines(lines: readonly string[] = []): string[] {
  return lines.flatMap((line) => line.split(' '));
}
