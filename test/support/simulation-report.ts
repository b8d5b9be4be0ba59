/** The figures over all seeds. */
export interface SimulationReport {
  seeds: number;
  runsCompleted: number;
  runsFailed: number;
  runsNotModified: number;
  kills: number;
  stalls: number;
  clockJumps: number;
}
