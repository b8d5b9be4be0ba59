/**
 * Refuses query parameters that a call does not declare, with `validation_failed` that names the nearest known one. A
 * parameter that is ignored is worse than one that is refused: `?dryRun=1` would write. At most 20 are named
 * (`limits.parametersNamed`), each cut to 50 characters; beyond that only their number is. It never looks at values.
 */
// Tests: server/http/admission/route-access.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { hintOf } from '../catalog/unknown-fields.ts';
import { type AppError, validationFailed } from '../errors.ts';

/** Throws for parameters that a call does not take. */
export type ParameterCheck = (query: unknown) => void;

/** The names of a query's declared parameters. Throws a plain error for a schema that declares none. */
function declaredNames(querystring: unknown): readonly string[] {
  if (querystring === undefined) return [];
  if (typeof querystring === 'object' && querystring !== null && 'properties' in querystring) {
    return Object.keys(querystring.properties as object);
  }
  throw new Error('the schema of the query is no object with properties');
}

/** The check of one route, made from its declared schema. Null for a route that ignores unknown parameters. */
export function createParameterCheck(
  querystring: unknown,
  unknownParameters?: 'ignored',
): ParameterCheck | null {
  if (unknownParameters === 'ignored') return null;
  const known = declaredNames(querystring);
  return (query) => {
    const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    if (unknown.length > limits.parametersNamed) throw tooMany(unknown.length, known);
    const [first, ...rest] = unknown.map((name) => toFault(name, known));
    if (first !== undefined) throw validationFailed([first, ...rest]);
  };
}

function toFault(name: string, known: readonly string[]): FieldError {
  const shown = name.slice(0, limits.parameterShownLength);
  const message = `The parameter "${shown}" is unknown.${hintOf(name, known)} ${takes(known)}`;
  return { path: shown, code: 'parameter_unknown', message };
}

function tooMany(count: number, known: readonly string[]): AppError {
  return validationFailed([
    { path: '', code: 'parameter_unknown', message: `${count} parameters are unknown. ${takes(known)}` },
  ]);
}

function takes(known: readonly string[]): string {
  return known.length === 0 ? 'This call takes no parameters.' : `This call takes ${known.join(', ')}.`;
}
