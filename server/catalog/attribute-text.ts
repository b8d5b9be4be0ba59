/** Attributes written as text, `label: value; label=value`, also one per line (§2.1 attributes; Contract §4). */
import type { Attribute } from './product.ts';

export interface AttributeText {
  /** Untrimmed and unlimited; a label may occur again. */
  readonly attributes: readonly Attribute[];
  /** The first part that has no label, trimmed; null if every part has one. */
  readonly unlabelled: string | null;
}

/** Takes label and value text apart. The first `:` or `=` of a part ends its label, unless it belongs to `https://`. */
export function parseAttributeText(text: string): AttributeText {
  const attributes: Attribute[] = [];
  let unlabelled: string | null = null;
  for (const part of text.split(/[;\n\r\u2028\u2029]+/)) {
    const labelEnd = findLabelEnd(part);
    if (labelEnd > 0) attributes.push([part.slice(0, labelEnd), part.slice(labelEnd + 1)]);
    else if (part.trim() !== '') unlabelled ??= part.trim();
  }
  return { attributes, unlabelled };
}

function findLabelEnd(part: string): number {
  return part.search(/=|:(?!\/\/)/);
}
