/**
 * JSON in what a model says. Models that no schema holds wrap it into a code fence, talk before and after it, leave
 * commas behind last elements, or are cut off. Nothing is guessed: what is read stood there, whole. All of it is
 * linear in the text.
 */

/** The document in the text; undefined where there is no whole one. */
export function findJson(text: string): unknown {
  const answer = withoutThoughts(text);
  const candidates = [
    answer,
    /```(?:json)?\s*\n([\s\S]*?)```/i.exec(answer)?.[1],
    between(answer, '{', '}'),
    between(answer, '[', ']'),
  ];
  for (const candidate of candidates) {
    const value = candidate === undefined ? undefined : parseLoosely(candidate);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

/** Every object that holds no other object and stands there whole, as in an answer that was cut off. */
export function findObjects(text: string): readonly unknown[] {
  const answer = withoutThoughts(text);
  const objects: unknown[] = [];
  let start = -1;
  let inString = false;
  for (let index = 0; index < answer.length; index++) {
    const sign = answer[index];
    if (inString) {
      if (sign === '\\') index += 1;
      // A string of JSON ends with its line at the latest.
      else if (sign === '"' || sign === '\n') inString = false;
    } else if (sign === '"') {
      inString = start !== -1;
    } else if (sign === '{') {
      start = index;
    } else if (sign === '}' && start !== -1) {
      const value = parseLoosely(answer.slice(start, index + 1));
      if (value !== undefined) objects.push(value);
      start = -1;
    }
  }
  return objects;
}

/** Models that reason aloud close their thoughts with this mark. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf('</think>');
  return (end === -1 ? text : text.slice(end + '</think>'.length)).trim();
}

function between(text: string, open: string, close: string): string | undefined {
  const [start, end] = [text.indexOf(open), text.lastIndexOf(close)];
  return start === -1 || end < start ? undefined : text.slice(start, end + 1);
}

/** With commas behind last elements forgiven. */
function parseLoosely(text: string): unknown {
  for (const read of [(same: string) => same, dropTrailingCommas]) {
    try {
      return JSON.parse(read(text));
    } catch {
      // Not this way.
    }
  }
  return undefined;
}

function dropTrailingCommas(text: string): string {
  let kept = '';
  let keptUpTo = 0;
  let comma = -1;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? '';
    if (inString) {
      if (sign === '\\') index += 1;
      else if (sign === '"') inString = false;
      continue;
    }
    if ((sign === '}' || sign === ']') && comma !== -1) {
      kept += text.slice(keptUpTo, comma);
      keptUpTo = comma + 1;
    }
    inString = sign === '"';
    if (sign === ',') comma = index;
    else if (sign.trim() !== '') comma = -1;
  }
  return kept + text.slice(keptUpTo);
}
