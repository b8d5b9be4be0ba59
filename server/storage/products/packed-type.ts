/**
 * A product's type as text: its name, and in a column of its own what else is known of it, short since most products of a store share
 * theirs. Details are lines: the confidence in hundredths, then `=` and another name, or the letter of a source and what it says,
 * which is left out where it is the name itself. Pure. The confidence is in hundredths (0 to 100); a text of another form is refused
 * by {@link isTypeDetails} before it is unpacked. It never decides which type a product has.
 */
// Tests: ./packed-type.test.ts.
import type { ProductType, TypeEvidence } from '../../catalog/product-type.ts';

/** Letters are never given to another source. */
const letters: Readonly<Record<TypeEvidence['source'], string>> = {
  title: 't',
  category: 'c',
  attribute: 'a',
  catalog: 's',
  provider: 'p',
  person: 'o',
};
const sources = new Map(
  Object.entries(letters).map(([source, letter]) => [letter, source as TypeEvidence['source']]),
);

const otherName = '=';
const details = '(?:100|[1-9]?[0-9])(?:\\n[=tcaspo][^\\n]*)*';
const detailsForm = new RegExp(`^${details}$`);
const wholeForm = new RegExp(`^[^\\n]+\\n${details}$`);

/** Everything but the name. */
export function packTypeDetails({ name, otherNames, confidence, evidence }: ProductType): string {
  return [
    String(Math.round(confidence * 100)),
    ...otherNames.map((other) => `${otherName}${onLine(other)}`),
    ...evidence.map(({ source, text }) => `${letters[source]}${text === name ? '' : onLine(text)}`),
  ].join('\n');
}

/** Unpacks the text of {@link packTypeDetails}; null if there is no name. */
export function unpackType(name: string | null, packed: string | null): ProductType | null {
  if (name === null) return null;
  const [percent = '0', ...lines] = (packed ?? '0').split('\n');
  const otherNames: string[] = [];
  const evidence: TypeEvidence[] = [];
  for (const line of lines) {
    const [letter = '', text] = [line.charAt(0), line.slice(1)];
    const source = sources.get(letter);
    if (letter === otherName) otherNames.push(text);
    else if (source !== undefined) evidence.push({ source, text: text === '' ? name : text });
  }
  return { name, otherNames, confidence: Number(percent) / 100, evidence };
}

/** Name and details as one text. */
export function packWholeType(type: ProductType | null): string | null {
  return type === null ? null : `${onLine(type.name)}\n${packTypeDetails(type)}`;
}

/** Unpacks the text of {@link packWholeType}. */
export function unpackWholeType(packed: string | null): ProductType | null {
  if (packed === null) return null;
  const end = packed.indexOf('\n');
  return unpackType(packed.slice(0, end), packed.slice(end + 1));
}

/** Whether a text is what {@link packTypeDetails} makes. */
export function isTypeDetails(text: string): boolean {
  return detailsForm.test(text);
}

/** Whether a text is what {@link packWholeType} makes. */
export function isWholeType(text: string): boolean {
  return wholeForm.test(text);
}

/** Generators say what they like; a line is a line. */
function onLine(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text;
}
