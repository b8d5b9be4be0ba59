/**
 * Says which fields of a page the widget binds: those that `data-target` selects. Reads selectors of one element each, with tag, id,
 * classes and attributes; for others (relations, pseudo-classes) the answer is null, since a page without a tree cannot tell. Pure.
 */
// Tests: ./target-rule.test.ts.
import type { Tag } from './html-tags.ts';

type Test = (tag: Tag) => boolean;

/** Whether the widget binds the field of the tag; null if the selector is not understood here. */
export function isBound(selector: string, tag: Tag): boolean | null {
  if (tag.name !== 'input' && tag.name !== 'textarea') return false;
  const tests = splitList(selector).map(parseCompound);
  if (tests.some((test) => test?.(tag) === true)) return true;
  return tests.includes(null) ? null : false;
}

/** The selectors of a list; a comma within brackets or quotes does not part them. What cannot be parted stays whole. */
function splitList(selector: string): string[] {
  const parts = selector.match(/(?:\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]|[^,[])+/g) ?? [];
  return parts.join(',').length === selector.length ? parts : [selector];
}

const attribute = /\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*([iI]?)\s*)?\]/y;

/** A test of one element; null for what is not understood. */
function parseCompound(text: string): Test | null {
  const selector = text.trim();
  const tests: Test[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(selector);
    at += found?.[0].length ?? 0;
    return found;
  };
  const name = take(/\*|[a-z][a-z0-9-]*/iy)?.[0].toLowerCase();
  if (name !== undefined && name !== '*') tests.push((tag) => tag.name === name);
  while (at < selector.length) {
    const part = take(/([#.])([\w-]+)/y) ?? take(attribute);
    if (part === null) return null;
    tests.push(part[0].startsWith('[') ? attributeTest(part) : namedTest(part));
  }
  return selector === '' ? null : (tag) => tests.every((test) => test(tag));
}

function namedTest([, sign, word = '']: RegExpExecArray): Test {
  if (sign === '#') return ({ attributes }) => attributes.get('id') === word;
  return ({ attributes }) => (attributes.get('class') ?? '').split(/\s+/).includes(word);
}

function attributeTest([, name = '', operator, ...rest]: RegExpExecArray): Test {
  const key = name.toLowerCase();
  const [double, single, bare, flag] = rest;
  const given = double ?? single ?? bare;
  // Browsers compare the types of fields without regard to case.
  const fold = (value: string) => (flag || key === 'type' ? value.toLowerCase() : value);
  const wanted = given === undefined ? null : fold(given);
  return ({ attributes }) => {
    const value = attributes.get(key);
    if (value === undefined) return false;
    return wanted === null || compare(operator ?? '', fold(value), wanted);
  };
}

function compare(operator: string, value: string, wanted: string): boolean {
  switch (operator) {
    case '~':
      return wanted !== '' && value.split(/\s+/).includes(wanted);
    case '|':
      return value === wanted || value.startsWith(`${wanted}-`);
    case '^':
      return wanted !== '' && value.startsWith(wanted);
    case '$':
      return wanted !== '' && value.endsWith(wanted);
    case '*':
      return wanted !== '' && value.includes(wanted);
    default:
      return value === wanted;
  }
}
