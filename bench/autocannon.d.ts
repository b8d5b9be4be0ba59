/** What the benchmarks use of autocannon, which ships without types. */
declare module 'autocannon' {
  interface LoadOptions {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: readonly {
      readonly method: 'GET';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
    }[];
  }
  interface LoadResult {
    /** Answers a second. */
    readonly requests: { readonly average: number; readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
  }
  function load(options: LoadOptions): Promise<LoadResult>;
  export = load;
}
