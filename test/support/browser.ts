/**
 * A real Chromium for tests, found without installing anything by hand: the one that `CHROMIUM` names, the system's, else the one
 * inside the `@sparticuz/chromium` package with the libraries that it brings. It downloads nothing. Without any Chromium the launch
 * rejects, and so the tests that need it fail; closing it is the file's end, not a test's.
 */
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bundled, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { atEnd } from './at-end.ts';

const systemPath = '/usr/bin/chromium';

/** Arguments without which the browser looks for its maker's hosts, and refuses to run as root. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
];

/**
 * The environment of the browser. Chromium calls its language en-US@posix if the system names none, and Intl throws at that.
 */
const env = { ...process.env, LC_ALL: 'en_US.UTF-8' };

let shared: Promise<Browser> | undefined;

/** The browser of all test files of this process, closed after the last of them. */
export function sharedBrowser(): Promise<Browser> {
  if (shared === undefined) {
    const launched = launchBrowser();
    shared = launched;
    atEnd(async () => (await launched).close());
  }
  return shared;
}

/** Closes what a test file opened in {@link sharedBrowser}. */
export async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

export async function launchBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM;
  const installed = named ?? (existsSync(systemPath) ? systemPath : null);
  if (installed !== null) return chromium.launch({ executablePath: installed, args, env });
  const folder = await unpackBrowser();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args,
    env: { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  });
}

/**
 * The folder with the package's browser, unpacked once for a machine. Test files start at the same time, so each
 * unpacks into a folder of its own and the first to finish gives it the name that all use.
 */
async function unpackBrowser(): Promise<string> {
  const shared = tmpdir();
  const folder = join(shared, 'foretype-browser');
  if (existsSync(folder)) return folder;
  const own = mkdtempSync(`${folder}-`);
  // The package unpacks into the folder for temporary files, and takes no other.
  process.env.TMPDIR = own;
  try {
    await bundled.executablePath();
    const packed = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
    await inflate(decodeURIComponent(packed.pathname));
    renameSync(own, folder);
  } catch (error) {
    // Another file was first.
    if (!existsSync(folder)) throw error;
  } finally {
    process.env.TMPDIR = shared;
    rmSync(own, { recursive: true, force: true });
  }
  return folder;
}
