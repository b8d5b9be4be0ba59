/**
 * Cuts all pages into the sections that the site's search box finds, at most 150 words each. Pure. Words beyond the 150th are not
 * searched, and the page still shows them. Headings of the fourth level and deeper begin no section. It never throws: a page without a
 * heading is one section.
 */
// Tests: test/docs/pages.test.ts.
import { pageAddress, type StagedPage } from './stage-page.ts';

export interface SiteSectionText {
  readonly title: string;
  /** The title of the page. */
  readonly page: string;
  readonly url: string;
  /** Plain text, a line an entry. */
  readonly text: readonly string[];
  /** The code with which the rows of its tables begin. */
  readonly names: readonly string[];
  /** Whether it says how or why something works inside: found after the guides. */
  readonly isBackground: boolean;
}

/** Words of a section that are searched. Chosen: its index is built by the service when the first reader searches. */
const wordsMax = 150;

/**
 * A section begins at each heading of the second and third level; what stands before the first is the page's own. A
 * decision record is one section, or it would crowd out other pages. `backgroundSlugs` are the pages found after the guides.
 */
export function siteSections(
  pages: readonly StagedPage[],
  backgroundSlugs: ReadonlySet<string>,
): SiteSectionText[] {
  return pages.flatMap(({ slug, title, body }) => {
    const isBackground = backgroundSlugs.has(slug);
    const text = body.replace(/^```[\s\S]*?^```$/gm, '');
    const parts = slug.startsWith('decisions/') ? [text] : text.split(/^(?=#{2,3} )/m);
    return parts.map((part) => {
      const heading = /^#{2,3} (.+)\n?/.exec(part);
      const own = plainText(heading?.[1] ?? title);
      const isPageItself = heading === null || parts.length === 1;
      return {
        title: isPageItself ? title : own,
        page: title,
        url: isPageItself ? pageAddress(slug) : `${pageAddress(slug)}#${headingAnchor(own)}`,
        text: firstWords(part.slice(heading?.[0].length ?? 0)),
        names: isBackground ? [] : rowNames(part),
        isBackground,
      };
    });
  });
}

/** Lines without marks, as many as hold the words that are searched. */
function firstWords(part: string): string[] {
  let words = 0;
  return part
    .split('\n')
    .map(plainText)
    .filter((line) => {
      words += line.split(' ').length;
      return words <= wordsMax && /\p{L}/u.test(line);
    });
}

/** Words in code in the first two cells of the rows of a table, such as `PORT` and `invalid_api_key`. */
function rowNames(part: string): string[] {
  const cells = Array.from(part.matchAll(/^\|([^|]*\|[^|]*)\|/gm), ([, two = '']) => two);
  const names = cells.flatMap((cell) => Array.from(cell.matchAll(/`(\w[\w-]*)`/g), ([, name = '']) => name));
  return [...new Set(names)];
}

/** Returns the text without the marks of Markdown. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\||^#+ /g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Makes an anchor as Starlight and GitHub name headings. */
function headingAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
