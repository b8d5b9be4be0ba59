/** A command whose process may have so many files and sockets open; with null as many as this one. */
export function boundDescriptors(
  [command, ...words]: readonly [command: string, ...words: string[]],
  descriptors: number | null,
): [command: string, ...words: string[]] {
  if (descriptors === null) return [command, ...words];
  return ['/bin/sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', command, ...words];
}
