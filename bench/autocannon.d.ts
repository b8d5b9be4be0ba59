/**
 * The part of autocannon that the benchmarks use; the package ships without types. Only types: latencies are milliseconds. What is not
 * declared here may not be used.
 */
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
