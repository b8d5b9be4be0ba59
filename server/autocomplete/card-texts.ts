/** The words that a product card shows: title and category, in the order of their weight. */
export function cardTexts(card: Uint8Array): string {
  const { title, category } = JSON.parse(Buffer.from(card).toString()) as {
    readonly title: string;
    readonly category: string | null;
  };
  return `${title} ${category ?? ''}`;
}
