/** Reads the version of this program from package.json, each time it is asked. */
// Tests: test/scenarios/campaigns.test.ts.
import { readFileSync } from 'node:fs';

/** The version, such as `1.4.0`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
