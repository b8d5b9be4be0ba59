/** The parts of the page Install, by their names in its address. Pure. */
// Tests: test/browser/dashboard-install.test.ts.

/** Each part with the label of its tab; the first one is open at first. */
export const installParts = { look: 'Look', keys: 'Keys', check: 'Check my shop' } as const;

/** The name of a part. */
export type InstallPart = keyof typeof installParts;

/** The part that the address names; anything else is dropped. */
export function parsePart({ part }: Record<string, unknown>): { part?: InstallPart } {
  const known = (Object.keys(installParts) as InstallPart[]).find((name) => name === part);
  return known === undefined ? {} : { part: known };
}
