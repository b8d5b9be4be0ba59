/**
 * Groups the statements of a store by resource and creates each group when it is first used: most transactions need one or two. It
 * never creates a group twice for one target; an error of a maker is passed on, and the next use tries again.
 */
// Tests: test/storage/storage.test.ts.

/** Resources whose reads stand under their name. */
export const resourceNames = [
  'webhooks',
  'feeds',
  'collections',
  'events',
  'erasures',
  'synonyms',
  'audit',
  'merchandising',
  'analytics',
  'statistics',
  'files',
  'idempotency',
  'imports',
  'enrichment',
  'phrases',
] as const;

type Made<Makers> = {
  readonly [Name in keyof Makers]: Makers[Name] extends () => infer Value ? Value : never;
};

/** Adds to `target` a property for each maker, whose value is made once, when it is first read. */
export function addByResource<Target extends object, Makers extends Readonly<Record<string, () => object>>>(
  target: Target,
  makers: Makers,
): Omit<Target, keyof Makers> & Made<Makers> {
  for (const [name, make] of Object.entries(makers)) {
    let made: object | undefined;
    Object.defineProperty(target, name, {
      enumerable: true,
      configurable: true,
      get: () => (made ??= make()),
    });
  }
  return target as Omit<Target, keyof Makers> & Made<Makers>;
}
