/**
 * The sentences of a document of rules (SPEC, CONTRACT) as data, each with an id of its section and its place there: `§4.7.3`,
 * `Contract §5.12`. A row of a table is one sentence. A sentence is cut after 110 characters. It judges no rule and reads no file;
 * text that it cannot place belongs to no section and is left out.
 */
// Tests: test/tidy/spec-coverage.test.ts.
import { hash } from 'node:crypto';

/** One sentence. */
export interface RuleText {
  readonly id: string;
  /** Its beginning, for people. */
  readonly text: string;
  /** The hash of the whole text, by which a changed sentence is noticed. */
  readonly hash: string;
}

/** Characters of a sentence that are kept. */
const shownLength = 110;

/** `prefix`: what stands before the section in an id. Text before the first numbered heading belongs to no section. */
export function splitRules(markdown: string, prefix: '§' | 'Contract §'): RuleText[] {
  const rules: RuleText[] = [];
  const counts = new Map<string, number>();
  for (const { section, sentence } of sentencesOf(markdown)) {
    const count = (counts.get(section) ?? 0) + 1;
    counts.set(section, count);
    rules.push({
      id: `${prefix}${section}.${count}`,
      text: sentence.length > shownLength ? `${sentence.slice(0, shownLength - 1).trimEnd()}…` : sentence,
      hash: hash('sha256', sentence).slice(0, 10),
    });
  }
  return rules;
}

interface Sentence {
  readonly section: string;
  readonly sentence: string;
}

function sentencesOf(markdown: string): Sentence[] {
  let section: string | null = null;
  const blocks: { readonly section: string; readonly kind: 'row' | 'text'; text: string }[] = [];
  let isOpen = false;
  let isHeader = true;
  for (const line of markdown.split('\n').map((text) => text.trim())) {
    const heading = /^#+ (\d+(?:\.\d+)?)\.? /.exec(line);
    if (heading !== null) section = heading[1] ?? null;
    const isRow = line.startsWith('|');
    const startsItem = /^(?:- |\d+\. )/.test(line);
    if (line === '' || line.startsWith('#') || section === null) isOpen = false;
    else if (isRow) {
      // The first row names the columns, the second one parts them from the rest.
      if (!isHeader && !/^\|[\s|:-]+\|$/.test(line))
        blocks.push({ section, kind: 'row', text: cellsOf(line) });
      isOpen = false;
    } else if (isOpen && !startsItem) {
      const last = blocks.at(-1);
      if (last !== undefined) last.text += ` ${line}`;
    } else {
      blocks.push({ section, kind: 'text', text: line.replace(/^(?:- |\d+\. )/, '') });
      isOpen = true;
    }
    isHeader = !isRow;
  }
  return blocks.flatMap(({ section: of, kind, text }) =>
    (kind === 'row' ? [text] : splitSentences(text)).map((sentence) => ({ section: of, sentence })),
  );
}

function cellsOf(row: string): string {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');
}

/** A bold word at the beginning belongs to the sentence behind it. Words before a list, and what is left open, are none. */
function splitSentences(text: string): string[] {
  return text
    .replace(/^\*\*([^*]+)\*\*/, '$1')
    .split(/(?<=[.!?][)*”"]{0,3})(?<!^[A-Z][a-z]+(?: [a-z]+){0,2}\.)\s+(?=[A-Z`"(*“{])/)
    .filter((sentence) => sentence !== '' && !isHeading(sentence) && !leftOpen.test(sentence));
}

/** `Rules:`, `Product card:`; a longer one says something of its own. */
function isHeading(sentence: string): boolean {
  return sentence.endsWith(':') && sentence.length < 50;
}

const leftOpen = /^[^;]*: not shown\.$/;
