/** Fields that a body does not take: refused with the nearest, since one that is ignored does not do what was meant. */
import type { FieldError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { pointerTo, quote } from '../catalog/problem.ts';
import type { RawProduct } from '../catalog/product.ts';
import { nearestName } from '../nearest-name.ts';

/** The first faults; none where the body holds known fields alone. */
export function unknownFields(body: RawProduct, known: readonly string[]): FieldError[] {
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  return unknown.slice(0, limits.parametersNamed).map((name) => {
    const shown = name.slice(0, limits.parameterShownLength);
    const nearest = nearestName(shown, known);
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    const message = `The field ${quote(shown)} is unknown.${hint} The body takes ${known.join(', ')}.`;
    return { path: pointerTo('', shown), code: 'field_unknown', message };
  });
}
