/**
 * Turns a Markdown file of the repository into a page of the site: its heading becomes the title, and its links lead to pages of the
 * site. Throws where a link of the repository leads to no file. Only files that navigation.ts names become pages. It changes nothing
 * in the repository and checks no link to the outside.
 */
// Tests: test/docs/pages.test.ts.
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { SitePage } from './navigation.ts';

/** The address of the first page. */
export const siteBase = '/docs';

/** The address by which the Markdown names pages that exist in the site only. */
const localOrigin = 'http://127.0.0.1:3000';
const localSite = `${localOrigin}${siteBase}/`;

/** The folder of pictures in the repository that the site shows. */
const picturesFolder = 'docs/pictures/';

export interface StagedPage {
  readonly slug: string;
  readonly title: string;
  /** Markdown without the heading. */
  readonly body: string;
  /** Pictures that it shows, below `docs/pictures/`. */
  readonly pictures: readonly string[];
}

/** `text` is the file's; `slugs` are those of all files that are pages, by their path from the root. */
export function stagePage(
  { file, slug }: SitePage,
  text: string,
  slugs: ReadonlyMap<string, string>,
  root: string,
): StagedPage {
  const heading = /^# (.+)$/m.exec(text);
  if (heading?.[1] === undefined) throw new Error(`${file} has no heading.`);
  const title = heading[1].replaceAll('`', '');
  const pictures: string[] = [];
  const body = text
    .replace(heading[0], '')
    .replace(
      /(!?)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]+)\)/g,
      (link, mark: string, label: string, target: string) => {
        if (target.startsWith(localSite)) return `[${label}](${target.slice(localOrigin.length)})`;
        if (/^(https?:|mailto:|#)/.test(target)) return link;
        const [path = '', anchor] = target.split('#');
        const found = normalize(join(dirname(file), path))
          .replaceAll('\\', '/')
          .replace(/\/$/, '');
        if (!existsSync(join(root, found)))
          throw new Error(`${file} links to ${target}, which does not exist.`);
        if (mark === '!') {
          const picture = found.slice(picturesFolder.length);
          pictures.push(picture);
          return `![${label}](${siteBase}/pictures/${picture})`;
        }
        const known = slugs.get(found);
        if (known === undefined) return label.includes('`') ? label : `\`${found}\``;
        return `[${label}](${pageAddress(known)}${anchor === undefined ? '' : `#${anchor}`})`;
      },
    )
    .trim();
  return { slug, title, body, pictures };
}

/** The address of a page, without a trailing slash. */
export function pageAddress(slug: string): string {
  return slug === '' ? siteBase : `${siteBase}/${slug}`;
}
