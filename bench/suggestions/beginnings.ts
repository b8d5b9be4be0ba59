/**
 * Parses beginnings from a plain text file: one a line, under the name of their catalog in brackets. It reads no file itself. A line
 * under no catalog, or one that stands twice, throws with the line in the message; blank lines and comments (`#`) are passed over.
 */
// Tests: test/bench/suggestion-sheets.test.ts.

/** The texts that shoppers begin to type in one catalog. */
export interface CatalogBeginnings {
  readonly catalog: string;
  readonly beginnings: readonly string[];
}

/** Blank lines and those that begin with `#` say nothing. Throws where a line stands before any catalog, or twice. */
export function parseBeginnings(text: string): CatalogBeginnings[] {
  const sections: { catalog: string; beginnings: string[] }[] = [];
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const catalog = /^\[(.+)\]$/.exec(line)?.[1];
    if (catalog !== undefined) {
      sections.push({ catalog, beginnings: [] });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) throw new Error(`"${line}" stands under no catalog.`);
    if (section.beginnings.includes(line))
      throw new Error(`"${line}" stands twice under ${section.catalog}.`);
    section.beginnings.push(line);
  }
  return sections;
}
