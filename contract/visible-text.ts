/**
 * Texts of strangers, such as queries, where people read them: characters that are not seen, or that turn the order of
 * others around, would make one text look like another. Joiners stay, which Persian and emoji are written with.
 */

const unseen = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** For reading: each such character by its name, `‹U+202E›`. */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `‹U+${code.padStart(4, '0')}›`;
  });
}

/** For use: without them. */
export function withoutUnseen(text: string): string {
  return text.replace(unseen, '').trim();
}
