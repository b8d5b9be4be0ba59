/** Category paths (§2.1 category_path; Contract §4). */

/**
 * The levels of a category, root first: `Home > Kitchen >  Mugs` becomes `['Home', 'Kitchen', 'Mugs']`. Empty
 * levels are left out; no category has no levels.
 */
export function categoryPath(category: string | null): string[] {
  if (category === null) return [];
  const levels: string[] = [];
  for (const part of category.split('>')) {
    const level = part.trim();
    if (level !== '') levels.push(level);
  }
  return levels;
}
