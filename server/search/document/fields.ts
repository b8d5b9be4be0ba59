/**
 * What an occurrence of a word in a product says about the product, as bits that are collected while a product is
 * indexed; occurrence.ts turns them into points.
 */
export const field = {
  /** In the title, as the noun that names the thing: `mouse` of `Logitech wireless mouse M185 for notebooks`. */
  titleNoun: 1,
  /** In the title as any other part of its name, or after a comma, a bracket or a dash. */
  titleName: 2,
  /** In the title after a word such as `for`: what the thing goes with. */
  titleUse: 4,
  /** Among the first few words of the title, a leading brand not counted. */
  titleEarly: 8,
  /** In the title more than once, not counting what the thing goes with. */
  titleRepeated: 16,
  /** The title has few words. */
  titleShort: 32,
  /** In the title, while category or brand say a form of the word. */
  topicForm: 64,
  category: 128,
  brand: 256,
  /** Generated phrases, shown or not (§2.1 suggestion_phrases and search_phrases). */
  phrase: 512,
  /** The value of an attribute. */
  value: 1024,
  /** The label of an attribute that the product has: not of `bluetooth: no`. */
  label: 2048,
  /** The product is that: the noun of its type, in the title or not. */
  type: 4096,
} as const;

/** Any place in the title; a type counts as one, since it says more of the product than its title. */
export const titleFields = field.titleNoun | field.titleName | field.titleUse | field.type;
