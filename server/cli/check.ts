// Tests: test/scenarios/doctor.test.ts.
/** One line of `foretype doctor`. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Returns the text of an error. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
