/** A category path as one text, so that equal paths are equal texts whatever characters their elements hold. */
export function categoryPathText(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** The inverse of {@link categoryPathText}; an Error for any other text. */
export function parseCategoryPath(text: string): string[] {
  const path: unknown = JSON.parse(text);
  if (!Array.isArray(path)) throw new Error('A category path must be a JSON array.');
  return path.map(String);
}

/** Stands for "no category" in the column of category numbers. */
export const noCategory = 0xffff_ffff;
