/**
 * The statements of a store by room: `reader.feeds`, `writer.imports`. The rooms that a reader or writer has are declared
 * in storage.ts, and their statements in a folder each. A room is made when it is first asked for: most transactions need
 * one or two.
 */
// Tests: test/storage/storage.test.ts.

type Made<Makers> = {
  readonly [Name in keyof Makers]: Makers[Name] extends () => infer Value ? Value : never;
};

/** Adds to `target` a property for each maker, whose value is made once, when it is first read. */
export function addRooms<Target extends object, Makers extends Readonly<Record<string, () => object>>>(
  target: Target,
  makers: Makers,
): Target & Made<Makers> {
  for (const [name, make] of Object.entries(makers)) {
    let made: object | undefined;
    Object.defineProperty(target, name, {
      enumerable: true,
      configurable: true,
      get: () => (made ??= make()),
    });
  }
  return target as Target & Made<Makers>;
}
