/** The fields of a document that are searched, as bits of the mask that every posting carries. */
export const field = {
  title: 1,
  category: 2,
  brand: 4,
  /** Generated phrases, shown or not (§2.1 suggestion_phrases and search_phrases). */
  phrase: 8,
  attributeValue: 16,
  attributeLabel: 32,
  /** A whole code without punctuation. */
  identifier: 64,
} as const;
