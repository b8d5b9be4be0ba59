/** Turns entries of the audit log into words. Unknown actions and details are shown as their codes, never left out. */
// Tests: ./audit.test.ts.
import type { AuditEntry } from '../../../contract/stores.ts';
import { formatDateTime } from './times.ts';

/** `key.created` or `key_created` becomes `Key created`. */
export function sentenceOfAction(action: string): string {
  return capitalized(wordsOf(action).trim());
}

/** The name of the person, `Key <name>` for an API key, and `The service` for neither. */
export function nameOfActor(actor: AuditEntry['actor']): string {
  if (actor === null) return 'The service';
  return actor.email === null ? `Key ${actor.name}` : actor.name;
}

/** The subject of an entry; empty where the action names it already, as in `Synonyms changed`. */
export function subjectOf({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string {
  return action.startsWith(`${subject.toLowerCase()}.`) ? '' : subject;
}

/** One line for each detail. `{ from, to }` alone is the change of the entry itself. */
export function describeDetails(details: unknown): readonly string[] {
  if (typeof details !== 'object' || details === null) return [];
  if (isDifference(details)) return [capitalized(describeDifference(details))];
  return Object.entries(details).map(([name, value]) =>
    isDifference(value)
      ? `${labelOf(name)} changed ${describeDifference(value)}`
      : `${labelOf(name)}: ${describeValue(value)}`,
  );
}

interface Difference {
  readonly from: unknown;
  readonly to: unknown;
}

function isDifference(value: unknown): value is Difference {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

function describeDifference({ from, to }: Difference): string {
  return `from ${describeValue(from)} to ${describeValue(to)}`;
}

/** A time as the API writes it. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(describeValue).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && timestamp.test(value)) return formatDateTime(value);
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${wordsOf(name)} ${describeValue(inner)}`)
    .join(', ');
}

/** The label of the field in the forms; any other name as words. */
function labelOf(name: string): string {
  return labels.get(name) ?? capitalized(wordsOf(name));
}

const labels: ReadonlyMap<string, string> = new Map([
  ['url', 'Address'],
  ['refreshInterval', 'Fetched every'],
  ['maxRemovalPercent', 'Removes at most (%)'],
  ['isActive', 'Active'],
]);

function wordsOf(code: string): string {
  return code.replace(/[._]+/g, ' ');
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
