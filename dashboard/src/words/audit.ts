/** Entries of the audit log in words. */

/** `key.created` or `key_created` as `Key created`: the codes are words already. */
export function sentenceOfAction(action: string): string {
  const words = action.replace(/[._]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One line for each detail. */
export function describeDetails(details: unknown): readonly string[] {
  if (typeof details !== 'object' || details === null) return [];
  return Object.entries(details).map(
    ([name, value]) => `${name.replaceAll('_', ' ')}: ${describeValue(value)}`,
  );
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(describeValue).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
