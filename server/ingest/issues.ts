/** The grouped summary of an import's faults: how often each code occurred, and where to look first. */
import { limits } from '../../contract/limits.ts';
import type { Failure, Issue } from '../storage/records.ts';

/** One entry a code, most frequent first. A row counts once for each code it has. */
export function summarizeIssues(failures: readonly Failure[]): Issue[] {
  const byCode = new Map<string, { count: number; sampleRows: number[] }>();
  for (const { row, problems } of failures) {
    for (const code of new Set(problems.map((found) => found.code))) {
      const issue = byCode.get(code) ?? { count: 0, sampleRows: [] };
      issue.count += 1;
      if (issue.sampleRows.length < limits.issueSampleRows) issue.sampleRows.push(row);
      byCode.set(code, issue);
    }
  }
  return [...byCode]
    .map(([code, issue]) => ({ code, ...issue }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
