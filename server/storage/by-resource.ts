/** The statements of a store by resource, each made when it is first asked for: most transactions need one or two. */
// Tests: test/storage/storage.test.ts.

/** Resources whose reads stand under their name. */
export const resourceNames = ['webhooks', 'feeds', 'collections', 'events', 'erasures', 'synonyms'] as const;

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
