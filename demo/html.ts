/**
 * Writes HTML safely: each text that does not come from a template of ours is escaped. Attribute values must be in double quotes in
 * the template. It parses nothing and knows no limit of length. null and false leave nothing; markup that was made elsewhere may never
 * be passed as Html.
 */
// Tests: ./storefront.test.ts.

/** Markup that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A part of a template: text is escaped, lists are joined, null and false leave nothing. */
type Part = Html | string | number | null | false | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of markup, for contents and for values of attributes in double quotes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.map((text, index) => text + render(parts[index] ?? null)).join(''));
}

function render(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') {
    return `${part}`.replace(/[&<>"']/g, (character) => entities[character] ?? '');
  }
  return part.map(({ text }) => text).join('');
}
