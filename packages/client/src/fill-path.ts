/**
 * Fills the parameters into the path of a route. Addresses have no way to name `.` and `..`, not even as `%2E`, since every URL parser
 * takes them as steps between folders; an empty part leads to another call. Such values are refused before anything is sent.
 */
// Tests: ./fill-path.test.ts.
import { ForetypeError } from './foretype-error.ts';

/** The path of a template such as `/products/:external_id`. Throws `path_invalid` for a value that no address can hold. */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = `${params[name] ?? ''}`;
    // Half a surrogate pair has no encoding.
    if (!/^\.{0,2}$|\p{Surrogate}/u.test(value)) return encodeURIComponent(value);
    const message = `The address of a call cannot have "${value}" as its ${name}.`;
    const code = 'path_invalid';
    throw new ForetypeError({ code, message, errors: [{ path: name, code, message }] });
  });
}
