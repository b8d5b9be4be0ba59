/**
 * The attributes of a row (§2.1; Contract §4): the `attributes` field and every key that is not a standard field become
 * pairs of label and value. Labels are strangers' text and are kept in a Map, so that `__proto__` is an ordinary label.
 * Pure; it never fails a row: at most 100 attributes, labels of 64 and values of 1,000 characters, 8 levels; what is beyond is cut or
 * left out with a warning.
 */
// Tests: ./attributes.test.ts.
import { limits } from '../../contract/limits.ts';
import { decimalText } from './decimal.ts';
import { nameType, quote } from './problem.ts';
import type { Attribute } from './product.ts';
import type { Row } from './row.ts';
import { cutText, isLongerThan, isPresent, toOneLine } from './text.ts';

/** Reads all attributes of a row, those of the field first; a label keeps its first place and its last value. */
export function readAttributes(row: Row): Attribute[] {
  const collector = new AttributeCollector(row);
  const field = row.raw.attributes;
  if (typeof field === 'string') readFieldText(row, collector, field.trim());
  else if (isPresent(field)) readFieldValue(row, collector, field);
  for (const key of Object.keys(row.raw)) {
    if (row.isAttribute(key)) collector.add(key, key, row.raw[key], 0);
  }
  return collector.attributes();
}

function readFieldValue(row: Row, collector: AttributeCollector, field: unknown): void {
  // PHP writes an empty map as an empty list.
  if (Array.isArray(field) && field.length === 0) return;
  if (typeof field === 'object' && field !== null && !Array.isArray(field)) {
    for (const [label, value] of Object.entries(field)) collector.add('attributes', label, value, 0);
  } else refuseField(row, `The attributes are ${nameType(field)}`, field);
}

function readFieldText(row: Row, collector: AttributeCollector, text: string): void {
  if (text.startsWith('{') || (text.startsWith('[') && text.endsWith(']'))) {
    readFieldJson(row, collector, text);
  } else if (text !== '') readLabelledText(row, collector, text);
}

function readFieldJson(row: Row, collector: AttributeCollector, text: string): void {
  const parsed = parseJson(text);
  if (parsed === null) refuseField(row, 'The attributes look like JSON but cannot be parsed', text);
  else {
    // Escapes such as \\u0000 were harmless in the text and are characters now.
    row.checkTexts(parsed, '/attributes');
    readFieldValue(row, collector, parsed);
  }
}

function readLabelledText(row: Row, collector: AttributeCollector, text: string): void {
  const { attributes, unlabelled } = parseAttributeText(text);
  for (const [label, value] of attributes) collector.add('attributes', label, value, 0);
  if (attributes.length === 0) refuseField(row, `The attributes ${quote(text)} have no label`, text);
  else if (unlabelled !== null) {
    const message = `The part ${quote(unlabelled)} has no label and was left out; write it like "label: value".`;
    row.warnKey('attributes', 'attributes_invalid', message, unlabelled);
  }
}

function refuseField(row: Row, fault: string, value: unknown): void {
  const message = `${fault}; give an object of labels and values, or text like "color: red; size=M".`;
  row.failKey('attributes', 'attributes_invalid', message, value);
}

/** The object or list that JSON text holds; null if it is neither or no JSON. */
function parseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Gathers labels and values of one row under the limits, and notes on the row what it cut or left out. */
class AttributeCollector {
  private readonly row: Row;
  private readonly values = new Map<string, string>();
  private isFull = false;

  constructor(row: Row) {
    this.row = row;
  }

  attributes(): Attribute[] {
    return [...this.values];
  }

  /**
   * Adds a value of any JSON type that was found under the top-level key `source`. An object is flattened to
   * `label.key` down to the depth limit and is JSON text below; a list is joined with `, `.
   */
  add(source: string, label: string, value: unknown, depth: number): void {
    if (this.isFull) return;
    if (
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      depth < limits.attributeDepth
    ) {
      // Cut here already: a huge label before many keys would otherwise be copied for each of them.
      const prefix = cutText(label, limits.attributeLabelMaxLength);
      for (const [key, nested] of Object.entries(value))
        this.add(source, `${prefix}.${key}`, nested, depth + 1);
      return;
    }
    const text = toAttributeValue(value);
    if (text !== '') this.addText(source, toOneLine(label), text);
  }

  private addText(source: string, label: string, value: string): void {
    const key = this.cut(source, 'label', label, label, limits.attributeLabelMaxLength);
    if (key === '') this.warn(source, 'A value without a label was left out.', value);
    else if (this.values.size < limits.attributesPerProduct || this.values.has(key)) {
      this.values.set(key, this.cut(source, 'value', label, value, limits.attributeValueMaxLength));
    } else {
      this.isFull = true;
      const message = `Only ${limits.attributesPerProduct} attributes were taken; ${quote(key)} and the rest were left out.`;
      this.warn(source, message, null);
    }
  }

  private cut(source: string, what: string, label: string, text: string, maxLength: number): string {
    if (!isLongerThan(text, maxLength)) return text;
    const message = `The ${what} of the attribute ${quote(label)} was cut to ${maxLength} characters.`;
    this.warn(source, message, text);
    return cutText(text, maxLength);
  }

  private warn(source: string, message: string, value: unknown): void {
    this.row.warnKey(source, 'attributes_invalid', message, value);
  }
}

/** One line of text for a value; `''` for null, blank text, and anything that JSON cannot represent. */
function toAttributeValue(value: unknown): string {
  if (typeof value === 'string') return toOneLine(value);
  if (typeof value === 'number') return Number.isFinite(value) ? decimalText(value) : '';
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return joinList(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}

/** The elements that say anything, joined with `, `; objects and lists among them as JSON text. */
function joinList(list: readonly unknown[]): string {
  const parts: string[] = [];
  let length = 0;
  for (const element of list) {
    // Past the limit the text is cut anyway (a code point has at most two units).
    if (length > limits.attributeValueMaxLength * 2) break;
    const part = Array.isArray(element) ? JSON.stringify(element) : toAttributeValue(element);
    if (part === '') continue;
    parts.push(part);
    length += part.length;
  }
  return parts.join(', ');
}

interface AttributeText {
  /** Untrimmed and unlimited; a label may occur again. */
  readonly attributes: readonly Attribute[];
  /** The first part that has no label, trimmed; null if every part has one. */
  readonly unlabelled: string | null;
}

/**
 * Parses attributes written as text, `label: value; label=value`, also one a line. The first `:` or `=` of a part ends its
 * label, unless it belongs to `https://`.
 */
function parseAttributeText(text: string): AttributeText {
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
