/**
 * Chooses the form of a file that a caller takes, by the header `Accept-Encoding` with its weights (RFC 9110, 12.5.3). Parts of the
 * header that cannot be read are ignored. It compresses nothing. Weights are 0 to 1, as RFC 9110 says; an absent header means the file
 * as it is.
 */
// Tests: ./content-encoding.test.ts.

/**
 * The name of the encoding to send, of those that are there (best first), or null for the file as it is. That is sent
 * too where the caller refuses everything: a few more bytes do no harm, an error would.
 */
export function chooseEncoding(header: string | undefined, offered: readonly string[]): string | null {
  const weights = readWeights(header ?? '');
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const plain = weights.get('identity') ?? 0;
  let best: string | null = null;
  for (const name of offered) {
    const weight = weightOf(name);
    if (weight > 0 && weight >= plain && weight > (best === null ? 0 : weightOf(best))) best = name;
  }
  return best;
}

/** Weights by encoding; what cannot be read counts as not named. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const match = /^\s*([^\s;]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(part);
    if (match?.[1] !== undefined) weights.set(match[1], Number(match[2] ?? 1));
  }
  return weights;
}
