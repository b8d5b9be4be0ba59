/** What a text of a product holds, title apart. */
import { fold } from './fold.ts';
import type { Respell } from './respelling.ts';
import { indexTerms, scanWords } from './words.ts';

/** The terms of a text in both of its spellings. */
export function textTerms(text: string, respell: Respell): string[] {
  const terms = indexTerms(scanWords(fold(text)));
  const respelled = respell(text);
  return respelled === null ? terms : [...terms, ...indexTerms(scanWords(fold(respelled)))];
}
