/**
 * Builds the site of the documentation: stages the repository's Markdown as pages, adds the API reference, and has Starlight render
 * them (record 0065). Beside the pages it leaves two files for the service: the hashes of inline scripts, for the content security
 * policy, and the sections that the search box finds. It uses no network and changes no Markdown. A dead link or a missing anchor
 * throws, and the site that was there stays.
 */
// Tests: none; its own run shows whether it works.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../test-files.ts';
import {
  decisionsFolder,
  errorsPage,
  iconFile,
  referenceFollows,
  type SitePage,
  sections,
} from './navigation.ts';
import type { OpenApiDocument } from './openapi.ts';
import { referencePages } from './reference-pages.ts';
import { siteSections } from './site-sections.ts';
import { pageAddress, type StagedPage, siteBase, stagePage } from './stage-page.ts';

/** The folder that Starlight gets beside the pages: our search box and styles. */
const sourceFolder = join(root, 'docs/site');

/** The configuration by which Starlight finds its pages. */
const contentConfig = `import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

/** Fills `outDir`. The build tools are passed in, since installations without them exist. */
export async function buildSite(
  { build, starlight }: SiteTools,
  document: OpenApiDocument,
  outDir: string,
): Promise<void> {
  const decisions = readDecisions();
  const pages = sections.flatMap((section) => section.pages);
  const files = [...pages, errorsPage, ...decisions];
  const slugs = new Map(files.map(({ file, slug }) => [file, slug]));
  slugs.set(decisionsFolder, 'decisions');
  const reference = referencePages(document);
  const staged = [
    ...files.map((page) => stagePage(page, readFileSync(join(root, page.file), 'utf8'), slugs, root)),
    ...reference,
    decisionsPage(decisions),
  ];
  // A folder of this process alone, since two builds may run at once. Below the root, so that packages are found.
  const siteFolder = join(root, `.cache/docs-${process.pid}`);
  try {
    cpSync(sourceFolder, join(siteFolder, 'src'), { recursive: true });
    writeFileSync(join(siteFolder, 'src/content.config.ts'), contentConfig);
    writeStaged(staged, siteFolder);
    cpSync(join(root, iconFile), join(siteFolder, 'public/favicon.svg'));
    await build(astroOptions(siteFolder, outDir, starlight(starlightOptions(reference))));
  } finally {
    rmSync(siteFolder, { recursive: true, force: true });
  }
  finishPages(outDir);
  const sectionTexts = siteSections(staged, backgroundSlugs(decisions));
  checkLinks(
    outDir,
    sectionTexts.map(({ url }) => url),
  );
  writeFileSync(join(outDir, 'script-hashes.json'), JSON.stringify(scriptHashes(outDir)));
  writeFileSync(join(outDir, 'sections.json'), JSON.stringify(sectionTexts));
}

type AstroOptions = Parameters<SiteTools['build']>[0];

function astroOptions(
  siteFolder: string,
  outDir: string,
  integration: NonNullable<AstroOptions['integrations']>[number],
): AstroOptions {
  return {
    root: siteFolder,
    configFile: false,
    outDir,
    base: siteBase,
    trailingSlash: 'never',
    logLevel: 'error',
    devToolbar: { enabled: false },
    // Inline styles and scripts that are not files would each need a hash in the policy.
    build: { inlineStylesheets: 'never', format: 'directory' },
    vite: { build: { assetsInlineLimit: 0 } },
    integrations: [integration],
  };
}

export interface SiteTools {
  readonly build: typeof import('astro').build;
  readonly starlight: typeof import('@astrojs/starlight').default;
}

function starlightOptions(reference: readonly StagedPage[]): Parameters<SiteTools['starlight']>[0] {
  const link = ({ slug, label }: SitePage) =>
    label === undefined ? { slug } : { label, slug: slug || 'index' };
  const api = {
    label: 'API reference',
    items: [...reference.map(({ slug, title }) => ({ slug, label: title })), link(errorsPage)],
  };
  const menu = sections.flatMap(({ label, pages }) => {
    const items = pages.map(link);
    if (label === 'How it works') items.push({ label: 'Decisions', slug: 'decisions' });
    const group = { label, items };
    return label === referenceFollows ? [group, api] : [group];
  });
  return {
    title: 'Foretype',
    pagefind: false,
    credits: false,
    // Code that scrolls sideways would be a landmark without a name.
    expressiveCode: { defaultProps: { wrap: true } },
    components: { Search: './src/site-search.astro' },
    customCss: ['./src/site.css'],
    sidebar: menu,
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 2 },
    head: [
      {
        tag: 'script',
        attrs: {
          src: '/widget.js',
          async: true,
          'data-api-key': 'docs',
          'data-key-in': 'query',
          'data-endpoint': `${siteBase}/search`,
          'data-tracking': 'off',
          'data-limit': '8',
          'data-label-products': 'Sections',
        },
      },
    ],
  };
}

/** The decision records, oldest first. */
function readDecisions(): SitePage[] {
  return readdirSync(join(root, decisionsFolder))
    .filter((name) => /^\d{4}-.*\.md$/.test(name))
    .sort()
    .map((name) => ({ file: `${decisionsFolder}/${name}`, slug: `decisions/${name.slice(0, -3)}` }));
}

/** The pages that the search finds last. */
function backgroundSlugs(decisions: readonly SitePage[]): ReadonlySet<string> {
  const pages = sections.filter(({ isBackground }) => isBackground).flatMap((section) => section.pages);
  return new Set(['decisions', ...[...pages, ...decisions].map(({ slug }) => slug)]);
}

/** One page that lists all records; the menu has no room for them. */
function decisionsPage(decisions: readonly SitePage[]): StagedPage {
  const lines = decisions.map(({ file, slug }) => {
    const title = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? slug;
    return `- [${title}](${pageAddress(slug)})`;
  });
  const body = `One page for each decision: context, decision, consequences, and what was rejected.\n\n${lines.reverse().join('\n')}`;
  return { slug: 'decisions', title: 'Decisions', body, pictures: [] };
}

function writeStaged(pages: readonly StagedPage[], siteFolder: string): void {
  for (const { slug, title, body, pictures } of pages) {
    const file = join(siteFolder, 'src/content/docs', `${slug || 'index'}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}\n`);
    for (const picture of pictures) {
      cpSync(join(root, 'docs/pictures', picture), join(siteFolder, 'public/pictures', picture));
    }
  }
}

function htmlFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Tables that are wider than the page scroll by themselves, by keyboard too; an empty cell heads nothing. */
function finishPages(outDir: string): void {
  for (const path of htmlFiles(outDir)) {
    const html = readFileSync(path, 'utf8');
    const finished = html
      .replace(/<th([^>]*)><\/th>/g, '<td$1></td>')
      .replaceAll('<table>', '<div class="table-scroll" role="group" aria-label="Table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>');
    writeFileSync(path, finished);
  }
}

/** Throws where a link within the site, or a section of the search, leads to no page or to no place of its page. */
function checkLinks(outDir: string, sectionAddresses: readonly string[]): void {
  const pages = new Map(
    htmlFiles(outDir).map((path) => {
      const file = basename(path) === 'index.html' ? dirname(path) : path;
      const slug = relative(outDir, file).replaceAll('\\', '/');
      return [pageAddress(slug), readFileSync(path, 'utf8')] as const;
    }),
  );
  const dead = Array.from(pages, ([address, html]) =>
    Array.from(html.matchAll(/<a [^>]*\bhref="([^"]*)"/g), ([, href = '']) => href)
      .filter((href) => /^(\/docs|#)/.test(href) && !leadsSomewhere(href, address, pages))
      .map((href) => `${address} links to ${href}`),
  ).flat();
  dead.push(...sectionAddresses.filter((address) => !leadsSomewhere(address, siteBase, pages)));
  if (dead.length > 0) throw new Error(`Links lead nowhere:\n${dead.join('\n')}`);
}

function leadsSomewhere(href: string, from: string, pages: ReadonlyMap<string, string>): boolean {
  const [address = '', anchor] = href.split('#');
  const html = pages.get(address === '' ? from : address);
  return html !== undefined && (anchor === undefined || html.includes(`id="${decodeURI(anchor)}"`));
}

/** Returns the hashes of all scripts that stand in pages, in the form of a content security policy. */
function scriptHashes(outDir: string): string[] {
  const hashes = htmlFiles(outDir).flatMap((path) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
      (match) => {
        const digest = createHash('sha256')
          .update(match[1] ?? '')
          .digest('base64');
        return `'sha256-${digest}'`;
      },
    ),
  );
  return [...new Set(hashes)].sort();
}
