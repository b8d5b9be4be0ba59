/**
 * Packs the widget: one script with its styles and its English labels in it, the labels of other languages beside it, and what a page
 * that pins a build has to know. A script of more than 10,240 bytes after gzip, or labels of more than 400, throw, and the folder is
 * then not to be used.
 */
// Tests: test/api/widget-build.test.ts.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './test-files.ts';

/** Every visit to a shop pays for the widget. */
const scriptMaxGzipBytes = 10_240;
const labelsMaxGzipBytes = 400;

const folder = join(root, 'widget/src');

const gzipBytes = (content: string | Buffer) => gzipSync(content, { level: 9 }).length;

/** Fills a folder with `widget.js`, `manifest.json` and `labels/<language>.json`. */
export async function packWidget(
  esbuild: typeof import('esbuild'),
  vite: typeof import('vite'),
  outDir: string,
): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const languages = packLabels(join(outDir, 'labels'));
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(folder, 'main.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2021',
    charset: 'utf8',
    tsconfigRaw: {},
    mangleProps: ownFields(),
    define: {
      HOSTS_CSS: await packStyles(esbuild, 'hosts.css'),
      PARTS_CSS: await packStyles(esbuild, 'parts.css'),
      LANGUAGES: JSON.stringify(` ${languages.join(' ')} `),
      VERSION: JSON.stringify(version),
    },
    logLevel: 'warning',
  });
  const bundled = outputFiles[0]?.text ?? '';
  const minified = await vite.minify('widget.js', bundled, {
    compress: { target: 'es2021', treeshake: { propertyReadSideEffects: false } },
    mangle: { toplevel: true },
  });
  const bytes = Buffer.from(minified.code);
  writeFileSync(join(outDir, 'widget.js'), bytes);
  const manifest = {
    hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
    bytes: bytes.length,
    gzip_bytes: gzipBytes(bytes),
  };
  if (manifest.gzip_bytes > scriptMaxGzipBytes)
    throw new Error(`The widget has ${manifest.gzip_bytes} bytes after gzip, over ${scriptMaxGzipBytes}.`);
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * The rule by which names are shortened: a field that an interface of the widget declares under a name of several words, such as
 * `isPending`. Whatever leaves the script, or comes from outside, has a name of one word, or one with underscores; newer properties of
 * browsers are declared in no interface. A field named like a `data-` attribute throws, since both would be shortened.
 */
function ownFields(): RegExp {
  const texts = globSync('*.ts', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'));
  const interfaces = texts.flatMap((text) => text.match(/^(export )?interface [\s\S]*?^}/gm) ?? []);
  const fields = interfaces.flatMap(
    (text) => text.match(/(?<=^ {2}(readonly )?)[a-z]+[A-Z]\w*(?=\??:)/gm) ?? [],
  );
  const attributes = texts.join('\n').match(/(?<=dataset\.)\w+|(?<=\{)[^{}]+(?=\} = dataset)/g) ?? [];
  const shared = fields.filter((field) => RegExp(`\\b${field}\\b`).test(attributes.join()));
  if (shared.length > 0) throw new Error(`Fields of the widget are named like its attributes: ${shared}.`);
  return new RegExp(`^(${[...new Set(fields)].sort().join('|')})$`);
}

/** Writes a file for each language, a JSON array of labels, and returns their codes. */
function packLabels(outDir: string): string[] {
  mkdirSync(outDir);
  const languages: Record<string, string> = JSON.parse(readFileSync(join(folder, 'languages.json'), 'utf8'));
  return Object.entries(languages).flatMap(([names, labels]) => {
    const codes = names.split(' ');
    const content = JSON.stringify(labels.split('|'));
    const size = gzipBytes(content);
    if (size > labelsMaxGzipBytes)
      throw new Error(`Labels of ${names} have ${size} bytes after gzip, over ${labelsMaxGzipBytes}.`);
    for (const code of codes) writeFileSync(join(outDir, `${code}.json`), content);
    return codes;
  });
}

/** The styles as a text of JavaScript. */
async function packStyles(esbuild: typeof import('esbuild'), name: string): Promise<string> {
  const css = readFileSync(join(folder, name), 'utf8');
  const { code } = await esbuild.transform(css, {
    loader: 'css',
    minify: true,
    target: 'chrome123',
    charset: 'utf8',
  });
  const packed = code
    .trim()
    .replace(/([:,]) | (?=\/)|(?<=\/) /g, '$1')
    .replace(/="(\w+)"]/g, '=$1]')
    // Custom properties of our own carry their short name before the long one.
    .replace(/--([a-z0-5])-\w+/g, '--$1');
  return JSON.stringify(packed);
}
