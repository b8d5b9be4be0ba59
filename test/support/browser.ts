/**
 * A real Chromium for tests, found without installing anything by hand: the one that `CHROMIUM` names, the system's,
 * else the one inside the `@sparticuz/chromium` package with the libraries that it brings.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bundled, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const systemPath = '/usr/bin/chromium';

/** Without these the browser looks for its maker's hosts, and refuses to run as root. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
];

/** Where the system names none, this Chromium calls its language en-US@posix, at which Intl throws. */
const env = { ...process.env, LC_ALL: 'en_US.UTF-8' };

export async function launchBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM;
  const installed = named ?? (existsSync(systemPath) ? systemPath : null);
  if (installed !== null) return chromium.launch({ executablePath: installed, args, env });
  const executablePath = await bundled.executablePath();
  const packed = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
  await inflate(decodeURIComponent(packed.pathname));
  const libraries = join(tmpdir(), 'al2023', 'lib');
  return chromium.launch({
    executablePath,
    args,
    env: { ...env, LD_LIBRARY_PATH: libraries },
  });
}
