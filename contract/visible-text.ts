/**
 * Texts of strangers, such as queries, where people read them: characters that are not seen, or that turn the order of
 * others around, would make one text look like another. Joiners stay where they do work: in scripts whose letters join
 * (Persian, Hindi), and between the pictures of one emoji.
 */
// Tests: ./visible-text.test.ts.

/** Scripts in which a joiner changes what is seen. */
const joining = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu']
  .concat(['Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'])
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const working = [
  `(?<=[${joining}]\\p{M}*)[\\u200C\\u200D](?=[${joining}])`,
  '(?<=\\p{Extended_Pictographic}[\\uFE0F\\u{1F3FB}-\\u{1F3FF}]*)\\u200D(?=\\p{Extended_Pictographic})',
].join('|');
/** Controls, formats, halves of pairs, separators of lines, and letters without a shape. */
const unseen = new RegExp(
  `(?!${working})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\u034F\\u115F\\u1160\\u3164\\uFFA0]`,
  'gu',
);

/** Shows each such character by its name, `‹U+202E›`, for reading. */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => `‹${nameOf(character)}›`);
}

/** The first such character by its name, and its place counted in characters from 1; null where there is none. */
export function findUnseen(
  text: string,
  pattern: RegExp = unseen,
): { readonly name: string; readonly place: number } | null {
  const index = text.search(pattern);
  if (index === -1) return null;
  return { name: nameOf(text.slice(index)), place: Array.from(text.slice(0, index)).length + 1 };
}

/** Returns the code point of the first character as `U+202E`. */
function nameOf(text: string): string {
  const code = (text.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}

/** Removes such characters, and spaces at both ends, for use. */
export function stripInvisible(text: string): string {
  return text.replace(unseen, '').trim();
}
