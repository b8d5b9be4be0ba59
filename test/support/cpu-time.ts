/** Time by the processor, which does not grow where other processes take turns: for bounds that tests hold work to. */

/** Begins to measure; the function that it gives tells the milliseconds of processor time since then, of all threads. */
export function startCpuTime(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  };
}
